/** Every place where things are written down, and every secret that must not be in it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createAudit } from "../../src/app/audit.ts";
import { createLog } from "../../src/app/log/log.ts";
import { createFileSink } from "../../src/app/log/log-sinks.ts";
import { createServerLog } from "../../src/app/mcp-log.ts";
import { createRecorder } from "../../src/app/recorder.ts";
import { keyConcealer, redactorFor } from "../../src/app/redactors.ts";
import { openTrace } from "../../src/app/trace.ts";
import type { AgentEvent } from "../../src/model/event.ts";
import { defaultSettings, type Settings } from "../../src/model/settings.ts";
import type { JournalRecord } from "../../src/sessions/record.ts";
import { readCases } from "../support/cases.ts";
import { scratch } from "../support/program.ts";

const settings: Settings = {
  ...defaultSettings,
  backends: { openai: { apiKey: 'loom "key" 0123456789' }, ollama: { apiKey: "ollama" } },
  mcpServers: { s: { env: { TOKEN: "weft-token-1" } } },
};
const redact = redactorFor(settings);

const events = (text: string): readonly AgentEvent[] => [
  {
    type: "message-added",
    message: {
      role: "assistant",
      parts: [{ type: "tool-call", call: { id: "c1", name: "bash", input: { command: `echo ${text}` } } }],
    },
  },
  {
    type: "tool-finished",
    result: { callId: "c1", name: "bash", output: text, isError: false },
    fate: "ran",
  },
];

/** What each writes when it is told of this text. */
const sinks: Readonly<Record<string, (text: string) => string>> = {
  log(text) {
    const path = join(scratch(), "log");
    const file = { path, sink: createFileSink(path) };
    const log = createLog({ level: "debug", file, redact, now: () => 0 });
    log.write("info", "notice", { text });
    log.write("info", "more", { text: `${text} and more\n${text}` });
    return readFileSync(path, "utf8");
  },
  audit(text) {
    const file = join(scratch(), "audit.jsonl");
    const audit = createAudit({ file, level: () => "forensic", directory: "/", redact });
    for (const event of events(text)) audit({ seq: 1, task: "t1", at: 0, event });
    return readFileSync(file, "utf8");
  },
  trace(text) {
    const cwd = scratch();
    const opened = openTrace("trace", cwd, redact);
    if (opened.kind === "error") throw new Error(opened.message);
    const write = opened.trace.writer(() => {});
    for (const event of events(text)) write({ seq: 1, task: "t1", at: 0, event });
    opened.trace.close();
    return readFileSync(join(cwd, "trace"), "utf8");
  },
  "the errors of MCP servers"(text) {
    const directory = scratch();
    const log = createServerLog(directory, redact);
    const bytes = Buffer.from(`one ${text}\ntwo ${text}`);
    for (const byte of bytes) log.write("s", Buffer.from([byte]));
    log.close();
    return readFileSync(join(directory, "s.log"), "utf8");
  },
};

const { title, absent, cases } = readCases("redaction");
const secrets: readonly (readonly [string, string])[] = [
  ['loom "key" 0123456789', "0123456789"],
  ["weft-token-1", "weft-token"],
  ...cases.map(({ input }): readonly [string, string] => {
    const text = String(input);
    return [text, text.split(/[:=]\s*/).at(-1) ?? ""];
  }),
];

describe.skipIf(absent)(title, () => {
  describe.each(Object.entries(sinks))("%s", (_, written) => {
    it.each(secrets)("has no %s", (text, part) => {
      const all = written(text);
      expect(all).toContain("[REDACTED]");
      expect(all).not.toContain(part);
    });
  });
});

describe("what was said", () => {
  function recorded(text: string): string {
    const records: JournalRecord[] = [];
    const recorder = createRecorder({
      journal: {
        id: "s1",
        path: () => "/s1",
        append(record) {
          records.push(record);
          return { kind: "kept" };
        },
        close() {},
      },
      directory: "/",
      now: () => 0,
      emit() {},
      inUse: () => ({ backend: "ollama", model: "m-1", agent: "default" }),
      price: () => ({ model: "m-1" }),
      conceal: keyConcealer(settings),
    });
    const said = { role: "user", text } as const;
    for (const event of [...events(text), { type: "message-added", message: said } as const])
      recorder.record({ seq: 1, task: "t1", at: 0, event });
    return JSON.stringify(records);
  }

  it("is recorded without the keys of backends", () => {
    const all = recorded('my key is loom "key" 0123456789, you see');
    expect(all).toContain("my key is [REDACTED], you see");
    expect(all).not.toContain("0123456789");
  });

  it("is recorded as it is otherwise: it may be about keys, and short ones are words", () => {
    const text = "ollama takes ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    expect(recorded(text)).toContain(text);
    expect(recorded(text)).toContain('"backend":"ollama"');
  });
});
