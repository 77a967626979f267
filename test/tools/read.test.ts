import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProcessGroups } from "../../src/tools/process-group.ts";
import { readTool } from "../../src/tools/read.ts";
import type { FileContext } from "../../src/tools/tool.ts";
import { field, makeWorkspace, type Workspace } from "./workspace.ts";

const tenLines = Array.from({ length: 10 }, (_, at) => `line ${at}\n`).join("");

describe("reading", () => {
  it.each(["path", "file_path"])("by %s gives the text as it is", async (parameter) => {
    const space = makeWorkspace();
    space.put("f", "a\r\nb\tü😀\n");
    expect(await space.run("read", { [parameter]: "f" })).toEqual({
      output: "a\r\nb\tü😀\n",
      isError: false,
    });
  });

  it.each([
    [{ offset: 8 }, "line 8\nline 9\n"],
    [{ offset: 2, limit: 2 }, "line 2\nline 3"],
    [{ limit: 1 }, "line 0"],
    [{ offset: 0, limit: 100 }, tenLines],
    [{ offset: 50 }, "(no line 50: the file ends before it)"],
  ])("the lines of %j", async (range, output) => {
    const space = makeWorkspace();
    space.put("f", tenLines);
    expect(await space.run("read", { path: "f", ...range })).toEqual({ output, isError: false });
  });

  it("takes 100 lines when only offset is given, all when neither is", async () => {
    const space = makeWorkspace();
    space.put("f", "x\n".repeat(500));
    expect((await space.run("read", { path: "f", offset: 10 })).output.split("\n")).toHaveLength(100);
    expect((await space.run("read", { path: "f" })).output).toBe("x\n".repeat(500));
  });

  it("keeps a byte order mark and marks bytes that are no text", async () => {
    const space = makeWorkspace();
    space.put("bom", "\ufeffa\n");
    space.put("latin1", Uint8Array.of(0x61, 0xe9, 0x62));
    expect((await space.run("read", { path: "bom" })).output).toBe("\ufeffa\n");
    expect((await space.run("read", { path: "latin1" })).output).toBe("a\ufffdb");
  });

  it("goes by path where file_path is given too", async () => {
    const space = makeWorkspace();
    space.put("f", "by path");
    expect((await space.run("read", { file_path: "g", path: "f" })).output).toBe("by path");
  });

  it("says that a file is empty", async () => {
    const space = makeWorkspace();
    space.put("f", "");
    expect(await space.run("read", { path: "f" })).toEqual({ output: "(empty)", isError: false });
  });

  it("follows a link inside the working directory", async () => {
    const space = makeWorkspace();
    space.put("f", "text");
    symlinkSync("f", space.path("link"));
    expect((await space.run("read", { path: "link" })).output).toBe("text");
    const verdict = await space.judge("read", { path: "link", offset: 1, limit: 2 });
    expect(verdict.kind).toBe("run");
    expect(field(verdict, "file")).toBe(space.path("f"));
    expect([field(verdict, "offset"), field(verdict, "limit")]).toEqual(["1", "2"]);
  });
});

describe("what cannot be read", () => {
  it("is named", async () => {
    const space = makeWorkspace({ allowedPaths: ["/dev/null"] });
    mkdirSync(space.path("dir"));
    space.put("binary", Uint8Array.of(1, 0, 2));
    execFileSync("mkfifo", [space.path("fifo")]);
    const said = async (path: string) => {
      const { output, isError } = await space.run("read", { path });
      expect(isError).toBe(true);
      return output;
    };
    expect(await said("nope.txt")).toBe("File not found: nope.txt");
    expect(await said("dir")).toBe("dir is a directory, not a regular file.");
    expect(await said("fifo")).toBe("fifo is a named pipe (FIFO), not a regular file.");
    expect(await said("/dev/null")).toBe("/dev/null is a device, not a regular file.");
    expect(await said("/dev/zero")).toBe("Blocked: /dev/zero is in a system directory");
    expect(await said("binary")).toBe("binary is a binary file (3 bytes); read shows text only.");
    expect(await said("binary/x")).toBe("A part of binary/x is a file, not a directory.");
    expect(await said(`${"x".repeat(300)}`)).toMatch(/^The name is too long for a file/);
  });

  it.skipIf(process.getuid?.() === 0)("includes what we have no permission for", async () => {
    const space = makeWorkspace();
    chmodSync(space.put("f", "x"), 0);
    expect(await space.run("read", { path: "f" })).toEqual({ output: "Permission denied: f", isError: true });
  });
});

