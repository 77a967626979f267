/** The log of the built program: what is in it, where it is, and that it gets in nobody's way. */
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { onScreen } from "../support/full-screen.ts";
import { errorBody, textReply, toolReply } from "../support/mock-anthropic.ts";
import { statusReply } from "../support/mock-server.ts";
import { scratch } from "../support/program.ts";
import { useAgent } from "./agent.ts";
import { inChat, leave } from "./pty-chat.ts";

const agent = useAgent();
const key = "weaving-key-0123456789";
const lines = (text: string) => text.trimEnd().split("\n");

describe("in a one-shot run", () => {
  it("has requests and tools, but nothing that was said, and no key", async () => {
    const file = join(scratch(), "logs", "log");
    agent.mock.enqueue(
      statusReply(529, errorBody("overloaded_error", `secret-words ${key}`)),
      toolReply([{ id: "c1", name: "bash", input: { command: `echo secret-words ${key}` } }]),
      textReply("secret-words"),
    );
    const args = ["--log-level", "info", "--log-file", file, "--auto-tools", "secret-words"];
    const env = { ANTHROPIC_API_KEY: key, TREADLE_RETRY_BASE_MS: "1" };
    const { code, stderr } = await agent.run(args, { env });
    expect(code, stderr).toBe(0);
    const log = readFileSync(file, "utf8");
    expect(
      lines(log).map((line) =>
        line
          .split(/ (?!to )/)
          .slice(1, 3)
          .join(" "),
      ),
    ).toEqual([
      "info start",
      "warning request",
      "info request",
      "info tool",
      "info request",
      "info turn",
      "info end",
    ]);
    expect(log).toMatch(
      / info request task=t1 backend=anthropic model=\S+ iteration=1 status=\S+ ms=\d+ retries=1\n/,
    );
    expect(log).toMatch(/ info tool task=t1 tool=bash fate=ran failed=false ms=\d+\n/);
    expect(log).not.toContain(key);
    expect(log.replace(/reason=.*/, "")).not.toContain("secret-words");
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("goes to the standard error where it is asked for, and leaves the answer alone", async () => {
    agent.mock.enqueue(textReply("Woven."));
    const { stdout, stderr } = await agent.run(["--log-stderr", "--log-level", "info", "go"]);
    expect(stdout).toBe("Woven.\n");
    expect(stderr).toMatch(/^\S+Z info turn task=t1 outcome=answered /m);
  });

  it("is not there where there is nothing to tell, or nothing is recorded", async () => {
    const HOME = scratch();
    const log = join(HOME, ".local/state/treadle/log");
    agent.mock.enqueue(textReply("Woven."), textReply("Woven."));
    await agent.run(["go"], { env: { HOME } });
    expect(existsSync(log)).toBe(false);
    await agent.run(["--no-session", "--log-level", "debug", "go"], { env: { HOME } });
    expect(existsSync(log)).toBe(false);
    agent.mock.enqueue(statusReply(401, errorBody("authentication_error", "No.")));
    await agent.run(["go"], { env: { HOME } });
    expect(readFileSync(log, "utf8")).toMatch(/ error turn task=t1 outcome=failed .*cause=auth /);
  });

  it("names its levels when one is wrong", async () => {
    const { code, stderr } = await agent.run(["--log-level", "loud", "go"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("off, error, warning, info, debug")]);
  });
});

describe.concurrent("in a chat", () => {
  it("costs one sentence where it cannot be written, and the chat goes on", () => {
    const args = ["--log-level", "info", "--log-file", "/dev/full"];
    return inChat({ args, replies: [textReply("Woven.")] }, async (chat) => {
      await chat.pty.expect("The log cannot be written: /dev/full is not a regular file.");
      chat.pty.enter("go");
      await chat.pty.expect("Assistant: Woven.");
      await leave(chat);
      expect(chat.pty.output().match(/The log cannot be written/g)).toHaveLength(1);
    });
  });

  it("does not touch the full screen", () => {
    const file = join(scratch(), "log");
    const args = ["--log-level", "debug", "--log-stderr", "--log-file", file];
    return onScreen({ args, replies: [textReply("Woven.")] }, async (screen) => {
      await screen.enter("go");
      await screen.shows("Woven.");
      expect(screen.rows().join("\n")).not.toContain("info");
      expect(readFileSync(file, "utf8")).toContain(" info turn ");
    });
  });

  it("a key that is typed or read is neither recorded nor exported", () => {
    const HOME = scratch();
    const exported = join(HOME, "chat.md");
    writeFileSync(join(HOME, "notes"), key);
    const env = { HOME, ANTHROPIC_API_KEY: key };
    return inChat({ env, replies: [textReply(`Is ${key} yours?`)] }, async (chat) => {
      chat.pty.enter(`my key is ${key}`);
      await chat.pty.expect("yours?");
      chat.pty.enter("/status");
      const [path = ""] = (await chat.pty.expect(/\S+\.jsonl/)).match(/\/\S+\.jsonl/) ?? [];
      chat.pty.enter(`/export ${exported}`);
      await chat.pty.expect("Exported 2 messages");
      for (const file of [path, exported]) {
        expect(readFileSync(file, "utf8")).toContain("my key is [REDACTED]");
        expect(readFileSync(file, "utf8")).not.toContain(key);
      }
      await leave(chat);
    });
  });
});
