import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createLockOwners } from "../../src/app/lock-owners.ts";

const hour = 3_600_000;
const owners = (machine = "loom") => createLockOwners({ node: process, machine, now: () => 0 });

describe("the owners of locks", () => {
  it("know themselves as alive", () => {
    const { self, isAlive, describe: words } = owners();
    expect(isAlive(self, 9 * hour)).toBe(true);
    expect(words(self)).toBe(`process ${process.pid}`);
  });

  it("know a process that was killed as gone", async () => {
    const child = spawn("sleep", ["60"]);
    const pid = child.pid ?? 0;
    const { self, isAlive } = owners();
    const { started: _, ...mark } = JSON.parse(self);
    const stat = createLockOwners({ node: { pid, kill: process.kill }, machine: "loom", now: () => 0 }).self;
    expect(isAlive(stat, 0)).toBe(true);
    child.kill("SIGKILL");
    await new Promise((resolve) => child.on("exit", resolve));
    expect(isAlive(stat, 0)).toBe(false);
    expect(isAlive(JSON.stringify({ ...mark, pid, started: "" }), 0)).toBe(false);
  });

  it.skipIf(!existsSync("/proc/self/stat"))(
    "know another process with the same number, or from before a restart",
    () => {
      const { self, isAlive } = owners();
      const mark = JSON.parse(self);
      expect(mark.started).toMatch(/^\d+$/);
      expect(isAlive(JSON.stringify({ ...mark, started: "1" }), 0)).toBe(false);
      expect(isAlive(JSON.stringify({ ...mark, boot: "other" }), 0)).toBe(false);
    },
  );

  it("believe in a process elsewhere for an hour", () => {
    const { self, describe: words } = owners("elsewhere");
    expect(owners().isAlive(self, hour - 1)).toBe(true);
    expect(owners().isAlive(self, hour)).toBe(false);
    expect(owners().describe(self)).toBe(`process ${process.pid} on elsewhere`);
    expect(words("nonsense")).toBe("another treadle");
  });

  it.each(["", "{}", "null", '{"pid":"1"}', '{"pid":-1}', '{"pid":0}', "1234"])(
    "know %s as nobody",
    (mark) => {
      expect(owners().isAlive(mark, 0)).toBe(false);
    },
  );
});
