/** Who holds the lock of a session: this process, told from every other by its number and when it began. */
import { readFileSync } from "node:fs";
import type { Owners } from "../sessions/lock.ts";
import type { Host } from "./host.ts";

export type ProcessHost = Pick<Host, "now"> & {
  readonly node: Pick<NodeJS.Process, "pid" | "kill">;
  readonly machine: string;
};

/** How long a lock of another machine holds after the last sign of life: nobody can ask there. */
const foreignMs = 3_600_000;

export function createLockOwners({ node, machine, now }: ProcessHost): Owners {
  const boot = readQuietly("/proc/sys/kernel/random/boot_id")?.trim() ?? "";
  const markOf = (pid: number) => ({ machine, pid, started: startOf(pid), boot });

  return {
    self: JSON.stringify(markOf(node.pid)),
    now,
    isAlive(text, sinceMs) {
      const mark = readMark(text);
      if (!mark) return false;
      if (mark.machine !== machine) return sinceMs < foreignMs;
      if (mark.boot !== boot || !runs(node, mark.pid)) return false;
      return mark.started === startOf(mark.pid);
    },
    describe(text) {
      const mark = readMark(text);
      if (!mark) return "another treadle";
      return mark.machine === machine ? `process ${mark.pid}` : `process ${mark.pid} on ${mark.machine}`;
    },
  };
}

interface Mark {
  readonly machine: string;
  readonly pid: number;
  /** In ticks since the system began; empty where it does not tell. */
  readonly started: string;
  readonly boot: string;
}

function readMark(text: string): Mark | undefined {
  try {
    const { machine, pid, started, boot } = JSON.parse(text) as Partial<Record<keyof Mark, unknown>>;
    if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
    return { machine: String(machine), pid, started: String(started), boot: String(boot) };
  } catch {
    return undefined;
  }
}

function runs(node: ProcessHost["node"], pid: number): boolean {
  try {
    return node.kill(pid, 0);
  } catch (error) {
    // It is there, but somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** The 22nd field; the second is a name in parentheses, which may hold anything. */
function startOf(pid: number): string {
  const stat = readQuietly(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

function readQuietly(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
