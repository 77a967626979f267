/** A disk that is full or may not be written: said once, the chat goes on, and nothing that was written is damaged. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { textReply } from "../support/mock-anthropic.ts";
import { scratch } from "../support/program.ts";
import { useAgent } from "./agent.ts";

const agent = useAgent();
const mounted: string[] = [];
afterAll(() => {
  for (const place of mounted) execFileSync("umount", [place]);
});

/** A file system of this size; undefined where we may not mount one. */
function smallDisk(size: string): string | undefined {
  const place = scratch();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=700`, "treadle-test", place], {
      stdio: "ignore",
    });
  } catch {
    return undefined;
  }
  mounted.push(place);
  return place;
}

const disk = smallDisk("64k");
const isRoot = process.getuid?.() === 0;

function sessionsIn(state: string): string {
  return join(state, "treadle", "sessions");
}

function recordsIn(
  state: string,
): readonly { readonly type: string; readonly message?: { readonly text?: string } }[] {
  const [file = ""] = readdirSync(sessionsIn(state)).filter((name) => name.endsWith(".jsonl"));
  const content = readFileSync(join(sessionsIn(state), file), "utf8");
  return content
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

describe("a full disk", () => {
  it.skipIf(disk === undefined)("costs one warning, and is written to again once it has room", async () => {
    const state = disk ?? "";
    const filler = join(state, "filler");
    const options = { env: { XDG_STATE_HOME: state } };
    agent.mock.enqueue(textReply("one"), textReply("two"), textReply("three"), textReply("four"));
    const chat = agent.start([], options);
    chat.type("a\n");
    await chat.sees("one");
    fill(filler);
    const long = "long ".repeat(4000);
    chat.type(`${long}\n`);
    await chat.sees("two");
    await chat.sees("This session is not being saved: ENOSPC");
    expect(recordsIn(state).length).toBeGreaterThan(2);
    chat.type("c\n");
    await chat.sees("three");
    writeFileSync(filler, "");
    chat.type("d\n");
    await chat.sees("four");
    await chat.sees("This session is being saved again; nothing of it is missing.");
    const { stdout } = await chat.end();
    expect(stdout.match(/not being saved/g)).toHaveLength(1);
    const prompts = recordsIn(state).flatMap(({ message }) => message?.text ?? []);
    expect(prompts.map((text) => text.trim())).toEqual(["a", long.trim(), "c", "d"]);
  });

  it.skipIf(disk === undefined)("from the start leaves the chat as it is", async () => {
    const state = smallDisk("16k") ?? "";
    mkdirSync(sessionsIn(state), { recursive: true });
    fill(join(state, "filler"));
    agent.mock.enqueue(textReply("one"), textReply("two"));
    const { stdout, code } = await agent.run([], { env: { XDG_STATE_HOME: state }, input: "a\nb\n" });
    expect(stdout).toMatch(/Warning: This session is not being saved: [\s\S]*one[\s\S]*two/);
    expect(stdout.match(/not being saved/g)).toHaveLength(1);
    expect(code).toBe(0);
  });
});

function fill(file: string): void {
  for (let size = 65_536; size >= 1; size /= 2) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: "a" });
    } catch {
      // No room for so much: for less, perhaps.
    }
  }
}

describe("a directory that may not be written", () => {
  it.skipIf(isRoot)("costs one warning", async () => {
    const state = scratch();
    mkdirSync(sessionsIn(state), { recursive: true });
    chmodSync(sessionsIn(state), 0o500);
    agent.mock.enqueue(textReply("one"), textReply("two"));
    const { stdout, code } = await agent.run([], { env: { XDG_STATE_HOME: state }, input: "a\nb\n" });
    expect(stdout.match(/not being saved: EACCES/g)).toHaveLength(1);
    expect(stdout).toMatch(/one[\s\S]*two/);
    expect(code).toBe(0);
  });

  it.skipIf(disk === undefined)(
    "as a whole file system costs one warning; an old session can be read",
    async () => {
      const state = smallDisk("256k") ?? "";
      const options = { cwd: scratch(), env: { XDG_STATE_HOME: state } };
      agent.mock.enqueue(textReply("one"), textReply("two"));
      await agent.run(["first"], options);
      const before = recordsIn(state);
      execFileSync("mount", ["-o", "remount,ro", state]);
      const { stdout, stderr, code } = await agent.run(["-c", "second"], options);
      expect([stdout, code]).toEqual(["two\n", 0]);
      expect(stderr).toContain("EROFS");
      expect(stderr.match(/not being saved/g)).toHaveLength(1);
      expect(agent.mock.requests.at(-1)?.body?.messages).toHaveLength(3);
      expect(recordsIn(state)).toEqual(before);
    },
  );
});
