import { describe, expect, it } from "vitest";
import type { ApprovalMode } from "../../../src/model/approval.ts";
import { checkCommand } from "../../../src/tools/policy/command-check.ts";
import { type Call, type Circumstances, decide } from "../../../src/tools/policy/decide.ts";
import { profiles } from "../../../src/tools/policy/profiles.ts";
import { readCases } from "../../support/cases.ts";

const calm: Circumstances = { mode: "default", standing: "ask", rules: [], now: 1000 };

function bash(source: string, profile = profiles.cautious): Call {
  const check = checkCommand(source, profile, { allowed: [], blocked: [] });
  const command = { source, reading: check.reading };
  return { asked: { tool: "bash", directory: "/w", command }, does: "anything", confirm: true, check };
}

const calls: Readonly<Record<string, Call>> = {
  read: { asked: { tool: "read", directory: "/w" }, does: "looks", confirm: false },
  write: { asked: { tool: "write", directory: "/w" }, does: "edits", confirm: true },
  edit: { asked: { tool: "edit", directory: "/w" }, does: "edits", confirm: true },
  bash: bash("npm test"),
};

const approvals = readCases("approvals");

interface Reached {
  readonly allowed_to_reach_execution: boolean;
  readonly prompts: boolean;
}

const rows = approvals.cases.flatMap(({ id, input, expected }) => {
  const { approval_mode: mode, tool } = input as { approval_mode?: ApprovalMode; tool?: string };
  return mode === undefined || tool === undefined ? [] : [{ id, mode, tool, expected: expected as Reached }];
});

describe.skipIf(approvals.absent)(approvals.title, () => {
  it("has rows", () => expect(rows.length).toBeGreaterThan(0));
  it.each(rows)("$id $mode $tool", ({ mode, tool, expected }) => {
    const call = calls[tool];
    if (!call) throw new Error(`no call for ${tool}`);
    const { kind } = decide(call, { ...calm, mode });
    expect(kind === "ask").toBe(expected.prompts);
    if (!expected.prompts) expect(kind === "run").toBe(expected.allowed_to_reach_execution);
  });
});

const kindOf = (call: Call, circumstances: Partial<Circumstances> = {}) =>
  decide(call, { ...calm, ...circumstances }).kind;

describe("the order of what has a say", () => {
  it("the blocklist before everything", () => {
    const call = bash("rm -rf /");
    const rules = [{ verdict: "allow", tool: "bash", exactly: "rm -rf /" }] as const;
    expect(decide(call, { ...calm, mode: "yolo", standing: "all", rules })).toMatchObject({
      kind: "refuse",
      reason: expect.stringContaining("[Security] Blocked"),
    });
  });

  it("denying rules before any way of allowing", () => {
    const rules = [{ verdict: "deny", tool: "bash", begins: "npm" }] as const;
    expect(kindOf(bash("npm test"), { mode: "yolo", standing: "all", rules })).toBe("refuse");
  });

  it("what is drastic is asked about, whatever runs unasked", () => {
    for (const source of ["rm -rf ~", "rm -rf $HOME", "cd x && rm -rf *", "rm -fr .", "sudo rm -r ~/"]) {
      expect(kindOf(bash(source), { mode: "yolo" })).toBe("ask");
      expect(kindOf(bash(source), { standing: "none" })).toBe("refuse");
    }
    expect(kindOf(bash("rm -rf build"), { mode: "yolo" })).toBe("run");
  });

  it("/approve for a while, and not for longer", () => {
    expect(kindOf(bash("npm test"), { standing: { until: 1001 } })).toBe("run");
    expect(kindOf(bash("npm test"), { standing: { until: 1000 } })).toBe("ask");
    expect(kindOf(bash("npm test"), { standing: "all" })).toBe("run");
    expect(kindOf(bash("npm test"), { standing: "none" })).toBe("refuse");
  });

  it("commands that only look, under the profiles that say so", () => {
    expect(kindOf(bash("git status", profiles.guarded))).toBe("run");
    expect(kindOf(bash("git status", profiles.guarded), { standing: "none" })).toBe("run");
    expect(kindOf(bash("git status"))).toBe("ask");
  });

  it("plan mode lets tools look", () => {
    expect(kindOf(calls.read as Call, { mode: "plan" })).toBe("run");
    expect(kindOf(bash("ls", profiles.guarded), { mode: "plan" })).toBe("refuse");
  });
});
