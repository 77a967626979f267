import { describe, expect, it } from "vitest";
import { compactTurns, keptFailures, keptTurns } from "../../../src/context/compaction/compact-turns.ts";
import { linesPrefix } from "../../../src/context/compaction/marks.ts";
import {
  detailChars,
  linesSummary,
  maxSummaryLines,
  operationLine,
  operationsOf,
} from "../../../src/context/compaction/summary-lines.ts";
import { outcomeOf } from "../../../src/context/compaction/tool-outcome.ts";
import { estimateTokens } from "../../../src/context/tokens.ts";
import { repairHistory } from "../../../src/loop/settle.ts";
import { changed } from "../../../src/model/history-change.ts";
import type { Message } from "../../../src/model/message.ts";
import { type Case, readCases } from "../../support/cases.ts";
import { assertSettled } from "../../support/strict-history.ts";

const file = readCases("compaction_turns");
/** Of the preflight, which has tests of its own. */
const preflight = ["thresholds-200", "zero-limit", "warn-text", "error-text"];

describe.skipIf(file.absent)(file.title, () => {
  it.each(file.cases.filter(({ id }) => !preflight.includes(id)))("$id", (row) => {
    const { tool_result: output } = row.input as { tool_result?: string };
    if (output !== undefined) return expect(outcomeOf({ output, isError: false })).toEqual(row.expected);
    const check = checks[row.id];
    expect(check, "a case that no test knows").toBeDefined();
    check?.(row);
  });
});

const checks: Readonly<Record<string, (row: Case) => void>> = {
  params({ expected }) {
    expect(expected).toMatchObject({
      keep_recent_turns: keptTurns,
      keep_failed_tool_ops: keptFailures,
      max_summary_lines: maxSummaryLines,
      detail_chars: detailChars,
      prefix: linesPrefix,
    });
    const line = operationLine({ op: "<operation>", status: "info", detail: "<text>" });
    expect(line).toBe("- op=<operation>; status=info; detail=<text>");
  },
  "pairs-intact"() {
    const history = turns(8, (at) => `{"result":{"exit_code":0,"stdout":"ok ${at}","stderr":""}}`);
    const compacted = compact(history, Math.floor(260 * 0.45));
    expect(compacted.length).toBeLessThan(history.length);
    assertSettled(compacted);
  },
  "failures-kept"() {
    const output = (at: number) =>
      at < 2
        ? '{"result":{"exit_code":0,"stdout":"ok"}}'
        : `Tool error: command failed (failure marker ${at})`;
    const compacted = JSON.stringify(compact(turns(6, output), Math.floor(240 * 0.42)));
    for (const at of [3, 4, 5]) expect(compacted).toContain(`failure marker ${at}`);
  },
  structured({ expected }) {
    const messages: Message[] = [
      { role: "user", text: "list files" },
      call("call-1"),
      result("call-1", '{"result":{"exit_code":0,"stdout":"ok","stderr":""}}'),
      call("call-2"),
      result("call-2", "Tool error: permission denied"),
    ];
    expect(messages.flatMap(operationsOf).map(operationLine)).toEqual(expected);
    expect(linesSummary(messages).text.split("\n")).toEqual(expect.arrayContaining(expected as string[]));
  },
  /** A lost result is told to the model instead of dropping its call: each call keeps exactly one result. */
  repair() {
    const broken: Message[] = [
      { role: "system", text: "system" },
      call("call-1"),
      { role: "user", text: "next" },
      result("orphan", "Tool error: orphan"),
    ];
    expect(repairHistory(broken).map(({ role }) => role)).toEqual(["system", "assistant", "tool", "user"]);
  },
  "no-stack"() {
    const once = compact(turns(20), 500);
    const twice = compact([...once, ...turns(20)], 500);
    const summaries = twice.filter((message) => message.role === "system");
    expect(summaries).toHaveLength(1);
    expect(JSON.stringify(summaries)).toMatch(/op=summary\.previous; status=info; detail=- op=/);
  },
  "useless-summary"() {
    const history = turns(5, () => "a");
    const compacted = compact(history, 1);
    expect(estimateTokens(compacted)).toBeLessThan(estimateTokens(history));
    expect(JSON.stringify(compacted)).not.toContain("user turn 0");
  },
};

function compact(history: readonly Message[], target: number): readonly Message[] {
  const change = compactTurns(history, { estimate: estimateTokens, target });
  if (!change) throw new Error("nothing was compacted");
  return changed(history, change);
}

function turns(count: number, output: (at: number) => string = () => "ok"): Message[] {
  return Array.from({ length: count }, (_, at): Message[] => [
    { role: "user", text: `user turn ${at}` },
    call(`call-${at}`),
    result(`call-${at}`, output(at)),
    { role: "assistant", parts: [{ type: "text", text: `assistant turn ${at}` }] },
  ]).flat();
}

function call(id: string): Message {
  return { role: "assistant", parts: [{ type: "tool-call", call: { id, name: "run_shell", input: {} } }] };
}

function result(callId: string, output: string): Message {
  return { role: "tool", result: { callId, name: "run_shell", output, isError: false } };
}
