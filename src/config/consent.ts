/** Which MCP servers of projects the user has allowed or refused: by the hash of all that was shown of each. */
import { join } from "node:path";
import { reasonOf } from "./source-file.ts";
import {
  isHash,
  isObject,
  type JsonObject,
  keepDamaged,
  readStateFile,
  type StateReading,
  writeStateFile,
} from "./state-file.ts";

export type Verdict = "allowed" | "refused";

export interface Consent {
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** Why nothing is known although there is a file, in a sentence. */
  readonly fault?: string;
}

const version = 1;

/** `state` is the program's state directory; without one nothing is allowed. */
export function readConsent(state: string | undefined): Consent {
  const reading = read(state);
  if (reading.kind === "read") return { verdicts: reading.held };
  const verdicts = new Map<string, Verdict>();
  return reading.kind === "absent"
    ? { verdicts }
    : { verdicts, fault: `${reading.message}, so no server of a project is allowed.` };
}

/** Without a verdict what was said is forgotten. Why it could not be kept, in a sentence. */
export function keepConsent(
  state: string | undefined,
  hash: string,
  verdict: Verdict | undefined,
): string | undefined {
  if (state === undefined) return "There is nowhere to keep it: set HOME or XDG_STATE_HOME.";
  const path = consentPath(state);
  const reading = read(state);
  if (reading.kind === "unreadable") return `${reading.message}.`;
  const verdicts = new Map(reading.kind === "read" ? reading.held : []);
  verdicts.delete(hash);
  if (verdict !== undefined) verdicts.set(hash, verdict);
  try {
    if (reading.kind === "damaged") keepDamaged(path);
    writeStateFile(path, { version, servers: Object.fromEntries(verdicts) });
    return undefined;
  } catch (error) {
    return `Cannot write ${path}: ${reasonOf(error)}.`;
  }
}

function read(state: string | undefined): StateReading<ReadonlyMap<string, Verdict>> {
  return state === undefined ? { kind: "absent" } : readStateFile(consentPath(state), parse);
}

function consentPath(state: string): string {
  return join(state, "mcp-consent.json");
}

function parse({ version: written, servers }: JsonObject): ReadonlyMap<string, Verdict> | undefined {
  if (written !== version || !isObject(servers)) return undefined;
  const entries = Object.entries(servers);
  const sound = entries.filter(
    (entry): entry is [string, Verdict] =>
      isHash(entry[0]) && (entry[1] === "allowed" || entry[1] === "refused"),
  );
  return sound.length === entries.length ? new Map(sound) : undefined;
}
