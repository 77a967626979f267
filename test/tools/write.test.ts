import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { field, makeWorkspace, policyWith } from "./workspace.ts";

describe("writing", () => {
  it("creates directories and counts bytes, not characters", async () => {
    const space = makeWorkspace();
    const result = await space.run("write", { file_path: "a/b/f.txt", content: "ü😀\n" });
    expect(result).toEqual({ output: "Wrote 7 bytes to a/b/f.txt", isError: false });
    expect(space.get("a/b/f.txt")).toBe("ü😀\n");
    expect(readdirSync(space.path("a/b"))).toEqual(["f.txt"]);
  });

  it("can write nothing", async () => {
    const space = makeWorkspace();
    expect((await space.run("write", { path: "f", content: "" })).output).toBe("Wrote 0 bytes to f");
    expect(space.get("f")).toBe("");
  });

  it("keeps the mode of a file and gives new ones the usual one", async () => {
    const space = makeWorkspace();
    chmodSync(space.put("script", "old"), 0o751);
    await space.run("write", { path: "script", content: "new" });
    await space.run("write", { path: "fresh", content: "" });
    expect(space.get("script")).toBe("new");
    expect(statSync(space.path("script")).mode & 0o777).toBe(0o751);
    expect(statSync(space.path("fresh")).mode & 0o777).toBe(0o644 & ~process.umask());
  });

  it("writes through a link and leaves the link", async () => {
    const space = makeWorkspace();
    space.put("real/f", "old");
    symlinkSync("real/f", space.path("link"));
    symlinkSync("real/new", space.path("dangling"));
    await space.run("write", { path: "link", content: "new" });
    await space.run("write", { path: "dangling", content: "created" });
    expect(space.get("real/f")).toBe("new");
    expect(space.get("real/new")).toBe("created");
    expect(readdirSync(space.path("real")).sort()).toEqual(["f", "new"]);
  });

  it("makes no program that runs as its owner", async () => {
    const space = makeWorkspace();
    chmodSync(space.put("program", "old"), 0o6755);
    await space.run("write", { path: "program", content: "new" });
    expect(statSync(space.path("program")).mode & 0o7777).toBe(0o755);
  });

  it("refuses half a character instead of writing another one", async () => {
    const space = makeWorkspace();
    const { output, isError } = await space.run("write", { path: "f", content: "a\ude00" });
    expect(output).toBe(
      "[Validation] content contains half a character (a lone surrogate); send whole characters",
    );
    expect(isError).toBe(true);
    expect(readdirSync(space.cwd)).toEqual([]);
  });

  it("of one file at the same time leaves one of the texts, whole", async () => {
    const space = makeWorkspace();
    const texts = ["a", "b", "c", "d"].map((letter) => letter.repeat(100_000));
    await Promise.all(texts.map((content) => space.run("write", { path: "new/f", content })));
    expect(texts).toContain(space.get("new/f"));
    expect(readdirSync(space.path("new"))).toEqual(["f"]);
  });

  it("aborted at any time leaves the old text or the new one, and says which", async () => {
    const space = makeWorkspace();
    const said = new Set<string>();
    // Later and later, until the abort comes too late.
    for (let steps = 0; !said.has("Wrote 3 bytes to f"); steps += 3) {
      space.put("f", "old");
      const abort = new AbortController();
      const done = space.run("write", { path: "f", content: "new" }, { signal: abort.signal });
      for (let step = 0; step < steps; step += 1) await new Promise(setImmediate);
      abort.abort();
      const { output, isError } = await done;
      expect(space.get("f")).toBe(isError ? "old" : "new");
      expect(readdirSync(space.cwd)).toEqual(["f"]);
      said.add(output);
    }
    expect([...said]).toEqual(["Not started: cancelled by the user", "Wrote 3 bytes to f"]);
  });

  it("takes names of the greatest length", async () => {
    const space = makeWorkspace();
    const path = "n".repeat(255);
    expect((await space.run("write", { path, content: "x" })).isError).toBe(false);
    expect(space.get(path)).toBe("x");
  });

  it("replaces no directory, pipe or path through a file, and leaves nothing lying about", async () => {
    const space = makeWorkspace({ allowedPaths: ["/dev/null"] });
    mkdirSync(space.path("dir"));
    execFileSync("mkfifo", [space.path("fifo")]);
    space.put("file", "x");
    const said = async (path: string) => {
      const { output, isError } = await space.run("write", { path, content: "y" });
      expect(isError).toBe(true);
      return output;
    };
    expect(await said("dir")).toBe("dir is a directory, not a regular file.");
    expect(await said("fifo")).toBe("fifo is a named pipe (FIFO), not a regular file.");
    expect(await said("file/x")).toBe("A part of file/x is a file, not a directory.");
    expect(await said("/dev/null")).toBe("/dev/null is a device, not a regular file.");
    expect(readdirSync(space.cwd).sort()).toEqual(["dir", "fifo", "file"]);
  });

  it.skipIf(process.getuid?.() === 0)("respects a read-only file", async () => {
    const space = makeWorkspace();
    chmodSync(space.put("f", "old"), 0o444);
    expect(await space.run("write", { path: "f", content: "new" })).toEqual({
      output: "Permission denied: f",
      isError: true,
    });
    expect(space.get("f")).toBe("old");
  });
});

