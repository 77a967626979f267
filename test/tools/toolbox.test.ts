import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { ApprovalMode } from "../../src/model/approval.ts";
import type { ToolCall } from "../../src/model/tool.ts";
import { type PlainTool, succeed } from "../../src/tools/tool.ts";
import { readCases } from "../support/cases.ts";
import { field, makeWorkspace, policyWith } from "./workspace.ts";

const live = () => ({ signal: new AbortController().signal, onOutput: () => undefined });

interface ExecInput {
  readonly tool?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly setup?: string;
  readonly approval_mode?: string;
}

interface ExecResult {
  readonly success?: boolean;
  readonly is_error?: boolean;
  readonly output?: string;
  readonly text_has?: string;
}

/** Why a case is not run as it stands. */
const elsewhere: Readonly<Record<string, string>> = {
  "tool_exec-012": "bash-exitcode-mx asks for the exit code as well",
  "bash-timeout": "would take 120 s; bash.test.ts checks the text",
  "bash-timeout-mx": "MISSION wants the text of bash-timeout",
  "bash-huge-mx": "MISSION wants the text of T10",
};

const file = readCases("tool_exec");
const rows = file.cases.flatMap(({ id, input, expected, observed }) => {
  const { tool, args, setup, approval_mode } = input as ExecInput;
  const result = (expected ?? observed) as ExecResult;
  if (tool === undefined || args === undefined || approval_mode !== undefined || id in elsewhere) return [];
  if (typeof result !== "object" || (result.output ?? result.text_has) === undefined) return [];
  return [{ id, tool, args, setup, result }];
});

describe.skipIf(file.absent)(file.title, () => {
  it("has rows", () => expect(rows.length).toBeGreaterThan(0));
  it.each(rows)("$id $tool", async ({ tool, args, setup, result }) => {
    const space = makeWorkspace();
    const [, name, content] = /^(\S+) = (".*")$/.exec(setup ?? "") ?? [];
    if (name !== undefined && content !== undefined) space.put(name, JSON.parse(content) as string);
    const { output, isError } = await space.run(tool, { ...args });
    expect(isError).toBe(result.is_error ?? !result.success);
    if (result.text_has !== undefined) expect(output).toContain(result.text_has);
    // The parameter is called `path` here: MISSION's parameters are those of seed 001.
    else expect(output).toBe(result.output?.replace("file_path", "path"));
  });
});

describe("specs", () => {
  it("lists the allowed tools with small schemas", () => {
    const specs = makeWorkspace({ allowed: ["read", "bash", "unheard-of"] }).toolbox.specs();
    expect(specs.map(({ name, confirm }) => [name, confirm])).toEqual([
      ["bash", true],
      ["read", false],
    ]);
    expect(specs[0]?.schema).toEqual({
      type: "object",
      properties: { command: { type: "string", description: "The command to execute" } },
      required: ["command"],
      additionalProperties: false,
    });
    expect(JSON.stringify(specs)).not.toContain("9007199254740991");
  });
});

describe("a call that is refused", () => {
  const tricks = JSON.parse('{"__proto__":{"command":"ls"},"constructor":1,"Command":"ls"}');
  const malformed = { raw: '{"command":"rm', problem: "Unterminated string" };
  it.each<[string, Partial<ToolCall>, string]>([
    ["malformed", { malformed }, 'arguments for tool "bash" are not valid JSON (Unterminated string)'],
    ["unknown", { name: "x" }, 'Error: unknown tool "x". Available tools: bash, read, edit'],
    ["unknown", { name: "__proto__" }, 'Error: unknown tool "__proto__". Available tools: bash, read, edit'],
    ["not allowed", { name: "write" }, "Tool 'write' not allowed"],
    [
      "incomplete",
      { name: "edit" },
      "[Validation] Missing required parameter(s): path, old_string, new_string",
    ],
    ["incomplete", { input: { command: null } }, "[Validation] Missing required parameter(s): command"],
    ["mistyped", { input: { command: ["ls"] } }, "[Validation] command must be a string"],
    [
      "mistyped",
      { name: "read", input: { path: 1, offset: -1, limit: "3" } },
      "[Validation] path must be a string; offset must be an integer of at least 0; limit must be an integer of at least 1",
    ],
    [
      "mistyped",
      { name: "read", input: { path: "f", offset: 1.5 } },
      "offset must be an integer of at least 0",
    ],
    ["no object", { input: null as never }, 'Error executing tool "bash": '],
    ["no object", { input: ["ls"] as never }, "[Validation] Missing required parameter(s): command"],
    ["no object", { input: "ls" as never }, "[Validation] Missing required parameter(s): command"],
    ["full of tricks", { input: tricks }, "[Validation] Missing required parameter(s): command"],
    ["nameless", { name: "read", input: { path: "" } }, "[Validation] path must name a file"],
  ])("because it is %s: %j", async (_, part, output) => {
    const { toolbox } = makeWorkspace({ allowed: ["bash", "read", "edit"], policy: policyWith("yolo") });
    const call = { id: "1", name: "bash", input: {}, ...part };
    const says = expect.stringContaining(output);
    expect(await toolbox.judge(call)).toEqual({ kind: "refuse", output: says });
    expect(await toolbox.run(call, live())).toEqual({ output: says, isError: true });
  });

  it("names no tools where there are none", async () => {
    const verdict = await makeWorkspace({ allowed: [] }).judge("x", {});
    expect(verdict).toEqual({ kind: "refuse", output: 'Error: unknown tool "x". Available tools: none' });
  });
});

