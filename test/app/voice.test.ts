/** Voice with a real server: what it is asked, what is submitted, and every way in which it ends. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createMcp } from "../../src/app/mcp.ts";
import { createVoice } from "../../src/app/voice.ts";
import { parseVoiceStart } from "../../src/commands/voice-options.ts";
import type { AgentEvent } from "../../src/model/event.ts";
import { scratch } from "../support/program.ts";
import { eventually } from "../tools/processes.ts";

const fixture = join(import.meta.dirname, "../fixtures/mcp/stt-server.mjs");
/** Once the test hurries, what takes seconds is over soon. */
function createClock() {
  let hurries = false;
  const patient = new Set<() => void>();
  const soon = (act: () => void, ms: number) => {
    const timer = setTimeout(act, ms);
    return { cancel: () => clearTimeout(timer) };
  };
  return {
    now: () => 0,
    after(ms: number, act: () => void) {
      if (ms < 500) return soon(act, 20);
      if (hurries) return soon(act, 300);
      patient.add(act);
      return { cancel: () => patient.delete(act) };
    },
    hurry() {
      hurries = true;
      for (const act of patient) soon(() => patient.delete(act) && act(), 300);
    },
  };
}
const never = new AbortController().signal;

interface Noted {
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly arguments?: object };
}

function open(...habits: readonly string[]) {
  const directory = scratch();
  const clock = createClock();
  const [speech, log] = [join(directory, "speech"), join(directory, "log")];
  const s = {
    command: process.execPath,
    args: [fixture, ...habits],
    env: { STT_SPEECH: speech, MCP_LOG: log },
  };
  const host = { cwd: directory, home: directory, env: { PATH: process.env.PATH }, version: "1", clock };
  const mcp = createMcp({ host, servers: { s }, interactive: true, patienceMs: 1000 });
  onTestFinished(() => mcp.close());
  mcp.start(() => {});
  const events: AgentEvent[] = [];
  const submitted: string[] = [];
  let waiting = 0;
  const voice = createVoice({
    mcp,
    clock,
    emit: (event) => events.push(event),
    submit: (text) => submitted.push(text),
    waiting: () => waiting,
  });
  const noted = () =>
    (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []).map(
      (line) => JSON.parse(line) as Noted,
    );
  const calls = (name: string) =>
    noted().flatMap(({ params }) => (params?.name === name ? [params.arguments] : []));
  return {
    voice,
    mcp,
    hurry: clock.hurry,
    events,
    submitted,
    noted,
    calls,
    hears: (...said: readonly object[]) =>
      appendFileSync(speech, said.map((event) => `${JSON.stringify(event)}\n`).join("")),
    start(line = "", signal = never) {
      const { options } = parseVoiceStart(line.split(" ").filter(Boolean));
      if (!options) throw new Error("no options");
      return voice.start(options, signal);
    },
    said: () => events.flatMap((event) => (event.type === "notice" ? [event.text] : [])),
    states: () => events.flatMap((event) => (event.type === "voice-changed" ? [event.state] : [])),
    pileUp(count: number) {
      waiting = count;
    },
  };
}

const final = (text: string) => ({ type: "utterance_final", text });

describe("a session of speech", () => {
  it("is begun with what the server can be told (start-call)", async () => {
    const { start, calls, states } = open();
    expect(await start("loopback --endpointing-ms 300")).toMatch(/^Voice started \(loopback\) session=s-1/);
    expect(calls("stt_start_session")).toEqual([
      { source: "loopback", chunk_seconds: 3, endpointing_ms: 300, utterance_end_ms: 1500 },
    ]);
    expect(states()).toEqual(["listening"]);
    expect(await start()).toContain("Voice is already running (session=s-1)");
  });

  it("is begun with less where the server takes less", async () => {
    const { start, calls } = open("plain", "fenced");
    await start("--mic-device-id hw1");
    expect(calls("stt_start_session")).toEqual([{ source: "microphone", mic_device_id: "hw1" }]);
  });

  it("submits what is complete, in order and once, and shows the rest (poll, events, dup-seq)", async () => {
    const { start, hears, submitted, events, calls } = open("repeats");
    await start();
    hears({ type: "provisional_text", text: "hel" });
    await eventually(() => expect(events).toContainEqual({ type: "voice-heard", text: "hel" }));
    hears(final(" one "), final("/exit"), final("!rm -rf x"), final("  "), { type: "info", message: "m" });
    await eventually(() => expect(submitted).toEqual(["one", "/exit", "!rm -rf x"]));
    const asked = calls("stt_get_updates").length;
    await eventually(() => expect(calls("stt_get_updates").length).toBeGreaterThan(asked + 2));
    expect(submitted).toHaveLength(3);
    expect(events.filter(({ type }) => type === "voice-heard")).toHaveLength(4);
    expect(calls("stt_get_updates")[0]).toEqual({ session_id: "s-1", since_seq: 0, limit: 100 });
    expect(calls("stt_get_updates").at(-1)).toEqual({ session_id: "s-1", since_seq: 6, limit: 100 });
  });

  it("tells how it is (status-shape)", async () => {
    const { start, voice } = open();
    expect(await voice.status(never)).toContain("Voice is stopped");
    await start();
    expect(await voice.status(never)).toBe(
      "Voice session=s-1 server=s source=microphone status=running queue=0 next_seq=1 stable=2 errors=0 latest='hello'",
    );
  });

  it("tells how it is as far as it is known, where the server does not", async () => {
    const { start, voice, hears, submitted } = open("no-stt_get_session");
    await start();
    hears(final("x".repeat(100)));
    await eventually(() => expect(submitted).toHaveLength(1));
    expect(await voice.status(never)).toBe(
      `Voice session=s-1 server=s source=microphone status=running queue=0 next_seq=1 errors=0 latest='${"x".repeat(57)}...'`,
    );
  });

  it("passes problems on, and not without end", async () => {
    const { start, hears, said } = open();
    await start();
    hears(...Array.from({ length: 40 }, (_, number) => ({ type: "warning", message: `no ${number}` })));
    await eventually(() => expect(said()).toHaveLength(11));
    expect(said().slice(-2)).toEqual(["The MCP server s says: no 9", "More of what it says is not shown."]);
  });
});

