/** /copy, /show, /pager, /editor, /stream, /reload and the user's own shell commands, in both displays. */
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { onScreen } from "../support/full-screen.ts";
import { textReply } from "../support/mock-anthropic.ts";
import { scratch } from "../support/program.ts";
import { messagesOf, useAgent } from "./agent.ts";
import { inChat } from "./pty-chat.ts";

const agent = useAgent();
const answer = "Do this:\n\n```sh\nls -l\n```";

/** A program of this name, first on the path. */
function program(name: string, script: string): { readonly folder: string; readonly PATH: string } {
  const folder = scratch();
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  return { folder, PATH: `${folder}:${process.env.PATH}` };
}

it("copies with the program of the system, or to a file for its owner alone, and says which", async () => {
  const { folder, PATH } = program("wl-copy", 'cat > "$(dirname "$0")/copied"; env > "$(dirname "$0")/env"');
  const environment = { PATH, WAYLAND_DISPLAY: "wayland-0", DISPLAY: undefined, TERMUX_VERSION: undefined };
  agent.mock.enqueue(textReply(answer));
  const { stdout } = await agent.run([], { env: environment, input: "how?\n/copy code\n" });
  expect(stdout).toContain("[Copied 5 characters with wl-copy.]");
  expect(readFileSync(join(folder, "copied"), "utf8")).toBe("ls -l");
  expect(readFileSync(join(folder, "env"), "utf8")).not.toContain("ANTHROPIC");
  agent.mock.enqueue(textReply(answer));
  const bare = { ...environment, WAYLAND_DISPLAY: undefined, WSL_DISTRO_NAME: undefined };
  const other = await agent.run([], { env: bare, input: "how?\n/copy\n/copy 9\n" });
  const [, file = ""] = /characters are in (\S+), for you alone/.exec(other.stdout) ?? [];
  expect(readFileSync(file, "utf8")).toBe(answer);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(other.stdout).toContain("There is no message 9; /history lists them.");
});

it("gives a pager and an editor the terminal, and takes it back", async () => {
  const { folder, PATH } = program("look", 'cp "$1" "$(dirname "$0")/seen"');
  writeFileSync(join(folder, "write"), '#!/bin/sh\nprintf "and @a.txt" >> "$1"\n');
  chmodSync(join(folder, "write"), 0o755);
  const cwd = scratch();
  writeFileSync(join(cwd, "a.txt"), "warp\n");
  const env = { PATH, PAGER: "look", EDITOR: "write", VISUAL: undefined };
  const replies = [textReply(answer), textReply("Seen.")];
  await onScreen({ cwd, env, replies }, async (screen) => {
    await screen.enter("how?");
    await screen.shows("ls -l");
    await screen.enter("/pager");
    await expect.poll(() => existsSync(join(folder, "seen"))).toBe(true);
    await expect.poll(() => readFileSync(join(folder, "seen"), "utf8")).toContain("Do this:");
    await screen.enter("/editor look");
    await screen.shows("Attached: file a.txt (1 line, 5 B)");
    await screen.shows("Seen.");
  });
});

it("writes for a pager at a plain terminal too", async () => {
  const { folder, PATH } = program("look", 'cp "$1" "$(dirname "$0")/seen"');
  await inChat({ env: { PATH, PAGER: "look" }, replies: [textReply(answer)] }, async ({ pty }) => {
    pty.type("how?\r");
    await pty.expect("ls -l");
    await pty.expect("You: ");
    pty.type("/pager 2\r");
    await pty.expect("You: ");
    expect(readFileSync(join(folder, "seen"), "utf8")).toBe(`${answer}\n`);
    pty.type("/show 1\r");
    await pty.expect("how?");
  });
});

it("shows the output of the user's own commands open, and that of tools folded", async () => {
  await onScreen({ replies: [textReply("I see.")] }, async (screen) => {
    await screen.enter("!seq 3 7");
    await screen.shows((rows) => rows.some((row) => row.trim() === "5"));
    await screen.enter("!!echo warp");
    await screen.shows("I see.");
    expect(screen.lastSent().join()).toContain("I ran this command:\n\n```sh\necho warp\n```");
  });
  const { stdout } = await agent.run([], { input: "!seq 40\n" });
  expect(stdout).toContain("  40\n");
  expect(stdout).not.toContain("more lines");
});

it("tells of the set-up without ever telling a key", async () => {
  const home = scratch();
  const config = join(home, ".config", "treadle");
  mkdirSync(config, { recursive: true });
  const env = { HOME: home, ANTHROPIC_API_KEY: "sk-plum" };
  const program = agent.start([], { env });
  await program.sees("You: ");
  program.type("/login\n/doctor\n/display\n");
  await program.sees("Display: append-only");
  writeFileSync(join(config, "config.yaml"), "system_prompt: Weave.\n");
  program.type("/reload\n");
  await program.sees("Read anew: the settings.");
  program.type("hi\n");
  const { stdout } = await program.end();
  expect(stdout).toContain("anthropic: key found (ANTHROPIC_API_KEY or backends.anthropic.api_key)");
  expect(stdout).toContain("\nVersions\n");
  expect(stdout).not.toContain("sk-plum");
  expect(JSON.stringify(agent.mock.requests[0]?.body)).toContain("Weave.");
  expect(messagesOf(agent.mock.requests[0])).toEqual(["user: hi"]);
});
