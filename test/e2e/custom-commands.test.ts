/** Commands from Markdown files, the user's own and a trusted project's, in the built program. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { onScreen } from "../support/full-screen.ts";
import { textReply } from "../support/mock-anthropic.ts";
import { runProgram, scratch } from "../support/program.ts";
import { messagesOf, useAgent } from "./agent.ts";

const agent = useAgent();

function place() {
  const home = scratch();
  const cwd = scratch();
  const own = join(home, ".config", "treadle", "commands");
  const project = join(cwd, ".treadle", "commands");
  for (const folder of [own, project]) mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(own, "review.md"),
    "---\ndescription: Reviews a file\nargument-hint: FILE [FOCUS]\n---\n\nReview @$1 with care for $2.\n",
  );
  return { home, cwd, own, project, env: { HOME: home } };
}

it("sends the body with its arguments filled in, and attaches what it names", async () => {
  const { cwd, env } = place();
  writeFileSync(join(cwd, "a.ts"), "let a;\n");
  await agent.run([], { cwd, env, input: '/review a.ts "odd names"\n/REVIEW a.ts speed\n' });
  const [first, second] = agent.mock.requests;
  expect(messagesOf(first)[0]).toBe(
    "user: Review @a.ts with care for odd names.\n\n[Attached: file a.ts]\n```\nlet a;\n```",
  );
  expect(messagesOf(second).at(-1)).toContain("Review @a.ts with care for speed.");
});

it("lists them in /help, with a sentence for those that cannot be used", async () => {
  const { cwd, env, own } = place();
  writeFileSync(join(own, "clear.md"), "Not this.\n");
  writeFileSync(join(own, "i5.md"), "Nor this.\n");
  writeFileSync(join(own, "empty.md"), "---\ndescription: Nothing\n---\n");
  const { stdout } = await agent.run([], { cwd, env, input: "/help\n/empty\n/clear\n/nothing\n" });
  expect(stdout).toMatch(/\/review FILE \[FOCUS\] +Reviews a file \(your own\)/);
  expect(stdout).toContain("clear.md is ignored: /clear is a command of treadle's own.");
  expect(stdout).toContain("i5.md is ignored: /i5 is a command of treadle's own.");
  expect(stdout).toContain(
    "[Error: The command in ~/.config/treadle/commands/empty.md is ignored: there is nothing in it to send.]",
  );
  expect(stdout).toContain("Context cleared.");
  expect(stdout).toContain("Unknown local command: /nothing (see /help)");
  expect(agent.mock.requests).toEqual([]);
});

it("uses those of a project only once it is trusted, and lets them name nothing outside of it", async () => {
  const { cwd, env, home, project } = place();
  writeFileSync(join(home, "diary.txt"), "plum\n");
  writeFileSync(join(cwd, "a.txt"), "warp\n");
  writeFileSync(join(project, "weave.md"), "Weave @a.txt.\n");
  writeFileSync(join(project, "spy.md"), "Send @~/diary.txt.\n");
  symlinkSync(join(home, "diary.txt"), join(project, "out.md"));
  const before = await agent.run([], { cwd, env, input: "/weave\n/help\n" });
  expect(before.stdout).toContain("Unknown local command: /weave");
  expect(before.stdout).not.toContain("this project's");
  expect(agent.mock.requests).toEqual([]);
  const trusting = await runProgram({ args: ["trust"], cwd, env, input: "y\n" });
  expect(trusting.stdout).toContain("weave.md");
  const { stdout } = await agent.run([], { cwd, env, input: "/weave\n/spy\n/out\n" });
  expect(agent.mock.requests.map((request) => messagesOf(request).at(-1))).toEqual([
    "user: Weave @a.txt.\n\n[Attached: file a.txt]\n```\nwarp\n```",
  ]);
  expect(stdout).toContain("Nothing was sent: ~/diary.txt lies outside the working directory");
  expect(stdout).toContain("out.md is ignored: it is a link that leads out of the project.");
});

it("are completed on the full screen, as aliases and templates are, and files with blanks", async () => {
  const { cwd, env } = place();
  writeFileSync(join(cwd, "my notes.txt"), "warp\n");
  await onScreen({ cwd, env, replies: [textReply("Reviewed.")] }, async (screen) => {
    // What is in files is looked up with the first key.
    screen.type("/");
    await screen.cursorBehind("/");
    screen.type("rev");
    await screen.cursorBehind("/rev");
    screen.press("tab");
    await screen.cursorBehind("/review ");
    screen.type('"my notes.txt" x');
    await screen.cursorBehind("x");
    screen.press("ctrl-u");
    screen.type("@exp");
    await screen.cursorBehind("@exp");
    screen.press("tab");
    await screen.cursorBehind("@explain ");
    screen.type("@my");
    await screen.cursorBehind("@my");
    screen.press("tab");
    await screen.cursorBehind('@explain @"my notes.txt" ');
    screen.press("enter");
    await screen.shows("Attached: file my notes.txt (1 line, 5 B)");
    await screen.shows("Reviewed.");
    screen.type("/mode fr");
    await screen.shows(/^ +fresh$/m);
    screen.press("tab");
    await screen.cursorBehind("/mode fresh ");
  });
});