describe("who is asked", () => {
  const kinds = async (mode: ApprovalMode) => {
    const space = makeWorkspace({ policy: policyWith(mode) });
    const calls: [string, Record<string, unknown>][] = [
      ["bash", { command: "ls" }],
      ["read", { path: "f" }],
      ["read", { path: "../f" }],
      ["write", { path: "f", content: "" }],
      ["edit", { path: "f", old_string: "a", new_string: "b" }],
    ];
    const verdicts = await Promise.all(calls.map(([name, input]) => space.judge(name, input)));
    return verdicts.map((verdict) => verdict.kind);
  };

  it("the user, before bash, write, edit and reading elsewhere", async () => {
    expect(await kinds("default")).toEqual(["ask", "run", "ask", "ask", "ask"]);
  });

  it("nobody in yolo mode", async () => {
    expect(await kinds("yolo")).toEqual(["run", "run", "run", "run", "run"]);
  });

  it.each(["yolo", "default"] as const)(
    "the user, whatever is allowed, about a call that was found in a text (%s)",
    async (mode) => {
      const { toolbox } = makeWorkspace({ policy: policyWith(mode) });
      const call = { id: "1", name: "read", input: { path: "f" }, fromText: true } as const;
      toolbox.remember(call, "session");
      const verdict = await toolbox.judge(call);
      expect(verdict.kind).toBe("ask");
      expect(field(verdict, "parsed from text")).toContain("it may be an example");
      toolbox.remember(call, "session");
      expect((await toolbox.judge(call)).kind).toBe("ask");
      expect((await toolbox.judge({ ...call, fromText: undefined })).kind).toBe("run");
    },
  );

  it("not again once it was allowed: such commands, the same tool here, the same file elsewhere", async () => {
    const space = makeWorkspace();
    const always = async (name: string, input: Record<string, unknown>) => {
      const call = { id: "1", name, input };
      await space.toolbox.judge(call);
      space.toolbox.remember(call, "session");
    };
    const kind = async (name: string, input: Record<string, unknown>) =>
      (await space.judge(name, input)).kind;
    await always("bash", { command: "ls" });
    expect(await kind("bash", { command: "ls -l" })).toBe("run");
    expect(await kind("bash", { command: "ls; rm x" })).toBe("ask");

    await always("write", { path: "a", content: "1" });
    expect(await kind("write", { path: "b", content: "2" })).toBe("run");
    expect(await kind("write", { path: "../outside/b", content: "2" })).toBe("ask");
    expect(await kind("edit", { path: "a", old_string: "1", new_string: "2" })).toBe("ask");

    await always("read", { path: "../outside/a" });
    expect(await kind("read", { path: join(space.outside, "a") })).toBe("run");
    expect(await kind("read", { path: "../outside/b" })).toBe("ask");
  });

  it("always opens nothing for a call that was refused or never judged", async () => {
    const space = makeWorkspace();
    space.toolbox.remember({ id: "1", name: "bash", input: { command: "ls" } }, "session");
    expect((await space.judge("bash", { command: "ls" })).kind).toBe("ask");
  });
});

