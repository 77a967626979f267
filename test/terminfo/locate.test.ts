import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readEntryFile } from "../../src/terminfo/file.ts";
import { directories, type Environment, findEntry, type ReadFile } from "../../src/terminfo/locate.ts";
import { fixtureBytes, fixtureDatabase } from "../support/terminfo/fixture.ts";

/** A file system that holds these entries under these paths, and nothing else. */
function holding(files: Readonly<Record<string, Uint8Array>>): ReadFile {
  return (path) => {
    const bytes = files[path];
    return bytes === undefined ? { kind: "absent" } : { kind: "bytes", bytes };
  };
}

function pathOf(term: string, env: Environment, readFile: ReadFile): string | undefined {
  const located = findEntry(term, { env, readFile });
  return located.kind === "found" ? located.path : undefined;
}

const vt100 = fixtureBytes("vt100");

describe("findEntry", () => {
  it.each([
    ["$TERMINFO", { TERMINFO: "/own" }, "/own/v/vt100"],
    ["~/.terminfo", { HOME: "/home/me" }, "/home/me/.terminfo/v/vt100"],
    ["$TERMINFO_DIRS", { TERMINFO_DIRS: "/a:/b" }, "/b/v/vt100"],
    ["Termux", { PREFIX: "/data/usr" }, "/data/usr/share/terminfo/v/vt100"],
    ["Debian", {}, "/lib/terminfo/v/vt100"],
    ["most systems", {}, "/usr/share/terminfo/v/vt100"],
    ["FreeBSD", {}, "/usr/local/share/terminfo/v/vt100"],
    ["a Mac", {}, "/usr/share/terminfo/76/vt100"],
  ])("looks where %s keeps it", (_, env, path) => {
    expect(pathOf("vt100", env, holding({ [path]: vt100 }))).toBe(path);
  });

  it("prefers what the user says, in the order of ncurses", () => {
    const env = { TERMINFO: "/own", HOME: "/me", TERMINFO_DIRS: "/x::/y", PREFIX: "/p" };
    expect(directories(env).slice(0, 6)).toEqual([
      "/own",
      "/me/.terminfo",
      "/x",
      "/p/share/terminfo",
      "/etc/terminfo",
      "/lib/terminfo",
    ]);
    expect(directories(env).at(-1)).toBe("/y");
    expect(new Set(directories(env)).size).toBe(directories(env).length);
  });

  it("finds the kept entries, in directories by letter and by number", () => {
    const env = { TERMINFO: fixtureDatabase };
    expect(pathOf("xterm", env, readEntryFile)).toBe(`${fixtureDatabase}/x/xterm`);
    expect(pathOf("Eterm", env, readEntryFile)).toBe(`${fixtureDatabase}/45/Eterm`);
  });

  it("says where it has looked in vain", () => {
    const located = findEntry("vt100", { env: { TERMINFO: "/own", HOME: "/me" }, readFile: holding({}) });
    expect(located).toMatchObject({ kind: "missing", message: 'no terminfo entry is called "vt100"' });
    expect(located.searched.slice(0, 3).map(({ place }) => place)).toEqual([
      "/own/v/vt100",
      "/own/76/vt100",
      "/me/.terminfo/v/vt100",
    ]);
  });

  it("goes on behind a damaged file, and tells of it", () => {
    const files = { "/me/.terminfo/v/vt100": vt100.subarray(0, 100), "/etc/terminfo/v/vt100": vt100 };
    const located = findEntry("vt100", { env: { HOME: "/me" }, readFile: holding(files) });
    expect(located.kind === "found" && located.path).toBe("/etc/terminfo/v/vt100");
    expect(located.searched[0]).toMatchObject({
      kind: "broken",
      problem: expect.stringMatching(/^it is cut off: 100 bytes/),
    });
    expect(located.searched[1]?.kind).toBe("absent");
  });

  it("tells a broken entry from a missing one", () => {
    const files = { "/own/v/vt100": Buffer.from("not an entry") };
    expect(findEntry("vt100", { env: { TERMINFO: "/own" }, readFile: holding(files) })).toMatchObject({
      kind: "broken",
      message:
        "the terminfo entry /own/v/vt100 is of no use: it does not start like a compiled terminfo entry",
    });
  });

  it("looks only where it is told to", () => {
    const located = findEntry("vt100", { env: {}, systemDirectories: ["/only"], readFile: holding({}) });
    expect(located.searched.map(({ place }) => place)).toEqual(["/only/v/vt100", "/only/76/vt100"]);
  });

  it("leaves a PREFIX alone that is not Termux's", () => {
    expect(directories({ PREFIX: "build" }, ["/system"])).toEqual(["/system"]);
  });

  it.each([
    [undefined, "TERM is not set"],
    ["", "TERM is not set"],
    [".", "TERM is not a terminal's name"],
    ["..", "TERM is not a terminal's name"],
    ["../../etc/passwd", "TERM is not a terminal's name"],
    ["/dev/tty", "TERM is not a terminal's name"],
    ["x\\y", "TERM is not a terminal's name"],
    ["a:b", "TERM is not a terminal's name"],
    ["vt100\0", "TERM is not a terminal's name"],
    ["vt100\n", "TERM is not a terminal's name"],
    ["v".repeat(256), "TERM is not a terminal's name"],
  ])("reads no file for TERM=%j", (term, message) => {
    const untouchable: ReadFile = (path) => {
      throw new Error(`read ${path}`);
    };
    expect(findEntry(term, { env: { TERMINFO: "/own" }, readFile: untouchable })).toEqual({
      kind: "missing",
      message,
      searched: [],
    });
  });

  it("takes no entry of another case, even if the file system does", () => {
    const eterm = fixtureBytes("Eterm");
    const readFile = holding({ "/own/e/eterm": eterm });
    const located = findEntry("eterm", { env: { TERMINFO: "/own" }, readFile });
    expect(located.kind).toBe("missing");
    expect(located.searched[0]).toEqual({
      place: "/own/e/eterm",
      kind: "other-terminal",
      problem: "it describes Eterm, Eterm-color",
    });
  });

  it("believes a file that the user has given another name", () => {
    expect(pathOf("mine", { TERMINFO: "/own" }, holding({ "/own/m/mine": vt100 }))).toBe("/own/m/mine");
  });
});

