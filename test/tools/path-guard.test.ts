import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createPathGuard, type PathGuardOptions } from "../../src/tools/path-guard.ts";
import { makeWorkspace, type Workspace } from "./workspace.ts";

function guardFor({ cwd, home }: Workspace, options: Partial<PathGuardOptions> = {}) {
  return createPathGuard({ cwd, home, protectedPaths: [], allowed: [], blocked: [], ...options });
}

describe("the path guard", () => {
  it("resolves ~ and relative paths, also of files that do not exist", async () => {
    const space = makeWorkspace();
    const guard = guardFor(space);
    const inside = {
      ok: true,
      file: { given: "a/b/new.txt", real: space.path("a/b/new.txt"), outside: false },
    };
    expect(await guard("a/b/new.txt", "write")).toMatchObject(inside);
    expect(await guard("~/notes", "read")).toMatchObject({
      file: { real: join(space.home, "notes"), outside: true },
    });
    expect(await guard("~other/x", "read")).toMatchObject({ file: { real: space.path("~other/x") } });
  });

  it.each(["", "a\0b"])("refuses %j", async (path) => {
    expect(await guardFor(makeWorkspace())(path, "read")).toEqual({
      ok: false,
      refusal: "[Validation] path must name a file",
    });
  });

  it("follows a link to a system file", async () => {
    const space = makeWorkspace();
    symlinkSync("/etc/shadow", space.path("link"));
    const refusal = "Blocked: link is a sensitive system file";
    expect(await guardFor(space)("link", "read")).toEqual({ ok: false, refusal });
  });

  it("notices a directory link that leaves the working directory", async () => {
    const space = makeWorkspace();
    symlinkSync(space.outside, space.path("escape"));
    const verdict = await guardFor(space)("escape/secret.txt", "read");
    expect(verdict).toMatchObject({ file: { real: join(space.outside, "secret.txt"), outside: true } });
  });

  it("does not take a sibling with the same prefix for the inside", async () => {
    const space = makeWorkspace();
    expect(await guardFor(space)(`${space.cwd}x/file`, "read")).toMatchObject({ file: { outside: true } });
  });

  it("follows dangling links to where a write would land", async () => {
    const space = makeWorkspace();
    mkdirSync(join(space.home, ".ssh"));
    symlinkSync(join(space.home, ".ssh/authorized_keys"), space.path("one"));
    symlinkSync("one", space.path("two"));
    const refusal = "Blocked: ~/.ssh/ may contain credentials";
    expect(await guardFor(space)("two", "write")).toEqual({ ok: false, refusal });
  });

  it("refuses endless links", async () => {
    const space = makeWorkspace();
    symlinkSync("b", space.path("a"));
    symlinkSync("a", space.path("b"));
    const verdict = await guardFor(space)("a", "read");
    expect(verdict).toMatchObject({ ok: false, refusal: expect.stringContaining("too many symbolic links") });
  });

  it("knows the home directory by its real name too", async () => {
    const space = makeWorkspace();
    symlinkSync(space.home, space.path("home-link"));
    const guard = guardFor(space, { home: space.path("home-link") });
    const refusal = "Blocked: ~/.ssh/ may contain credentials";
    expect(await guard(join(space.home, ".ssh/id"), "read")).toEqual({ ok: false, refusal });
    expect(await guard("~/.ssh/id", "read")).toEqual({ ok: false, refusal });
  });

  it("knows credentials by the place their directory is linked to", async () => {
    const space = makeWorkspace();
    symlinkSync(space.outside, join(space.home, ".aws"));
    writeFileSync(join(space.outside, "credentials"), "");
    expect(await guardFor(space)(join(space.outside, "credentials"), "read")).toMatchObject({ ok: false });
  });

  it("expands ~ in the user's lists", async () => {
    const space = makeWorkspace();
    const guard = guardFor(space, { allowed: ["~/.ssh/config"], blocked: ["private"] });
    expect(await guard("~/.ssh/config", "read")).toMatchObject({ ok: true });
    expect(await guard("~/.ssh/id", "read")).toMatchObject({ ok: false });
    expect(await guard("private/x", "read")).toMatchObject({ ok: false });
  });
});

describe("skills", () => {
  function guardOf(space: Workspace) {
    const config = join(space.home, ".config/treadle");
    mkdirSync(join(config, "skills"), { recursive: true });
    const guard = guardFor(space, { protectedPaths: [config], readable: [join(config, "skills")] });
    return { config, guard };
  }

  it("may be read in our own configuration, unasked, and nothing beside them", async () => {
    const { config, guard } = guardOf(makeWorkspace());
    expect(await guard(join(config, "skills/s/SKILL.md"), "read")).toMatchObject({
      ok: true,
      file: { outside: false },
    });
    expect(await guard(join(config, "skills/s/SKILL.md"), "write")).toMatchObject({ ok: false });
    expect(await guard(join(config, "skills/../config.yaml"), "read")).toMatchObject({ ok: false });
    expect(await guard(join(config, "skillset"), "read")).toMatchObject({ ok: false });
  });

  it("open nothing by a link: not into what is ours, and elsewhere not without a question", async () => {
    const space = makeWorkspace();
    const { config, guard } = guardOf(space);
    symlinkSync("../config.yaml", join(config, "skills/key"));
    symlinkSync(space.outside, join(config, "skills/out"));
    expect(await guard(join(config, "skills/key"), "read")).toMatchObject({ ok: false });
    expect(await guard(join(config, "skills/out/SKILL.md"), "read")).toMatchObject({
      file: { outside: true },
    });
  });
});
