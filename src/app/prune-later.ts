/** Removes old sessions some time after the start, when nobody waits for anything, and says how many. */
import type { Emit } from "../loop/bus.ts";
import type { Ready } from "./prepare.ts";

const patienceMs = 5000;

export function pruneLater({ host, store, settings }: Ready, emit: Emit): void {
  const rules = { sessions: settings.keepSessions, days: settings.keepDays };
  if (!store || (rules.sessions === 0 && rules.days === 0)) return;
  host.clock.after(patienceMs, async () => {
    const { pruneSessions } = await import("../sessions/prune.ts");
    const count = pruneSessions(store.directory, rules, store.owners());
    if (count === 0) return;
    const what = count === 1 ? "1 old session was" : `${count} old sessions were`;
    const advice = "a session with a name stays, and keep_days and keep_sessions say how many others do";
    emit({ type: "notice", level: "info", text: `${what} removed; ${advice}.` });
  });
}
