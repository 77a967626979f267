/** The first minutes with the built program: the offer, treadle init on plain lines, /init on both displays. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { onScreen } from "../support/full-screen.ts";
import { runProgram, scratch } from "../support/program.ts";
import { type Pty, startPty } from "../support/pty.ts";
import { expectPlain } from "./pty-chat.ts";

const configOf = (home: string) => join(home, ".config", "treadle", "config.yaml");

async function atTerminal(
  home: string,
  args: readonly string[],
  use: (pty: Pty) => Promise<void>,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<void> {
  const pty = startPty({ args, env: { HOME: home, TERM: "dumb", ...env } });
  try {
    await use(pty);
    expectPlain(pty.output());
  } finally {
    await pty.dispose();
  }
}

describe("treadle init", () => {
  it("asks on plain lines, and what it writes is in force", async () => {
    const home = scratch();
    const key = { ANTHROPIC_API_KEY: "sk-secret" };
    await atTerminal(
      home,
      ["init"],
      async (pty) => {
        await pty.expect("[1]: ");
        pty.enter("nobody");
        await pty.expect("Type a number");
        pty.enter("anthropic");
        await pty.expect("Which model of anthropic?");
        await pty.expect("[1]: ");
        pty.enter("claude-mine");
        await pty.expect("[1]: ");
        pty.enter("plan");
        await pty.expect("Written: ~/.config/treadle/config.yaml");
        expect(await pty.exited).toMatchObject({ code: 0 });
      },
      key,
    );
    expect(statSync(configOf(home)).mode & 0o777).toBe(0o600);
    expect(readFileSync(configOf(home), "utf8")).not.toContain("sk-secret");
    await atTerminal(
      home,
      [],
      async (pty) => {
        await pty.expect("model claude-mine (chosen in the settings)");
        pty.enter("/status");
        await pty.expect("tools only look");
      },
      key,
    );
  });

  it("leaves without a trace at Ctrl-C", async () => {
    const home = scratch();
    await atTerminal(home, ["init"], async (pty) => {
      await pty.expect("]: ");
      pty.type(String.fromCharCode(3));
      expect(await pty.exited).toMatchObject({ signal: 2 });
    });
    expect(existsSync(configOf(home))).toBe(false);
  });

  it("needs --yes in a pipe", async () => {
    const home = scratch();
    const asked = await runProgram({ args: ["init"], input: "1\n\n\n", env: { HOME: home } });
    expect(asked).toMatchObject({ code: 2, stdout: "" });
    expect(asked.stderr).toContain("add --yes");
    const taken = await runProgram({ args: ["init", "--yes"], env: { HOME: home } });
    expect(taken).toMatchObject({ code: 0, stderr: "" });
    expect(existsSync(configOf(home))).toBe(true);
    const again = await runProgram({ args: ["init", "--yes"], env: { HOME: home } });
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toContain("kept as they are");
  });
});

describe("the first chat", () => {
  it("offers it in one line, only once, and chats all the same", async () => {
    const home = scratch();
    await atTerminal(home, [], async (pty) => {
      await pty.expect("No settings yet: /init (or treadle init)");
      await pty.expect("You: ");
      pty.enter("hi");
      await pty.expect("offline demo");
    });
    await atTerminal(home, [], async (pty) => {
      const header = await pty.expect("You: ");
      expect(header).not.toContain("No settings yet");
    });
  });

  it("/init shows the file, asks, and writes it", async () => {
    const home = scratch();
    await atTerminal(
      home,
      ["-b", "anthropic"],
      async (pty) => {
        await pty.expect("You: ");
        pty.enter("/init anthropic claude-mine");
        const shown = await pty.expect("[y/N]");
        expect(shown).toContain("    model: claude-mine");
        pty.enter("n");
        await pty.expect("Nothing was written");
        expect(existsSync(configOf(home))).toBe(false);
        pty.enter("/init");
        await pty.expect("[y/N]");
        pty.enter("y");
        await pty.expect("Written: ~/.config/treadle/config.yaml");
        expect(readFileSync(configOf(home), "utf8")).toMatch(/^backend: anthropic$/m);
        pty.enter("/init");
        await pty.expect("kept as they are");
      },
      { ANTHROPIC_API_KEY: "sk-secret" },
    );
    expect(readFileSync(configOf(home), "utf8")).not.toContain("sk-secret");
  });

  it("/init asks in a box on the full screen", async () => {
    const home = scratch();
    await onScreen({ env: { HOME: home } }, async (screen) => {
      await screen.enter("/init offline");
      await screen.shows("Write these settings to ~/.config/treadle/config.yaml?");
      await screen.answer("y");
      await screen.shows("Written: ~/.config/treadle/config.yaml");
    });
    expect(readFileSync(configOf(home), "utf8")).toMatch(/^backend: offline$/m);
  });
});
