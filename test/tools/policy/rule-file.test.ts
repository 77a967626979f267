import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { appendRules, forgetRule, readRuleFile } from "../../../src/tools/policy/rule-file.ts";
import type { Rule } from "../../../src/tools/policy/rules.ts";

const place = () => join(mkdtempSync(join(tmpdir(), "treadle-rules-")), "deeper", "approvals.jsonl");

const rules: readonly Rule[] = [
  { verdict: "allow", tool: "bash", begins: "git push", directory: "/w" },
  { verdict: "deny", tool: "bash", begins: "rm" },
  { verdict: "allow", tool: "bash", exactly: 'echo "x"\ny' },
  { verdict: "allow", tool: "read", path: "/etc/hosts", directory: "/w" },
  { verdict: "allow", tool: "write", directory: "/w" },
];

describe("the file of rules", () => {
  it("gives back what was put in, and is its owner's alone", () => {
    const path = place();
    expect(readRuleFile(path)).toEqual({ rules: [], problems: [] });
    appendRules(path, rules.slice(0, 2));
    appendRules(path, rules.slice(2));
    expect(readRuleFile(path)).toEqual({ rules, problems: [] });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("can be written by hand", () => {
    const path = `${mkdtempSync(join(tmpdir(), "treadle-rules-"))}/r`;
    writeFileSync(path, '# mine\n\n{"allow": "bash", "command": "make test"}\n{"deny": "write"}');
    expect(readRuleFile(path).rules).toEqual([
      { verdict: "allow", tool: "bash", begins: "make test" },
      { verdict: "deny", tool: "write" },
    ]);
  });

  it("forgets one, and keeps the rest as it is", () => {
    const path = place();
    appendRules(path, rules);
    writeFileSync(path, `# mine\n${readFileSync(path, "utf8")}`);
    forgetRule(path, rules[1] as Rule);
    expect(readRuleFile(path).rules).toEqual(rules.filter((_, index) => index !== 1));
    expect(readFileSync(path, "utf8")).toMatch(/^# mine\n/);
  });

  it.each([
    "{",
    "[]",
    '"allow"',
    "{}",
    '{"allow": 1}',
    '{"allow": ""}',
    '{"allow": "bash", "command": ""}',
    '{"allow": "bash", "command": 3}',
    '{"allow": "bash", "comand": "ls"}',
    '{"allow": "bash", "deny": "bash"}',
  ])("allows nothing while a line of it is %s", (line) => {
    const path = place();
    appendRules(path, rules);
    writeFileSync(path, `${readFileSync(path, "utf8")}${line}\n`);
    const { rules: read, problems } = readRuleFile(path);
    expect(read).toEqual([rules[1]]);
    expect(problems.join()).toContain(`Line 6 of ${path} is no rule`);
  });
});
