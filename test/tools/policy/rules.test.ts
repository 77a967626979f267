import { describe, expect, it } from "vitest";
import { type Asked, judgeByRules, type Rule, rulesFor } from "../../../src/tools/policy/rules.ts";
import { readShell } from "../../../src/tools/policy/shell.ts";

const bash = (source: string, directory = "/w"): Asked => ({
  tool: "bash",
  directory,
  command: { source, reading: readShell(source) },
});
const allow = (begins: string): Rule => ({ verdict: "allow", tool: "bash", begins });
const deny = (begins: string): Rule => ({ verdict: "deny", tool: "bash", begins });

describe("rules for shell commands", () => {
  const rules = [allow("git push"), allow("ls"), allow("npm run test")];

  it.each([
    "git push",
    "git push origin main",
    "ls -la",
    "ls && git push",
    "npm run test -- -x",
    "(ls; ls) | ls 2>&1",
  ])("%j is allowed", (source) => expect(judgeByRules(rules, bash(source))).toBe("allow"));

  it.each([
    "git",
    "git pushy",
    "git pull",
    "git -c a=b push",
    "ls; rm x",
    "ls $(rm x)",
    "ls $x",
    "ls > x",
    "A=1 ls",
    "./ls",
    "/bin/ls",
    "ls &",
    "sudo ls",
    "env ls",
    "npm run testing",
    "npm run",
    "ls # x",
    "",
  ])("%j is not", (source) => expect(judgeByRules(rules, bash(source))).toBeUndefined());

  it("are not enough for programs that run others or talk to other machines", () => {
    const broad = ["python3", "curl", "xargs", "find", "bash", "env"].map(allow);
    for (const { begins = "" } of broad) expect(judgeByRules(broad, bash(`${begins} x`))).toBeUndefined();
  });

  it("deny before they allow, wherever the command hides", () => {
    const both = [...rules, deny("git push"), deny("rm")];
    for (const source of ["git push", "ls; rm x", "sudo rm x", "/bin/rm x", "sh -c 'rm x'", "ls $(rm x)"])
      expect(judgeByRules(both, bash(source))).toBe("deny");
    expect(judgeByRules(both, bash("ls"))).toBe("allow");
  });

  it("may name a whole line", () => {
    const rule: Rule = { verdict: "allow", tool: "bash", exactly: "curl x | jq ." };
    expect(judgeByRules([rule], bash(" curl x | jq .\n"))).toBe("allow");
    expect(judgeByRules([rule], bash("curl x | jq . ; id"))).toBeUndefined();
  });

  it("hold in their directory, or everywhere", () => {
    const here: Rule = { ...allow("ls"), directory: "/w" };
    expect(judgeByRules([here], bash("ls"))).toBe("allow");
    expect(judgeByRules([here], bash("ls", "/elsewhere"))).toBeUndefined();
    expect(judgeByRules([allow("ls")], bash("ls", "/elsewhere"))).toBe("allow");
  });
});

it("rules for other tools name the tool alone", () => {
  const asked = { tool: "write", directory: "/w" };
  expect(judgeByRules([{ verdict: "allow", tool: "write" }], asked)).toBe("allow");
  expect(judgeByRules([{ verdict: "deny", tool: "write" }], asked)).toBe("deny");
  expect(judgeByRules([allow("write")], asked)).toBeUndefined();
  expect(judgeByRules([{ verdict: "allow", tool: "edit" }], asked)).toBeUndefined();
});

describe("the rules that are offered", () => {
  const offered = (source: string) =>
    rulesFor(bash(source)).map(({ begins, exactly }) => begins ?? `=${exactly}`);

  it.each<[string, readonly string[]]>([
    ["git push origin main", ["git push"]],
    ["npm run test -- --watch", ["npm run test"]],
    ["ls -la | wc -l", ["ls", "wc"]],
    ["ls; ls", ["ls"]],
    ["rm -rf build", ["=rm -rf build"]],
    ["curl https://x", ["=curl https://x"]],
    ["python3 a.py", ["=python3 a.py"]],
    ["git -C /x push", ["=git -C /x push"]],
    ["ls > a", ["=ls > a"]],
    ["ls $x", ["=ls $x"]],
    ["npm run", ["=npm run"]],
    ["'open", ["='open"]],
  ])("%j: %j", (source, expected) => expect(offered(source)).toEqual(expected));

  it.each(["git push origin main", "ls | wc", "rm -rf build", "curl x", "echo '"])(
    "allow %j itself",
    (source) => {
      expect(judgeByRules(rulesFor(bash(source)), bash(source))).toBe("allow");
    },
  );

  it("hold only in this directory", () => {
    expect(rulesFor(bash("ls"))).toEqual([{ verdict: "allow", tool: "bash", begins: "ls", directory: "/w" }]);
    expect(rulesFor({ tool: "write", directory: "/w" })).toEqual([
      { verdict: "allow", tool: "write", directory: "/w" },
    ]);
  });
});
