/** Going back, as a person does it: on both displays, with the built program and real files. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createBlobStore } from "../../src/sessions/blob-store.ts";
import { readJournal } from "../../src/sessions/read-journal.ts";
import { foldSession } from "../../src/sessions/session-state.ts";
import { onScreen } from "../support/full-screen.ts";
import { type MockAnthropic, textReply, toolReply } from "../support/mock-anthropic.ts";
import { scratch } from "../support/program.ts";
import { ctrlC } from "../support/pty.ts";
import { inChat } from "./pty-chat.ts";

let calls = 0;

function writeReply(path: string, content: string) {
  calls += 1;
  return toolReply([{ id: `w${calls}`, name: "write", input: { path, content } }]);
}

const replies = () => [
  writeReply("loom.txt", "new\n"),
  textReply("Written."),
  textReply("Again."),
  textReply("Once more."),
];

function workspace(): { readonly cwd: string; read(): string } {
  const cwd = scratch();
  writeFileSync(join(cwd, "loom.txt"), "old\n");
  return { cwd, read: () => readFileSync(join(cwd, "loom.txt"), "utf8") };
}

const sentTexts = ({ requests }: MockAnthropic) => JSON.stringify(requests.at(-1)?.body?.messages);

it("asks on plain lines: no is the default, yes restores, and the next request is accepted", () => {
  const { cwd, read } = workspace();
  return inChat({ cwd, args: ["--auto-tools"], replies: replies() }, async ({ pty, mock }) => {
    pty.enter("weave");
    await pty.expect("Assistant: Written.");
    await pty.expect("You: ");
    expect(read()).toBe("new\n");
    pty.enter("/checkpoint");
    await pty.expect('tools=write, prompt="weave")');
    pty.enter("/rewind");
    expect(await pty.expect("Do it? [y/N]")).toContain("restore: ");
    pty.enter("");
    await pty.expect("Nothing is changed.");
    expect(read()).toBe("new\n");
    pty.enter("/rewind 1");
    await pty.expect("Do it? [y/N]");
    await pty.expect("n no): ");
    pty.enter("y");
    await pty.expect("- loom.txt: restored");
    expect(read()).toBe("old\n");
    pty.enter("hello");
    await pty.expect("Assistant: Again.");
    expect(sentTexts(mock)).not.toContain("weave");
    pty.enter("/undo");
    await pty.expect("Undone: ");
    pty.enter("/history");
    await pty.expect("] You: hello");
    pty.enter("more");
    await pty.expect("Assistant: Once more.");
    expect(sentTexts(mock)).toContain("weave");
  });
});

it("is not done when Ctrl-C comes instead of an answer", () => {
  const { cwd, read } = workspace();
  return inChat({ cwd, args: ["--auto-tools"], replies: replies() }, async ({ pty }) => {
    pty.enter("weave");
    await pty.expect("Assistant: Written.");
    await pty.expect("You: ");
    pty.enter("/rewind");
    await pty.expect("n no): ");
    pty.type(ctrlC);
    await pty.expect("Nothing is changed.");
    expect(read()).toBe("new\n");
    pty.enter("hello");
    await pty.expect("Assistant: Again.");
  });
});

it.each([
  [80, 24],
  [40, 15],
])("asks on a full screen of %d columns", (columns, rows) => {
  const { cwd, read } = workspace();
  return onScreen({ cwd, columns, rows, args: ["--auto-tools"], replies: replies() }, async (screen) => {
    await screen.enter("weave");
    await screen.shows("Written.");
    await screen.enter("/rewind");
    await screen.shows("Rewind to checkpoint 1");
    await screen.shows("restore: ");
    await screen.answer("n");
    await screen.shows("Nothing is changed.");
    expect(read()).toBe("new\n");
    await screen.enter("/rewind 1 files");
    await screen.shows("Rewind to checkpoint 1");
    await screen.answer("y");
    await screen.shows("- loom.txt: restored");
    expect(read()).toBe("old\n");
    await screen.enter("/history");
    await screen.shows("[1] You: weave");
  });
});

it("opens a message in the editor of the user, on both displays", async () => {
  const env = { EDITOR: "sed -i s/weave/knit/", VISUAL: undefined };
  await inChat({ env, replies: [textReply("One.")] }, async ({ pty }) => {
    pty.enter("weave");
    await pty.expect("Assistant: One.");
    pty.enter("/edit 1");
    await pty.expect("Message 1 is edited");
    pty.enter("/history");
    await pty.expect("[1] You: knit");
  });
  await onScreen({ env, replies: [textReply("One.")] }, async (screen) => {
    await screen.enter("weave");
    await screen.shows("One.");
    await screen.enter("/edit 1");
    await screen.shows("Message 1 is edited");
    await screen.enter("/history");
    await screen.shows("[1] You: knit");
  });
});

it("is in the journal and beside it, even when the program is killed, and a resumed session goes back to it", async () => {
  const { cwd, read } = workspace();
  const state = scratch();
  const env = { XDG_STATE_HOME: state };
  await inChat({ cwd, env, args: ["--auto-tools"], replies: replies() }, async ({ pty }) => {
    pty.enter("weave");
    await pty.expect("[Tool write result]");
    pty.kill("SIGKILL");
    await pty.exited;
    const sessions = join(state, "treadle", "sessions");
    const journal = readdirSync(sessions).find((name) => name.endsWith(".jsonl")) ?? "";
    const folded = foldSession(readJournal(join(sessions, journal)));
    const [checkpoint] = folded.kind === "ok" ? folded.state.checkpoints.list() : [];
    expect(checkpoint).toMatchObject({ prompt: "weave", files: [{ path: "loom.txt", tool: "write" }] });
    const before = checkpoint?.files[0]?.before;
    const blobs = createBlobStore(join(sessions, `${journal.replace(/\.jsonl$/, "")}.checkpoints`));
    expect(before?.kind === "file" && Buffer.from(blobs.get(before.hash) ?? []).toString()).toBe("old\n");
  });
  await inChat({ cwd, env, args: ["--continue", "--auto-tools"] }, async ({ pty }) => {
    pty.enter("/rewind 1");
    await pty.expect("n no): ");
    pty.enter("y");
    await pty.expect("- loom.txt: restored");
    expect(read()).toBe("old\n");
    pty.enter("/history");
    await pty.expect("The conversation is empty.");
  });
});

it("says why there is nothing to go back to without a session", () =>
  inChat({ args: ["--no-session"] }, async ({ pty }) => {
    pty.enter("/checkpoint");
    await pty.expect("start treadle without --no-session");
  }));
