import { chmodSync, readdirSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { planEdit } from "../../src/tools/edit.ts";
import { field, makeWorkspace } from "./workspace.ts";

const edit = (old_string: string, new_string: string) => ({ path: "f", old_string, new_string });

describe("planEdit", () => {
  it.each([
    ["one two one", edit("two", "2"), "one 2 one"],
    ["price", edit("price", "$& $1 $$"), "$& $1 $$"],
    ["a\r\nb\r\n", edit("a\nb", "x\ny\nz"), "x\r\ny\r\nz\r\n"],
    ["a\r\nb\r\n", edit("a", "x\ny"), "x\r\ny\r\nb\r\n"],
    ["a\r\nb\n", edit("a", "x\ny"), "x\ny\r\nb\n"],
    ["a\nb\n", edit("a\n", ""), "b\n"],
    ["\ufeffa\n", edit("a", "b"), "\ufeffb\n"],
  ])("%j with %j", (before, call, after) => expect(planEdit(before, call)).toEqual({ ok: true, after }));

  it.each([
    ["one 2 one", edit("one", "1"), "old_string found 2 times - must be unique"],
    ["aaa", edit("aa", "b"), "old_string found 2 times - must be unique"],
    ["x", edit("y", "z"), "old_string not found in f - read the file and copy the text exactly"],
    ["x", edit("x", "x"), "old_string and new_string are the same"],
    ["x", edit("", "y"), "old_string is empty - use write to create a file"],
    ["", edit("", "y"), "old_string is empty - use write to create a file"],
    ["a\r\nb\r\n", edit("a\nb", "a\r\nb"), "old_string and new_string are the same"],
  ])("%j with %j is refused", (before, call, problem) => {
    expect(planEdit(before, call)).toEqual({ ok: false, problem });
  });

  it("does not count for minutes", () => {
    // Half a million overlapping occurrences of half a million characters.
    const problem = "old_string found at least 1000 times - must be unique";
    expect(planEdit("a".repeat(1e6), edit("a".repeat(5e5), "b"))).toEqual({ ok: false, problem });
  });
});

describe("editing", () => {
  it("changes the file and keeps its mode", async () => {
    const space = makeWorkspace();
    chmodSync(space.put("f", "one two one"), 0o755);
    const result = await space.run("edit", { file_path: "f", old_string: "two", new_string: "2" });
    expect(result).toEqual({ output: "Edited f", isError: false });
    expect(space.get("f")).toBe("one 2 one");
    expect(statSync(space.path("f")).mode & 0o777).toBe(0o755);
  });

  it.each([
    [Uint8Array.of(0x61, 0xff, 0x62), "f is not valid UTF-8 text; changing it here would damage it."],
    [Uint8Array.of(0x61, 0, 0x62), "f is a binary file (3 bytes)."],
  ])("refuses %s", async (content, output) => {
    const space = makeWorkspace();
    space.put("f", content);
    expect(await space.run("edit", edit("a", "b"))).toEqual({ output, isError: true });
    expect(statSync(space.path("f")).size).toBe(3);
  });

  it("keeps line ends and a byte order mark", async () => {
    const space = makeWorkspace();
    space.put("f", "\ufeffa\r\nb\r\n");
    await space.run("edit", edit("a\nb", "x\ny"));
    expect(space.get("f")).toBe("\ufeffx\r\ny\r\n");
  });

  it("does not take half a character for text", async () => {
    const space = makeWorkspace();
    space.put("f", "😀");
    const { output, isError } = await space.run("edit", edit("\ud83d", "x"));
    expect(output).toMatch(/^\[Validation\] old_string contains half a character/);
    expect(isError).toBe(true);
    expect(space.get("f")).toBe("😀");
  });

  it("creates no file", async () => {
    const space = makeWorkspace();
    expect((await space.run("edit", edit("a", "b"))).output).toBe("File not found: f");
    expect(readdirSync(space.cwd)).toEqual([]);
  });

  it("works on what is there when it runs, with what was shown", async () => {
    const space = makeWorkspace();
    space.put("f", "a b c");
    const calls = [edit("a", "A"), edit("c", "C")].map((input) => ({ id: "1", name: "edit", input }));
    for (const call of calls) await space.toolbox.judge(call);
    const live = { signal: new AbortController().signal, onOutput: () => undefined };
    await Promise.all(calls.map((call) => space.toolbox.run(call, live)));
    expect(space.get("f")).toBe("A b C");
  });

  it("loses none of several edits of one file at the same time", async () => {
    const space = makeWorkspace();
    const names = Array.from({ length: 20 }, (_, at) => `<${at}>`);
    space.put("f", names.join(" "));
    const results = await Promise.all(names.map((name) => space.run("edit", edit(name, `done${name}`))));
    expect(results.every((result) => !result.isError)).toBe(true);
    expect(space.get("f")).toBe(names.map((name) => `done${name}`).join(" "));
  });
});

describe("the preview", () => {
  it("shows the changed lines", async () => {
    const space = makeWorkspace();
    space.put("f", "a\nb\nc\n");
    const verdict = await space.judge("edit", edit("b\n", "B\n"));
    expect(verdict).toMatchObject({ kind: "ask", preview: { title: "edit f" } });
    expect(field(verdict, "changes")).toBe("@@ -1,3 +1,3 @@\n a\n-b\n+B\n c");
  });

  it("shows both strings and the problem where there is no change to show", async () => {
    const space = makeWorkspace();
    const verdict = await space.judge("edit", edit("old", "new"));
    expect([field(verdict, "old_string"), field(verdict, "new_string")]).toEqual(["old", "new"]);
    expect(field(verdict, "problem")).toBe("File not found: f");
  });
});