/** The size of files with a hole: reading one to its end takes longer than a test may. */
const sparse = 2_000_000_000_000;

describe("long files", () => {
  it("are cut at the limit and counted", async () => {
    const space = makeWorkspace({ maxResultChars: 1000 });
    space.put("f", "ü".repeat(5000));
    const { output, truncatedFrom } = await space.run("read", { path: "f" });
    expect(output).toBe(
      `${"ü".repeat(1000)}\n\n[OUTPUT TRUNCATED: Showing 1,000 of 5,000 characters from read]`,
    );
    expect(truncatedFrom).toBe(5000);
  });

  it("are not read to their end when that would take too long: their size stands in for the count", async () => {
    const space = makeWorkspace({ maxResultChars: 1000 });
    truncateSync(space.put("f", "x".repeat(300_000)), sparse);
    const { output, truncatedFrom } = await space.run("read", { path: "f" });
    expect(output).toMatch(/Showing 1,000 of 2,000,000,000,000 characters from read\]$/);
    expect(truncatedFrom).toBe(sparse);
  });

  it("are not read to their end once they turn out to be binary", async () => {
    const space = makeWorkspace({ maxResultChars: 0 });
    truncateSync(space.put("f", "x"), sparse);
    const { output } = await space.run("read", { path: "f" });
    expect(output).toBe("f is a binary file (2000000000000 bytes); read shows text only.");
  });

  it("give up their lines without being read whole", async () => {
    const space = makeWorkspace();
    truncateSync(space.put("f", "a\nb\nc\n"), sparse);
    expect((await space.run("read", { path: "f", offset: 1, limit: 1 })).output).toBe("b");
  });

  it("stop being read on abort", async () => {
    const space = makeWorkspace();
    truncateSync(space.put("f", "a\n"), sparse);
    const abort = new AbortController();
    const done = readTool.run({ path: "f", offset: 5 }, contextOf(space, "f"), {
      signal: abort.signal,
      onOutput: () => undefined,
    });
    setImmediate(() => abort.abort());
    expect(await done).toEqual({ output: "Reading was interrupted by the user", isError: true });
  });

  it("may be one line", async () => {
    const space = makeWorkspace({ maxResultChars: 10 });
    space.put("f", "x".repeat(5_000_000));
    const cut = { output: expect.stringMatching(/^x{10}\n\n\[OUTPUT TRUNCATED: Showing 10 of 5,000,000 /) };
    expect(await space.run("read", { path: "f" })).toMatchObject(cut);
    expect(await space.run("read", { path: "f", limit: 1 })).toMatchObject(cut);
    expect(await space.run("read", { path: "f", offset: 1 })).toMatchObject({
      output: expect.stringMatching(/^\(no line 1/),
    });
  });
});

describe("reading outside the working directory", () => {
  it("is asked about, also through a link", async () => {
    const space = makeWorkspace();
    symlinkSync(space.outside, space.path("escape"));
    for (const path of [join(space.outside, "x"), "../outside/x", "escape/x", "~/x"]) {
      const verdict = await space.judge("read", { path });
      expect(verdict.kind, path).toBe("ask");
      expect(field(verdict, "outside the working directory"), path).toMatch(/\/(outside|home)\/x$/);
    }
    expect((await space.judge("read", { path: "x" })).kind).toBe("run");
  });
});

/** For running the tool itself, without the toolbox in front of it. */
function contextOf({ cwd, path }: Workspace, name: string): FileContext {
  return {
    ...{ cwd, childEnv: {}, bashTimeoutMs: 0, maxChars: 100, groups: createProcessGroups() },
    file: { given: name, lexical: path(name), real: path(name), outside: false },
  };
}