describe("where nothing may be written", () => {
  it("neither judge nor run lets it through", async () => {
    const state = "state";
    const space = makeWorkspace({ policy: policyWith("yolo"), protectedPaths: [state] });
    mkdirSync(space.path(".git/hooks"), { recursive: true });
    symlinkSync(".git/hooks", space.path("harmless"));
    const paths = {
      [join(state, "sessions/x")]: "belongs to treadle itself",
      "harmless/pre-commit": "belongs to git",
      ".treadle/config.yaml": "belongs to treadle",
      "~/.bashrc": "is a shell start-up file",
      "~/.ssh/authorized_keys": "may contain credentials",
      "/proc/sys/kernel/core_pattern": "is in a system directory",
    };
    for (const [path, reason] of Object.entries(paths)) {
      const refused = expect.stringContaining(reason);
      expect(await space.judge("write", { path, content: "x" })).toEqual({ kind: "refuse", output: refused });
      expect(await space.run("write", { path, content: "x" })).toEqual({ output: refused, isError: true });
    }
    expect(readdirSync(space.path(".git/hooks"))).toEqual([]);
    expect(readdirSync(space.home)).toEqual([]);
  });
});

describe("the preview", () => {
  it("shows all of the content of a new file", async () => {
    const space = makeWorkspace();
    const content = "line\n".repeat(5000);
    const verdict = await space.judge("write", { path: "f", content });
    expect(verdict).toMatchObject({ kind: "ask", preview: { title: "write f" } });
    expect(field(verdict, "path")).toBe("f");
    expect(field(verdict, "effect")).toBe("creates a new file");
    expect(field(verdict, "content (25000 bytes)")).toBe(content);
  });

  it("shows what changes in a file that exists", async () => {
    const space = makeWorkspace();
    space.put("f", "a\nb\n");
    const verdict = await space.judge("write", { path: "f", content: "a\nc\n" });
    expect(field(verdict, "effect")).toBe("replaces a file of 4 bytes");
    expect(field(verdict, "changes")).toBe("@@ -1,2 +1,2 @@\n a\n-b\n+c");
    expect(field(verdict, "content")).toBe("a\nc\n");
    expect(readFileSync(space.path("f"), "utf8")).toBe("a\nb\n");
  });

  it("says what stands in the way", async () => {
    const space = makeWorkspace();
    mkdirSync(space.path("dir"));
    const verdict = await space.judge("write", { path: "dir", content: "" });
    expect(field(verdict, "problem")).toBe("dir is a directory, not a regular file.");
    expect(field(verdict, "effect")).toBeUndefined();
  });

  it("shows no changes against what is not text", async () => {
    const space = makeWorkspace();
    space.put("f", Uint8Array.of(0, 1));
    const verdict = await space.judge("write", { path: "f", content: "x" });
    expect(field(verdict, "effect")).toBe("replaces a file of 2 bytes");
    expect(field(verdict, "changes")).toBeUndefined();
  });
});
