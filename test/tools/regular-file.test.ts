/** The last line of defence: what happens when a path changes after the guard has looked at it. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { replaceFile, withOpenFile } from "../../src/tools/regular-file.ts";
import { makeWorkspace, type Workspace } from "./workspace.ts";

/** A path as the guard saw it before somebody put a link there. */
const stale = (space: Workspace, name: string) => {
  const path = space.path(name);
  return { given: name, lexical: path, real: path, outside: false };
};

const read = (space: Workspace, name: string) =>
  withOpenFile(stale(space, name), ({ handle }) => handle.readFile("utf8"));

const moved = /was moved or replaced while it was being opened/;

describe("a directory that has become a link", () => {
  it("is not read through", async () => {
    const space = makeWorkspace();
    writeFileSync(join(space.outside, "f"), "secret");
    symlinkSync(space.outside, space.path("dir"));
    await expect(read(space, "dir/f")).rejects.toThrow(moved);
  });

  it.each(["dir/f", "dir/new", "dir/sub/new"])("is not written through: %s", async (name) => {
    const space = makeWorkspace();
    writeFileSync(join(space.outside, "f"), "old");
    symlinkSync(space.outside, space.path("dir"));
    await expect(replaceFile(stale(space, name), Buffer.from("new"))).rejects.toThrow(moved);
    expect(readdirSync(space.outside)).toEqual(["f"]);
    expect(readFileSync(join(space.outside, "f"), "utf8")).toBe("old");
  });
});

describe("a file that has become a link", () => {
  it("is neither read nor replaced", async () => {
    const space = makeWorkspace();
    writeFileSync(join(space.outside, "f"), "secret");
    symlinkSync(join(space.outside, "f"), space.path("f"));
    const link = "f is a symbolic link, not a regular file.";
    await expect(read(space, "f")).rejects.toThrow(link);
    await expect(replaceFile(stale(space, "f"), Buffer.from("new"))).rejects.toThrow(link);
    expect(readdirSync(space.cwd)).toEqual(["f"]);
    expect(readFileSync(join(space.outside, "f"), "utf8")).toBe("secret");
  });

  it("and one that has become a directory is not replaced", async () => {
    const space = makeWorkspace();
    mkdirSync(space.path("f"));
    await expect(replaceFile(stale(space, "f"), Buffer.from("new"))).rejects.toThrow("f is a directory");
    expect(readdirSync(space.path("f"))).toEqual([]);
  });
});
