import { readdirSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSpillFile } from "../../../src/app/spill/spill-file.ts";
import { scratch } from "../../support/program.ts";

const bytes = (text: string) => Buffer.from(text);

describe("a spill file", () => {
  it("gives back what was appended", () => {
    const file = openSpillFile([scratch()]);
    file.append(bytes("one"));
    file.append(bytes("two"));
    expect(file.size()).toBe(6);
    expect(file.read(2, 3)?.toString()).toBe("etw");
    expect(file.read(4, 3)).toBeUndefined();
    file.close();
    expect(file.read(0, 3)).toBeUndefined();
  });

  it.skipIf(process.platform === "win32")("has no name from the start", () => {
    const directory = scratch();
    const file = openSpillFile([directory]);
    expect(readdirSync(directory)).toEqual([]);
    file.append(bytes("kept"));
    expect(file.read(0, 4)?.toString()).toBe("kept");
    file.close();
  });

  it.skipIf(process.platform !== "linux")("is for its owner alone", () => {
    const directory = scratch();
    const file = openSpillFile([directory]);
    const own = readdirSync("/proc/self/fd")
      .map((name) => join("/proc/self/fd", name))
      .find((path) => targetOf(path).startsWith(directory));
    expect(own).toBeDefined();
    expect(statSync(own ?? "").mode & 0o777).toBe(0o600);
    file.close();
  });

  it("goes to the first directory that is there", () => {
    const missing = join(scratch(), "missing");
    openSpillFile([missing, scratch()]).close();
    expect(() => openSpillFile([missing])).toThrow("ENOENT");
    expect(() => openSpillFile([])).toThrow("no directory");
  });
});

function targetOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
