/** Conversations that become shorter by themselves, in front of a strict mock. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { errorBody, textReply, toolReply } from "../support/mock-anthropic.ts";
import { statusReply } from "../support/mock-server.ts";
import { cleanEnv, scratch } from "../support/program.ts";
import { journals, useAgent } from "./agent.ts";

const agent = useAgent();
const words = "warp and weft ".repeat(12);
const prompts = (count: number) =>
  Array.from({ length: count }, (_, at) => `prompt ${at + 1}: ${words}\n`).join("");

/** Mode summarize from 200 tokens on. */
function summarizing(settings: object = {}): readonly string[] {
  const file = join(scratch(), "settings.json");
  writeFileSync(file, JSON.stringify({ context_mode: "summarize", summarize_at: 200, ...settings }));
  return ["--config", file];
}
const asksForSummary = "Write the summary that will stand in its place";

/** What the provider was sent, as text. */
const sent = () => agent.mock.requests.map(({ body }) => JSON.stringify(body));

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

describe("mode summarize", () => {
  it("makes one request for a summary, and puts it between marks (C04, C17)", async () => {
    agent.mock.enqueue(...Array.from({ length: 4 }, () => textReply("ok")), textReply("They wove."));
    const { code, stdout } = await agent.run(summarizing(), { input: prompts(5) });
    expect(code).toBe(0);
    const requests = sent();
    expect(requests.map((text) => count(text, asksForSummary))).toEqual([0, 0, 0, 0, 1, 0]);
    expect(requests[5]).toContain("\\n\\n[CONTEXT SUMMARY]\\nThey wove.\\n[END CONTEXT SUMMARY]");
    expect(requests[5]).toContain("prompt 1:");
    expect(requests[5]).not.toContain("prompt 2:");
    expect(stdout).toContain("[Compacting 2 messages...]");
    expect(stdout).toMatch(/\[Compacted 2 messages \(about \d+ -> \d+ tokens\)/);
  });

  it("does so after the results of tools too (C17)", async () => {
    const calls = (at: number) =>
      toolReply([{ id: `c${at}`, name: "bash", input: { command: `echo ${words}${at}` } }]);
    agent.mock.enqueue(calls(1), calls(2), calls(3), calls(4), textReply("They echoed."), textReply("Done."));
    const { code, stdout } = await agent.run([...summarizing(), "--auto-tools", "weave"]);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("Done.") });
    const requests = sent();
    expect(requests.map((text) => count(text, asksForSummary))).toEqual([0, 0, 0, 0, 1, 0]);
    expect(requests[5]).toContain("weave\\n\\n[CONTEXT SUMMARY]\\nThey echoed.");
  });

  it("goes on with everything, a warning and the oldest messages dropped when there is none (C18)", async () => {
    const broken = statusReply(400, errorBody("invalid_request_error", "no summaries here"));
    agent.mock.enqueue(...Array.from({ length: 4 }, () => textReply("ok")), broken);
    const { code, stdout } = await agent.run(summarizing({ max_conversation_messages: 8 }), {
      input: prompts(5),
    });
    expect(code).toBe(0);
    expect(stdout).toContain("[Warning: Compaction failed:");
    expect(stdout).toContain("Falling back to history trimming.");
    expect(sent().at(-1)).not.toContain("CONTEXT SUMMARY");
    expect(sent().at(-1)).toContain("prompt 5:");
    expect(sent().at(-1)).not.toContain("prompt 1:");
  });
});

describe("a window that is full", () => {
  it("has old turns give way to lines, in one change that the journal keeps (C13)", async () => {
    const env = cleanEnv({});
    const file = join(scratch(), "settings.json");
    const backends = { anthropic: { context_window: 2000 } };
    writeFileSync(file, JSON.stringify({ backends, tools: [], system_prompt: "Weave." }));
    const long = "warp and weft ".repeat(140);
    const input = Array.from({ length: 10 }, (_, at) => `prompt ${at + 1}: ${long}\n`).join("");
    const { code, stdout } = await agent.run(["--config", file], { env, input });
    expect(code).toBe(0);
    expect(stdout).toMatch(/\[Compacted \d+ messages \(about \d+ -> \d+ tokens\)/);
    const last = sent().at(-1) ?? "";
    expect(count(last, "[buddy compact summary]")).toBe(1);
    expect(last).toContain(`prompt 10: ${long.trim()}`);
    const [journal = []] = journals(env.HOME ?? "");
    const records = journal.map((record) => JSON.stringify(record));
    expect(records.filter((line) => line.includes(`"reason":"compacted"`)).length).toBeGreaterThan(0);
    expect(records.filter((line) => line.includes(`prompt 1: ${long.trim()}`))).toHaveLength(1);
  });
});
