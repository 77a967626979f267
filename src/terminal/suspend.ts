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
const stopPatienceMs = 50;

export function createJobControl({ host, clock, pause, resume }: JobControlParts): JobControl {
  let timer: Timer | undefined;
  let suspended = false;
  let stopListening = listen(host, "SIGTSTP", () => suspend(host.pid));
  const stopContinuing = listen(host, "SIGCONT", goOn);

  function suspend(target: number): void {
    if (suspended) return;
    pause();
    suspended = true;
    // Only without a listener does the signal stop the process.
    stopListening();
    // Nobody continues a process that was not stopped: the kernel drops SIGTSTP where no shell controls the job.
    // Two spans, for after a real stop the first is over before the signals that ended it have been heard.
    timer = clock.after(stopPatienceMs, () => {
      timer = clock.after(stopPatienceMs, goOn);
    });
    host.kill(target, "SIGTSTP");
  }

  function goOn(): void {
    timer?.cancel();
    if (suspended) stopListening = listen(host, "SIGTSTP", () => suspend(host.pid));
    suspended = false;
    resume();
  }

  return {
    suspend: () => suspend(wholeGroup),
    isSuspended: () => suspended,
    close: () => {
      timer?.cancel();
      stopListening();
      stopContinuing();
    },
  };
}
