/** What signals do to a session: stop what runs, save, leave. However it ends, nothing that it has started goes on. */
import type { Controller } from "./controller.ts";
import { exitCodes } from "./exit-code.ts";
import type { Host } from "./host.ts";

export interface Leaving {
  readonly chat: boolean;
  /** Ends what the tools have started; the last thing done when there is no time. */
  readonly kill: () => void;
}

/** How long leaving may take: a reader of our output that does not read must not hold us. */
const patienceMs = 1000;

/**
 * A second SIGINT or SIGTERM leaves without waiting. A second SIGHUP does not: a terminal that goes away sends it
 * more than once, and makes every write fail, while there is still something to save.
 */
export function leaveOnSignals(host: Host, controller: Controller, { chat, kill }: Leaving): void {
  let leaving = false;
  const leaveAtOnce = (code: number) => {
    kill();
    host.exit(code);
  };
  const leaveOnce = (code: number) => {
    if (leaving) return;
    leaving = true;
    host.clock.after(patienceMs, () => leaveAtOnce(code));
    controller.leave(code);
  };
  const leave = (code: number) => (leaving ? leaveAtOnce(code) : leaveOnce(code));
  host.onSignal("SIGINT", () => (chat && !leaving ? controller.interrupt() : leave(exitCodes.interrupted)));
  host.onSignal("SIGTERM", () => leave(exitCodes.terminated));
  host.onSignal("SIGHUP", () => leaveOnce(exitCodes.hungUp));
  host.onExit(kill);
  host.onOutputClosed(() => leaveOnce(exitCodes.brokenPipe));
}