describe("an entry in $TERMINFO itself", () => {
  const hex = `hex:${vt100.toString("hex")}`;
  const forms = {
    hex,
    "capital hex": `hex:${vt100.toString("hex").toUpperCase()}`,
    "folded hex": hex.replaceAll(/(.{64})/g, "$1\\\n\t"),
    base64: `b64:${vt100.toString("base64")}`,
    base64url: `b64:${vt100.toString("base64url")}`,
  };

  it.each(Object.entries(forms))("can be %s", (_, TERMINFO) => {
    const located = findEntry("vt100-am", { env: { TERMINFO }, readFile: holding({}) });
    expect(located.kind === "found" && [located.path, located.entry.numbers.get("cols")]).toEqual([
      "$TERMINFO",
      80,
    ]);
  });

  it("counts only for its own names", () => {
    const readFile = holding({ "/etc/terminfo/v/vt220": fixtureBytes("vt220") });
    const located = findEntry("vt220", { env: { TERMINFO: hex }, readFile });
    expect(located.kind === "found" && located.path).toBe("/etc/terminfo/v/vt220");
    expect(located.searched[0]).toEqual({
      place: "$TERMINFO",
      kind: "other-terminal",
      problem: "it describes vt100, vt100-am",
    });
  });

  it.each(["hex:", "hex:1", "hex:xy", "b64:", "b64:a b", `hex:${"00".repeat(60_000)}`])(
    "is passed over where it is no entry (%#)",
    (TERMINFO) => {
      const located = findEntry("vt100", { env: { TERMINFO }, readFile: holding({}) });
      expect(located).toMatchObject({
        kind: "broken",
        message: "the terminfo entry $TERMINFO is of no use: it is not a whole hexadecimal or base64 text",
      });
      expect(located.searched[1]?.place).toBe("/etc/terminfo/v/vt100");
    },
  );
});

describe("readEntryFile", () => {
  const directory = mkdtempSync(join(tmpdir(), "treadle-terminfo-"));

  it("reads a file, and knows when there is none", () => {
    writeFileSync(join(directory, "entry"), vt100);
    expect(readEntryFile(join(directory, "entry"))).toEqual({ kind: "bytes", bytes: vt100 });
    expect(readEntryFile(join(directory, "none"))).toEqual({ kind: "absent" });
    expect(readEntryFile(join(directory, "entry", "below"))).toEqual({ kind: "absent" });
  });

  it("refuses what is no file of an entry's size, and does not wait for a pipe", () => {
    mkdirSync(join(directory, "folder"));
    writeFileSync(join(directory, "large"), Buffer.alloc(32_769));
    execFileSync("mkfifo", [join(directory, "pipe")]);
    const notRegular = { kind: "unreadable", reason: "it is not a regular file" };
    expect(readEntryFile(join(directory, "folder"))).toEqual(notRegular);
    expect(readEntryFile(join(directory, "pipe"))).toEqual(notRegular);
    expect(readEntryFile(join(directory, "large"))).toEqual({
      kind: "unreadable",
      reason: "it is larger than 32768 bytes",
    });
    expect(readEntryFile("\0")).toMatchObject({ kind: "unreadable" });
  });
});
