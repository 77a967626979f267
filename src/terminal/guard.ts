/** Sees to it that what was taken is released, however the process ends or stops. It must not know terminals. */
import type { Clock } from "./clock.ts";
import type { Host } from "./host.ts";
import { type Ending, watchEndings } from "./restore.ts";
import { createJobControl } from "./suspend.ts";

export interface Guard {
  /** Releases, unless that was done. */
  end(): void;
  suspend(): void;
}

export interface GuardParts {
  readonly host: Host;
  readonly clock: Clock;
  readonly release: () => void;
  /** After a stop; takes again what was released. */
  readonly resume: () => void;
  /** After a release that a signal or an error caused. */
  readonly end: (how: Ending) => void;
}

/** To be called before anything is taken. */
export function startGuard({ host, clock, release, resume, end }: GuardParts): Guard {
  const jobs = createJobControl({ host, clock, pause: release, resume });
  const stopWatching = watchEndings(host, endBy);
  let ended = false;

  function endGuard(): void {
    if (ended) return;
    ended = true;
    try {
      if (!jobs.isSuspended()) release();
    } finally {
      // Not earlier: without a listener a second signal would kill the process in the middle of the release.
      jobs.close();
      stopWatching();
    }
  }

  function endBy(how: Ending): void {
    try {
      endGuard();
    } catch {
      // The process ends for a reason that matters more.
    }
    if (how.kind !== "exit") end(how);
  }

  return { end: endGuard, suspend: jobs.suspend };
}
