/** Whether a shell command may run at all under a profile, before anybody is asked. */
import { blockedBecause, type CommandPatterns } from "./blocklist.ts";
import { guardedAgainst, isDrastic } from "./guards.ts";
import type { Profile } from "./profiles.ts";
import { isOrdinary, onlyLooks } from "./safe-commands.ts";
import { readShell, type ShellReading } from "./shell.ts";

export interface CommandCheck {
  readonly reading: ShellReading;
  /** Why it is not run. */
  readonly refusal?: string;
  /** It needs no question under this profile. */
  readonly harmless: boolean;
  /** It is asked about even where nothing else is. */
  readonly drastic: boolean;
}

export function checkCommand(source: string, profile: Profile, patterns: CommandPatterns): CommandCheck {
  const reading = readShell(source);
  const refusal = refusalOf(source, reading, profile, patterns);
  const harmless = refusal === undefined && profile.looksUnasked && onlyLooks(reading);
  return {
    reading,
    harmless,
    drastic: isDrastic(reading),
    ...(refusal !== undefined && { refusal: `[Security] ${refusal}` }),
  };
}

function refusalOf(
  source: string,
  reading: ShellReading,
  profile: Profile,
  patterns: CommandPatterns,
): string | undefined {
  if (!profile.blocklist) return undefined;
  if (patterns.allowed.some((pattern) => pattern.test(source))) return undefined;
  if (profile.onlyOrdinary && !isOrdinary(reading)) return "Command not in allowlist";
  const blocked = [...profile.blocked, ...patterns.blocked];
  return blockedBecause(source, reading, { ...patterns, blocked }) ?? guardedAgainst(reading, profile.guards);
}
