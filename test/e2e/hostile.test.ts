/** The built program among hostile names, files, servers and agents, at a terminal in both displays and in a pipe. */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { corpus } from "../hostile/corpus.ts";
import { unseenOnPaper } from "../hostile/unseen.ts";
import { onScreen } from "../support/full-screen.ts";
import {
  blockDelta,
  blockStart,
  blockStop,
  errorBody,
  messageEnd,
  messageStart,
  textReply,
  toolReply,
} from "../support/mock-anthropic.ts";
import { type MockReply, rawReply, statusReply } from "../support/mock-server.ts";
import { root, runProgram, scratch } from "../support/program.ts";
import { agentsPath } from "../support/program-host.ts";
import { startPty } from "../support/pty.ts";
import { inChat, leave } from "./pty-chat.ts";

const esc = String.fromCharCode(27);
const tag = String.fromCodePoint(0xe0041);

/** Short enough for a name, and without what no file name may hold. */
const name = `x${esc}]0;t${String.fromCharCode(7)}${String.fromCharCode(0x9b)}2J\u202E${tag}${esc}[8m`;
const shownName = "x^[]0;t^G\\u{9b}2J\\u{202e}\\u{e0041}^[[8m";

const nul = String.fromCharCode(0);

/** Some of each kind, in lines. Files with NUL in them are not shown. */
const everything = `${corpus
  .filter(({ text }, index) => text.length < 200 && index % 3 === 0)
  .map(({ text }) => text.replaceAll(nul, ""))
  .join("\n")}\nthe very end`;

/** In bytes of its own, so that characters and sequences arrive in pieces. */
function inBytes(...events: readonly string[]): MockReply {
  const [head = "", ...rest] = events;
  const bytes = Array.from(Buffer.from(rest.join("")), (byte) => Uint8Array.of(byte));
  return rawReply([head, ...bytes]);
}

const said = inBytes(
  messageStart(),
  blockStart(0, { type: "thinking", thinking: "", signature: "" }),
  blockDelta(0, { type: "thinking_delta", thinking: name }),
  blockStop(0),
  blockStart(1, { type: "text", text: "" }),
  blockDelta(1, { type: "text_delta", text: `${name} ` }),
  blockStop(1),
  messageEnd("end_turn"),
);

function place() {
  const home = scratch();
  const cwd = join(home, name);
  mkdirSync(cwd);
  mkdirSync(join(home, ".config/treadle/themes"), { recursive: true });
  mkdirSync(join(home, ".config/treadle/templates"), { recursive: true });
  writeFileSync(join(cwd, `${name}.txt`), everything);
  writeFileSync(join(cwd, "all.txt"), everything);
  writeFileSync(join(home, ".config/treadle/themes", `${name}.json`), `{"${name.slice(0, 1)}${tag}":1}`);
  writeFileSync(join(home, ".config/treadle/templates", `${name}.md`), name);
  return { home, cwd, config: join(home, ".config/treadle/config.json") };
}

const replies = (): readonly MockReply[] => [
  said,
  toolReply([{ id: "toolu_1", name: "bash", input: { command: "cat all.txt; cat all.txt >&2" } }]),
  textReply(everything),
  toolReply([{ id: "toolu_2", name, input: { [name]: name } }]),
  textReply("so be it"),
  statusReply(400, errorBody("invalid_request_error", `${name} refused`)),
];

