/** What a chat can tell of its own setting: the doctor's report, the display, where keys come from. */
import { keyState, knownBackends } from "../backends/registry.ts";
import type { UpkeepPowers } from "../commands/command.ts";
import type { Ready } from "./prepare.ts";

/** `display`: which one it is and why, in words. */
export function createUpkeep({ host, flags, engine }: Ready, display: () => string): UpkeepPowers {
  return {
    display,
    async doctor() {
      const { examine } = await import("./doctor/doctor.ts");
      const { reportAsText } = await import("./doctor/report.ts");
      return reportAsText((await examine(host, flags)).sections).trimEnd();
    },
    async keys() {
      const settings = engine.settings();
      return knownBackends(settings).map((entry) => {
        const variable = entry.keyVariable === undefined ? "" : `${entry.keyVariable} or `;
        const place = `${variable}backends.${entry.name}.api_key`;
        const states = { "not-needed": "needs no key", found: `key found (${place})` } as const;
        const state = keyState(entry, settings);
        return `${entry.name}: ${state in states ? states[state as keyof typeof states] : `no key; set ${place}`}`;
      });
    },
  };
}
