import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createApprovals } from "../../src/app/approvals.ts";
import { defaultSettings } from "../../src/model/settings.ts";

function open(more: { file?: string | undefined } = {}) {
  const file = join(mkdtempSync(join(tmpdir(), "treadle-approvals-")), "approvals.jsonl");
  const time = { now: 1000 };
  const problems: string[] = [];
  const approvals = createApprovals({ now: () => time.now, directory: "/w", file, ...more });
  approvals.onProblem((text) => problems.push(text));
  return { approvals, file, time, problems };
}

const call = (command: string) => ({ tool: "bash", confirm: true, does: "anything", command }) as const;

describe("what is approved of", () => {
  it("for a while is asked about again afterwards", async () => {
    const { approvals, time } = open();
    const policy = await approvals.policyFor(defaultSettings);
    approvals.set({ until: 2000 });
    expect(policy.judge(call("ls")).decision.kind).toBe("run");
    time.now = 2000;
    expect(policy.judge(call("ls")).decision.kind).toBe("ask");
    expect(approvals.standing()).toBe("ask");
  });

  it("in a session is known to the tools that are opened later in it, and to no other session", async () => {
    const { approvals, file } = open();
    const policy = await approvals.policyFor(defaultSettings);
    policy.remember(policy.judge(call("git push x")).rules, "session");
    const later = await approvals.policyFor({ ...defaultSettings, securityProfile: "guarded" });
    expect(later.judge(call("git push y")).decision.kind).toBe("run");
    const other = await open({ file }).approvals.policyFor(defaultSettings);
    expect(other.judge(call("git push y")).decision.kind).toBe("ask");
  });

  it("for good is kept, told of and forgotten", async () => {
    const { approvals, file } = open();
    const policy = await approvals.policyFor(defaultSettings);
    const judged = policy.judge(call("git push x"));
    expect(judged.rule).toBe("bash: git push … in this directory");
    policy.remember(judged.rules, "always");
    policy.remember(policy.judge(call("make")).rules, "session");
    expect(readFileSync(file, "utf8")).toBe('{"allow":"bash","command":"git push","in":"/w"}\n');
    expect(await approvals.add("deny", "rm  -r")).toContain("deny bash: rm -r …");
    expect(await approvals.rules()).toEqual([
      "1. allow bash: git push … in /w",
      "2. deny bash: rm -r …",
      "3. allow bash: make in /w (this session)",
    ]);
    const other = await open({ file }).approvals.policyFor(defaultSettings);
    expect(other.judge(call("git push y")).decision.kind).toBe("run");
    expect(other.judge(call("rm -r y")).decision.kind).toBe("refuse");
    expect(await approvals.forget(3)).toBe("Forgotten: allow bash: make in /w");
    expect(await approvals.forget(1)).toBe("Forgotten: allow bash: git push … in /w");
    expect(await approvals.forget(2)).toBe("There is no rule 2; see /approve rules.");
    expect(policy.judge(call("git push x")).decision.kind).toBe("ask");
  });

  it("holds for the session where it cannot be kept, and that is said", async () => {
    const { approvals, problems } = open({ file: "/dev/null/approvals.jsonl" });
    const policy = await approvals.policyFor(defaultSettings);
    policy.remember(policy.judge(call("git push x")).rules, "always");
    expect(policy.judge(call("git push x")).decision.kind).toBe("run");
    expect(problems.join()).toContain("for this session only");
  });

  it("cannot be kept where there is no place for it", async () => {
    const { approvals } = open({ file: undefined });
    const policy = await approvals.policyFor(defaultSettings);
    expect(policy.judge(call("ls")).rule).toBeUndefined();
    expect(await approvals.add("allow", "ls")).toContain("XDG_CONFIG_HOME");
  });

  it("tells once of a file that cannot be read", async () => {
    const { approvals, file, problems } = open();
    writeFileSync(file, "{}\n");
    chmodSync(file, 0o600);
    const policy = await approvals.policyFor(defaultSettings);
    policy.judge(call("ls"));
    policy.judge(call("ls"));
    expect(problems).toHaveLength(1);
    expect((await approvals.rules())[0]).toContain("is no rule");
  });
});