describe("it does not begin", () => {
  it.each([
    ["no-stt_stop_session", "Voice unavailable: missing MCP tools stt_stop_session."],
    ["no-id", "Voice failed: start response missing session_id"],
    ["refuses", "Voice failed: The server reports an error: no microphone"],
    ["deaf", "Voice failed: the MCP server s gave no answer in 30 seconds"],
  ])("%s", async (habit, sentence) => {
    const { start, states, mcp, hurry } = open(habit);
    await mcp.connected();
    hurry();
    expect(await start()).toContain(sentence);
    expect(states()).toEqual([]);
  });

  it("where there is no server at all (tools-needed)", async () => {
    const { start, mcp } = open();
    mcp.close();
    expect(await start()).toContain(
      "Voice unavailable: missing MCP tools stt_start_session, stt_get_updates, stt_stop_session, stt_get_session",
    );
  });

  it("when the user calls it off", async () => {
    const { start, calls } = open("deaf");
    const stopper = new AbortController();
    const starting = start("", stopper.signal);
    await eventually(() => expect(calls("stt_start_session")).toHaveLength(1));
    stopper.abort();
    expect(await starting).toBe("Voice was not started.");
  });
});

describe("it ends", () => {
  it("when the user says so, also on the server, and asks no more (stop-call)", async () => {
    const { start, voice, calls, states, noted } = open();
    await start();
    await eventually(() => expect(calls("stt_get_updates").length).toBeGreaterThan(1));
    expect(await voice.stop(never)).toBe("Voice stopped (session=s-1)");
    expect(calls("stt_stop_session")).toEqual([{ session_id: "s-1" }]);
    expect(states()).toEqual(["listening", "off"]);
    expect(await voice.stop(never)).toBe("Voice is already stopped");
    expect(noted().map(({ method }) => method)).not.toContain("notifications/cancelled");
    expect(await start()).toContain("Voice started");
  });

  it("even if the server does not answer to that", async () => {
    const { start, voice, hurry } = open("deaf-stop");
    await start();
    hurry();
    expect(await voice.stop(never)).toBe("Voice stopped (session=s-1)");
  });

  it.each([
    ["dies", { type: "die" }, "The MCP server s is gone (it ended with exit code 7)"],
    ["hangs", { type: "hang" }, "The MCP server s gave no answer in 10 seconds"],
    ["talks nonsense", { type: "nonsense" }, "The answer of the server is not a list of what was heard"],
    ["has ended the session", { type: "stopped" }, "The MCP server s says that its session is stopped"],
  ])("when the server %s, with a sentence", async (_, deed, sentence) => {
    const { start, hears, said, states, voice, hurry } = open();
    await start();
    hears(deed);
    if (deed.type === "hang") hurry();
    await eventually(() => expect(states()).toEqual(["listening", "off"]));
    expect(said()).toEqual([expect.stringMatching(/^Voice has ended\. .*\/voice start begins anew\.$/)]);
    expect(said()[0]).toContain(sentence);
    expect(await voice.status(never)).toContain("Voice is stopped");
  });

  it("when more is said than is answered", async () => {
    const { start, hears, said, submitted, pileUp, calls } = open();
    await start();
    pileUp(50);
    hears(final("one too many"));
    await eventually(() => expect(said()).toEqual([expect.stringContaining("50 prompts")]));
    expect(submitted).toEqual([]);
    await eventually(() => expect(calls("stt_stop_session")).toHaveLength(1));
  });

  it("with the chat, which waits for no server that does not answer", async () => {
    const { start, voice, states, calls, hurry } = open("deaf-stop");
    await start();
    hurry();
    await voice.close();
    expect(states()).toEqual(["listening", "off"]);
    await eventually(() => expect(calls("stt_stop_session")).toHaveLength(1));
    await voice.close();
  });
});