describe("between the question and the run", () => {
  it("a path may not come to name another file", async () => {
    const space = makeWorkspace();
    space.put("dir/f", "inside");
    writeFileSync(join(space.outside, "f"), "outside");
    const call = { id: "1", name: "read", input: { path: "dir/f" } };
    expect((await space.toolbox.judge(call)).kind).toBe("run");
    renameSync(space.path("dir"), space.path("old"));
    symlinkSync(space.outside, space.path("dir"));
    const { output, isError } = await space.toolbox.run(call, live());
    expect(isError).toBe(true);
    expect(output).toMatch(/^The file was changed or replaced after the call had been shown/);
  });

  it.each([
    ["write", { path: "f", content: "new" }],
    ["edit", { path: "f", old_string: "old", new_string: "new" }],
  ])("%s does not follow a link put there meanwhile", async (name, input) => {
    const space = makeWorkspace();
    space.put("f", "old");
    writeFileSync(join(space.outside, "f"), "old");
    const call = { id: "1", name, input };
    await space.toolbox.judge(call);
    renameSync(space.path("f"), space.path("g"));
    symlinkSync(join(space.outside, "f"), space.path("f"));
    expect((await space.toolbox.run(call, live())).isError).toBe(true);
    expect(readFileSync(join(space.outside, "f"), "utf8")).toBe("old");
    expect(space.get("g")).toBe("old");
  });

  it.each([
    ["created", undefined, "mine"],
    ["changed", "before", "mine"],
    ["removed", "before", undefined],
  ])("write does not replace a file that was %s meanwhile", async (_, before, after) => {
    const space = makeWorkspace();
    if (before !== undefined) space.put("f", before);
    const call = { id: "1", name: "write", input: { path: "f", content: "new" } };
    await space.toolbox.judge(call);
    if (after === undefined) rmSync(space.path("f"));
    else space.put("f", after);
    const { output, isError } = await space.toolbox.run(call, live());
    expect(isError).toBe(true);
    expect(output).toMatch(/^The file was changed or replaced after the call had been shown/);
    expect(existsSync(space.path("f")) ? space.get("f") : undefined).toBe(after);
  });

  it("the policy is applied again", async () => {
    const space = makeWorkspace();
    space.put("f", "x");
    const call = { id: "1", name: "read", input: { path: "f" } };
    await space.toolbox.judge(call);
    renameSync(space.path("f"), space.path("g"));
    symlinkSync("/etc/shadow", space.path("f"));
    expect((await space.toolbox.run(call, live())).output).toBe("Blocked: f is a sensitive system file");
  });
});

describe("a tool from elsewhere", () => {
  const tool: PlainTool<{ fail?: string | undefined }> = {
    name: "bad_tool",
    description: "",
    confirm: true,
    input: z.object({ fail: z.optional(z.string()) }),
    title: () => "bad",
    preview: async ({ fail }) => {
      if (fail === "early") throw new Error("no preview");
      return [];
    },
    run: async ({ fail }) => {
      if (fail !== undefined) throw new Error(fail);
      return succeed("x".repeat(200));
    },
  };
  const options = { tools: [tool], allowed: ["bad_tool"], maxResultChars: 50 };

  it("that throws is answered for", async () => {
    const space = makeWorkspace(options);
    expect(await space.run("bad_tool", { fail: "boom" })).toEqual({
      output: 'Error executing tool "bad_tool": boom',
      isError: true,
    });
    expect(await space.judge("bad_tool", { fail: "early" })).toEqual({
      kind: "refuse",
      output: 'Error executing tool "bad_tool": no preview',
    });
  });

  it("is truncated like any other", async () => {
    expect(await makeWorkspace(options).run("bad_tool", {})).toEqual({
      output: `${"x".repeat(50)}\n\n[OUTPUT TRUNCATED: Showing 50 of 200 characters from bad_tool]`,
      isError: false,
      truncatedFrom: 200,
    });
  });
});

describe("an aborted signal", () => {
  it("starts nothing", async () => {
    const space = makeWorkspace();
    const signal = AbortSignal.abort();
    const result = await space.run("write", { path: "f", content: "x" }, { signal });
    expect(result).toEqual({ output: "Not started: cancelled by the user", isError: true });
    expect((await space.run("read", { path: "f" })).output).toBe("File not found: f");
  });
});

describe("titles", () => {
  it("are one line", async () => {
    const command = `echo a\n\techo b; ${"x".repeat(300)}`;
    const verdict = await makeWorkspace().judge("bash", { command });
    if (verdict.kind !== "ask") throw new Error(verdict.kind);
    expect(verdict.preview.title).toMatch(/^bash: echo a echo b; x+\.\.\.$/);
    expect(verdict.preview.title.length).toBeLessThan(120);
    expect(verdict.preview.fields[0]).toEqual({ label: "command", value: command });
  });
});
