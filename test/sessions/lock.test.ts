import { lstatSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { isLocked, lockPath, type Owners, takeLock } from "../../src/sessions/lock.ts";

function place(): string {
  return join(mkdtempSync(join(tmpdir(), "treadle-lock-")), "s1.jsonl");
}

const owners = (self: string, alive: readonly string[], onLook = () => {}): Owners => ({
  self,
  isAlive(mark) {
    onLook();
    return alive.includes(mark);
  },
  describe: (mark) => `the one called ${mark}`,
  now: () => 0,
});

describe("takeLock", () => {
  it("gives a session to one at a time", () => {
    const path = place();
    const first = takeLock(path, owners("a", ["a", "b"]));
    expect(first.kind).toBe("taken");
    expect(isLocked(path, owners("b", ["a", "b"]))).toBe(true);
    expect(takeLock(path, owners("b", ["a", "b"]))).toEqual({ kind: "held", by: "the one called a" });
    expect(takeLock(path, owners("a", ["a", "b"])).kind).toBe("held");
    if (first.kind === "taken") first.release();
    expect(isLocked(path, owners("b", ["a", "b"]))).toBe(false);
    expect(takeLock(path, owners("b", ["a", "b"])).kind).toBe("taken");
    expect(readdirSync(dirname(path))).toEqual(["s1.lock"]);
  });

  it("takes over what a killed process left behind, and leaves nothing else", () => {
    const path = place();
    takeLock(path, owners("dead", ["dead"]));
    const lock = takeLock(path, owners("b", ["b"]));
    expect(lock.kind).toBe("taken");
    expect(readlinkSync(lockPath(path))).toBe("b");
    expect(readdirSync(dirname(path))).toEqual(["s1.lock"]);
  });

  it("does not take away the lock of whoever was quicker to take over", () => {
    const path = place();
    takeLock(path, owners("dead", ["dead"]));
    let looked = false;
    const slow = owners("slow", ["quick", "slow"], () => {
      if (looked) return;
      looked = true;
      takeLock(path, owners("quick", ["quick"]));
    });
    expect(takeLock(path, slow).kind).toBe("held");
    expect(readlinkSync(lockPath(path))).toBe("quick");
  });

  it("releases only its own", () => {
    const path = place();
    const first = takeLock(path, owners("a", []));
    takeLock(path, owners("b", []));
    if (first.kind === "taken") first.release();
    expect(readlinkSync(lockPath(path))).toBe("b");
  });

  it("treats a file of that name as held: it is not ours", () => {
    const path = place();
    writeFileSync(lockPath(path), "something");
    expect(takeLock(path, owners("a", [])).kind).toBe("held");
    expect(lstatSync(lockPath(path)).isFile()).toBe(true);
  });

  it("throws where nothing can be made", () => {
    const file = join(mkdtempSync(join(tmpdir(), "treadle-lock-")), "file");
    symlinkSync("/nowhere/at/all", file);
    expect(() => takeLock(join(file, "s.jsonl"), owners("a", []))).toThrow();
  });
});