describe.concurrent("at a terminal", () => {
  it("the full screen shows all of it and obeys none", () => {
    const { home, cwd } = place();
    const options = { args: ["--auto-tools"], cwd, env: { HOME: home }, replies: replies() };
    return onScreen(options, async (screen) => {
      await screen.enter("first");
      await screen.shows(`Thinking: ${shownName}`);
      await screen.enter("second");
      await screen.shows("the very end");
      await screen.enter("third");
      await screen.shows("so be it");
      await screen.enter("fourth");
      await screen.shows("refused");
      screen.type("@");
      screen.press("tab");
      await screen.shows(shownName.slice(0, 20));
      screen.press("ctrl-u");
      for (const command of ["/theme", "/templates", "/context", "/usage"]) {
        screen.press("ctrl-u");
        await screen.enter(command);
      }
      for (const [columns, rows] of [
        [1, 1],
        [200, 3],
        [2, 60],
        [100, 30],
      ] as const) {
        screen.resize(columns, rows);
      }
      await screen.shows("any key closes");
      screen.press("escape");
      await screen.shows("ctx");
    });
  });

  it("a window of a size that no screen has does not fill the memory", async () => {
    const largest = { cols: 65_535, rows: 65_535, env: { TERM: "xterm" } };
    const pty = startPty({ args: ["-b", "offline"], ...largest });
    await pty.expect("ctx");
    pty.resize(65_535, 1);
    pty.resize(65_535, 65_535);
    pty.type("hello");
    await pty.expect("hello");
    const [, rss] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pty.pid}/status`, "utf8")) ?? [];
    expect(Number(rss)).toBeLessThan(700_000);
    pty.kill("SIGTERM");
    await pty.exited;
  });

  it("the append display too", async () => {
    const { home, cwd } = place();
    const options = { args: ["--auto-tools"], cwd, env: { HOME: home }, replies: replies() };
    await inChat(options, async (chat) => {
      const { pty } = chat;
      for (const [line, answer] of [
        ["first", `Assistant: ${shownName}`],
        ["second", "[Tool bash result]"],
        ["", "the very end"],
        ["third", "so be it"],
        ["fourth", "refused"],
        ["/theme nothing", "There is no theme"],
        ["/templates", "explain"],
        ["/context", "tokens"],
      ] as const) {
        if (line !== "") pty.enter(line);
        await pty.expect(answer);
      }
      pty.resize(1, 1);
      pty.resize(65_535, 65_535);
      await leave(chat);
      expect(unseenOnPaper(pty.output().replaceAll("\r\n", "\n").replaceAll("\b \b", ""))).toBeUndefined();
    });
  });
});

describe.concurrent("in a pipe", () => {
  const { home, cwd, config } = place();
  writeFileSync(config, JSON.stringify({ [name]: 1, theme: name, aliases: { [name]: name } }));
  mkdirSync(join(cwd, "sub"));

  it.each([
    ["--theme", name],
    ["-m", name],
    ["-b", name],
    ["--resume", name],
    ["--search", name],
    ["--config", join(home, name)],
    [`--${name}`],
    [name, "--agent", name],
    ["--doctor"],
    ["--help"],
    ["--version"],
    ["--output", "json", name],
    ["--output", "jsonl", name],
    ["-b", "offline", name],
  ])("%j ends without a control byte", async (...args) => {
    const env = {
      HOME: home,
      TERM: name.replaceAll("/", ""),
      COLUMNS: "65535",
      LINES: "-1",
      LANG: `${name}.UTF-8`,
    };
    const { stdout, stderr } = await runProgram({ args, cwd, env });
    expect(unseenOnPaper(stdout)).toBeUndefined();
    expect(unseenOnPaper(stderr)).toBeUndefined();
  });

  it("a session is read back as text", async () => {
    const own = scratch();
    const env = { HOME: own };
    await runProgram({ args: ["-b", "offline"], input: "hello\n", cwd, env });
    const sessions = join(own, ".local/state/treadle/sessions");
    const [journal = ""] = readdirSync(sessions).filter((file) => file.endsWith(".jsonl"));
    const messages = [
      { role: "user", text: everything },
      { role: "assistant", parts: [{ type: "text", text: everything }] },
    ];
    for (const message of messages)
      appendFileSync(join(sessions, journal), `${JSON.stringify({ type: "message", at: 1, message })}\n`);
    appendFileSync(join(sessions, journal), `${everything}\n`);
    for (const args of [["--continue"], ["--search", "very end"], ["--resume", "last"]]) {
      const { stdout, stderr } = await runProgram({
        args: args[0] === "--search" ? args : ["-b", "offline", ...args],
        input: "/history\n/export a.html\n/export a.txt\n",
        cwd,
        env,
      });
      expect(unseenOnPaper(stdout + stderr)).toBeUndefined();
      expect(stdout + stderr).toMatch(/the (\*\*)?very end/);
    }
  });

  it("an agent's output and its errors are text", async () => {
    const own = scratch();
    writeFileSync(
      join(own, "play"),
      JSON.stringify([{ out: everything }, { err: `${everything}${name}` }, { exit: 3 }]),
    );
    const settings = { backends: { mine: { type: "cli", command: "myagent" } } };
    writeFileSync(join(own, "config.json"), JSON.stringify(settings));
    const env = { HOME: own, PATH: agentsPath, AGENT_PLAY: join(own, "play") };
    const args = ["--config", join(own, "config.json"), "-b", "mine"];
    const { stdout, stderr } = await runProgram({ args, input: "go\n", env });
    expect(unseenOnPaper(stdout + stderr)).toBeUndefined();
    expect(stdout + stderr).toContain("the very end");
  });

  it("names and descriptions of MCP servers and tools are text", async () => {
    const own = scratch();
    const fixture = join(root, "test/fixtures/mcp/server.mjs");
    const server = { command: process.execPath, args: [fixture, "hostile", "noise"] };
    writeFileSync(join(own, "config.json"), JSON.stringify({ mcp_servers: { s: server } }));
    const args = ["--config", join(own, "config.json"), "-b", "offline"];
    const { stdout, stderr } = await runProgram({
      args,
      input: "/mcp\n/tools\n/context\nhi\n/tools\n",
      env: { HOME: own },
    });
    expect(unseenOnPaper(stdout + stderr)).toBeUndefined();
    expect(stdout).toContain("s__poison");
  });
});
