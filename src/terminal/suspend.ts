/** Job control: stops the process for the shell and notices when it goes on. It must not know terminals. */
import type { Clock, Timer } from "./clock.ts";
import { type Host, listen } from "./host.ts";

export interface JobControl {
  /** As if the user's ^Z had reached the kernel: stops the whole process group, wrappers like npm too. */
  suspend(): void;
  isSuspended(): boolean;
  /** Listens no more. */
  close(): void;
}

export interface JobControlParts {
  readonly host: Host;
  readonly clock: Clock;
  /** Before the process stops. */
  readonly pause: () => void;
  /** It goes on; also after a stop that could not be announced (SIGSTOP). */
  readonly resume: () => void;
}

const wholeGroup = 0;
const spanMs = 25;

export function createJobControl({ host, clock, pause, resume }: JobControlParts): JobControl {
  let timer: Timer | undefined;
  let suspended = false;
  let stopStopping = listen(host, "SIGTSTP", stopThis);
  const stopContinuing = listen(host, "SIGCONT", goOnSoon);

  function stopThis(): void {
    suspend(host.pid);
  }

  function suspend(target: number): void {
    if (suspended) return;
    pause();
    suspended = true;
    // Only without a listener does the signal stop the process.
    stopStopping();
    // Nobody continues what was not stopped: the kernel drops SIGTSTP where no shell controls the job.
    goOnSoon();
    host.kill(target, "SIGTSTP");
  }

  /**
   * What continues a process may also end it (`kill %1`, a closed terminal), and the signals come in any order.
   * In the background, taking the terminal would stop it again before it heard them. Hence the wait, and in two
   * spans: one that began before a stop is over at once after it.
   */
  function goOnSoon(): void {
    timer?.cancel();
    timer = clock.after(spanMs, () => {
      timer = clock.after(spanMs, goOn);
    });
  }

  function goOn(): void {
    if (suspended) stopStopping = listen(host, "SIGTSTP", stopThis);
    suspended = false;
    resume();
  }

  return {
    suspend: () => suspend(wholeGroup),
    isSuspended: () => suspended,
    close: () => {
      timer?.cancel();
      stopStopping();
      stopContinuing();
    },
  };
}
