import { describe, expect, it } from "vitest";
import {
  isInside,
  type PathAccess,
  type PathRules,
  refusalOf,
  zonesOf,
} from "../../src/tools/path-policy.ts";
import { toAbsolute } from "../../src/tools/resolve-path.ts";
import { readCases } from "../support/cases.ts";

interface PolicyInput {
  readonly path?: string;
  readonly cwd?: string;
  readonly fixture?: string;
  readonly allowed_paths?: readonly string[];
  readonly blocked_paths?: readonly string[];
}

interface PolicyResult {
  readonly blocked: boolean;
  readonly error?: string | null;
  readonly resolved?: string;
}

const home = "/home/tester";
const none: PathRules = { home, protectedPaths: [], allowed: [], blocked: [] };

const file = readCases("path_policy");

/**
 * Cases with a fixture need real links: see path-guard.test.ts. Cases with `root`, `allowed_roots` or `readonly` are
 * of programs that confine their tools; ours asks about what lies outside the working directory.
 */
const rows = file.cases.flatMap(({ id, input, observed }) => {
  const { path, cwd, fixture, ...lists } = input as PolicyInput;
  if (path === undefined || cwd === undefined || fixture !== undefined || observed === undefined) return [];
  return [{ id, path, cwd, ...lists, observed: observed as PolicyResult }];
});

describe.skipIf(file.absent)(file.title, () => {
  it("has rows", () => expect(rows.length).toBeGreaterThan(0));
  it.each(rows)("$id $path", ({ path, cwd, observed, allowed_paths = [], blocked_paths = [] }) => {
    const zones = zonesOf({ ...none, allowed: allowed_paths, blocked: blocked_paths });
    const absolute = toAbsolute(path, cwd, home);
    const refusal = refusalOf({ given: path, lexical: absolute, real: absolute }, "read", zones);
    expect(refusal !== undefined).toBe(observed.blocked);
    if (observed.resolved !== undefined) expect(absolute).toBe(observed.resolved);
    if (observed.error !== undefined) expect(refusal ?? null).toBe(observed.error);
  });
});

function refusal(path: string, access: PathAccess, rules: Partial<PathRules & { real: string }> = {}) {
  const { real = path, ...lists } = rules;
  return refusalOf({ given: path, lexical: path, real }, access, zonesOf({ ...none, ...lists }));
}

describe("the built-in lists", () => {
  it.each([
    ["/sys/kernel/x", "Blocked: /sys/kernel/x is in a system directory"],
    ["/proc", "Blocked: /proc is in a system directory"],
    [`${home}/.ssh/id_rsa`, "Blocked: ~/.ssh/ may contain credentials"],
    [`${home}/.gnupg/x`, "Blocked: ~/.gnupg/ may contain credentials"],
    [`${home}/.aws/credentials`, "Blocked: ~/.aws/ may contain credentials"],
    [`${home}/.config/gcloud/x/y`, "Blocked: ~/.config/gcloud/ may contain credentials"],
    [`${home}/.netrc`, "Blocked: ~/.netrc may contain credentials"],
    [`${home}/.netrc.old`, "Blocked: ~/.netrc may contain credentials"],
  ])("close %s for reading and writing", (path, expected) => {
    expect(refusal(path, "read")).toBe(expected);
    expect(refusal(path, "write")).toBe(expected);
  });

  it.each([
    "/process/x",
    "/devices",
    "/etc/shadow.d/x",
    "/etc/passwd",
    `${home}/.config/gcloudx`,
    "/home/other/.ssh/x",
  ])("leave %s open", (path) => expect(refusal(path, "read")).toBeUndefined());

  it.each([
    [`${home}/.bashrc`, "is a shell start-up file"],
    [`${home}/.zshenv`, "is a shell start-up file"],
    [`${home}/.config/fish/config.fish`, "is a shell start-up file"],
    [`${home}/.gitconfig`, "can make git run commands"],
    [`${home}/.config/git/config`, "can make git run commands"],
    ["/p/.git/hooks/pre-commit", "belongs to git"],
    ["/p/.git/modules/sub/hooks/x", "belongs to git"],
    ["/p/.GIT/config", "belongs to git"],
    ["/p/.git/commondir", "belongs to git"],
    ["/p/sub/.git", "belongs to git"],
    ["/p/.treadle/config.yaml", "belongs to treadle"],
  ])("close %s for writing only", (path, expected) => {
    expect(refusal(path, "write")).toBe(`Blocked: ${path} ${expected}`);
    expect(refusal(path, "read")).toBeUndefined();
  });

  it.each([`${home}/.bashrc.d/x`, "/p/git/hooks/x", "/p/.gitignore", "/p/.github/hooks", "/p/src/config"])(
    "leave %s open for writing",
    (path) => expect(refusal(path, "write")).toBeUndefined(),
  );
});

describe("raw and resolved path", () => {
  it("are both checked", () => {
    expect(refusal("/tmp/link", "read", { real: "/etc/shadow" })).toBe(
      "Blocked: /tmp/link is a sensitive system file",
    );
    expect(refusal("/etc/shadow", "read", { real: "/system/etc/shadow" })).toBeDefined();
    expect(refusal("/p/hooks/x", "write", { real: "/p/.git/hooks/x" })).toBeDefined();
  });
});

describe("the user's lists", () => {
  it("opening beats closing", () => {
    const lists = { allowed: ["/data/open"], blocked: ["/data"] };
    expect(refusal("/data/open/x", "write", lists)).toBeUndefined();
    expect(refusal("/data/x", "read", lists)).toBe("Blocked: /data/x is in a blocked path");
  });

  it("an open directory does not open what its links lead to", () => {
    expect(refusal("/open/link", "read", { allowed: ["/open"], real: "/etc/shadow" })).toBeDefined();
  });

  it.each<PathAccess>(["read", "write"])("nothing opens our own directories to %s", (access) => {
    const lists = { allowed: ["/"], protectedPaths: ["/state/treadle"] };
    expect(refusal("/state/treadle/x", access, lists)).toBe(
      "Blocked: /state/treadle/x belongs to treadle itself",
    );
    expect(refusal("/state/treadle2", "write", lists)).toBeUndefined();
  });
});

describe("isInside", () => {
  it.each([
    ["/a", "/a", true],
    ["/a", "/a/b", true],
    ["/a/", "/a/b", true],
    ["/a", "/ab", false],
    ["/a", "/", false],
    ["/", "/x", true],
    ["/a", "/a/..b", true],
  ])("%s contains %s: %s", (directory, path, expected) => expect(isInside(directory, path)).toBe(expected));
});
