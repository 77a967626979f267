import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeNewFile } from "../../src/sessions/write-new-file.ts";

const temporary = () => mkdtempSync(join(tmpdir(), "treadle-new-file-"));
const how = (replace: boolean) => ({ replace, mark: "m" });

describe("writeNewFile", () => {
  it("writes all the pieces, for the owner alone, and leaves nothing else", () => {
    const directory = temporary();
    const path = join(directory, "a.md");
    const pieces = Array.from({ length: 300 }, () => "ä".repeat(1000));
    expect(writeNewFile(path, pieces, how(false))).toEqual({
      kind: "written",
      bytes: 600_000,
      replaced: false,
    });
    expect(readFileSync(path, "utf8")).toBe(pieces.join(""));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(["a.md"]);
  });

  it("replaces a file only when told to", () => {
    const path = join(temporary(), "a.md");
    writeFileSync(path, "old");
    expect(writeNewFile(path, ["new"], how(false))).toEqual({ kind: "exists" });
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(writeNewFile(path, ["new"], how(true))).toEqual({ kind: "written", bytes: 3, replaced: true });
    expect(readFileSync(path, "utf8")).toBe("new");
  });

  it("does not replace a file that came while it was writing", () => {
    const directory = temporary();
    const path = join(directory, "a.md");
    function* pieces() {
      yield "x".repeat(100_000);
      writeFileSync(path, "theirs");
      yield "y";
    }
    expect(writeNewFile(path, pieces(), how(false))).toEqual({ kind: "exists" });
    expect(readFileSync(path, "utf8")).toBe("theirs");
    expect(readdirSync(directory)).toEqual(["a.md"]);
  });

  it("leaves the old file and nothing else when the pieces break off", () => {
    const directory = temporary();
    const path = join(directory, "a.md");
    writeFileSync(path, "old");
    function* pieces() {
      yield "half";
      throw new Error("broken");
    }
    expect(writeNewFile(path, pieces(), how(true))).toEqual({ kind: "failed", reason: "broken" });
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(readdirSync(directory)).toEqual(["a.md"]);
  });

  it("fails in words for a directory and for one that is not there", () => {
    const directory = temporary();
    mkdirSync(join(directory, "d"));
    expect(writeNewFile(join(directory, "d"), [], how(true))).toMatchObject({ reason: "it is a directory" });
    expect(writeNewFile(join(directory, "no", "a"), [], how(true))).toMatchObject({ kind: "failed" });
  });

  it.skipIf(process.getuid?.() === 0)("fails in words where it may not write", () => {
    const directory = temporary();
    chmodSync(directory, 0o500);
    expect(writeNewFile(join(directory, "a"), ["x"], how(false))).toMatchObject({ kind: "failed" });
  });
});
