/**
 * Which projects the user trusts: by real directory. Settings by the hash of their file as well, so that any change is
 * asked about; notes and skills, which only the model reads, whatever they say by now.
 */
import { join } from "node:path";
import type { PreviewField } from "../model/tool.ts";
import type { Project } from "./project.ts";
import { reasonOf } from "./source-file.ts";
import {
  isHash,
  isObject,
  type JsonObject,
  keepDamaged,
  readStateFile,
  writeStateFile,
} from "./state-file.ts";
import { previewFields } from "./tree.ts";

export interface Trust {
  /** Real directory to SHA-256 of its settings file. */
  readonly trusted: ReadonlyMap<string, string>;
  /** Real directories whose notes and skills the model may have. */
  readonly guided: ReadonlySet<string>;
  /** Why nothing is trusted although there is a trust file. */
  readonly fault?: TrustFault;
}

interface TrustFault {
  readonly kind: "damaged" | "unreadable";
  readonly message: string;
}

const version = 1;
const noTrust = { trusted: new Map<string, string>(), guided: new Set<string>() } as const satisfies Trust;

/** `state` is the program's state directory; without one nothing is trusted. */
export function readTrust(state: string | undefined): Trust {
  if (state === undefined) return noTrust;
  const reading = readStateFile(trustPath(state), parseTrust);
  if (reading.kind === "absent") return noTrust;
  if (reading.kind === "read") return reading.held;
  const { kind, message } = reading;
  return { ...noTrust, fault: { kind, message: `${message}, so no project is trusted.` } };
}

function trustPath(state: string): string {
  return join(state, "trust.json");
}

function parseTrust({ version: written, trusted, guided = [] }: JsonObject): Trust | undefined {
  if (written !== version || !isObject(trusted) || !isListOfTexts(guided)) return undefined;
  const entries = Object.entries(trusted);
  const sound = entries.filter((entry): entry is [string, string] => isHash(entry[1]));
  return sound.length === entries.length ? { trusted: new Map(sound), guided: new Set(guided) } : undefined;
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

export function isTrusted(trust: Trust, project: Project): boolean {
  return trust.trusted.get(project.directory) === project.hash;
}

/** Why the project's settings are not in force, and what to do about it. */
export function untrustedNotice(trust: Trust, project: Project): string {
  const { name } = project;
  return trust.trusted.has(project.directory)
    ? `The settings in ${name} have changed since you trusted them; they are ignored until you run: treadle trust`
    : `This project has its own settings in ${name}; they are ignored until you run: treadle trust`;
}

export interface ProjectDescription {
  readonly directory: string;
  /** Every value that would be in force, complete and raw. */
  readonly settings: readonly PreviewField[];
  /** What stands in the file and would be ignored all the same. */
  readonly ignored: readonly string[];
  /** Mistakes in the file; it cannot be used before they are mended. */
  readonly problems: readonly string[];
}

/** What the user would trust: for the question. */
export async function describeProject(project: Project): Promise<ProjectDescription> {
  const { directory, name, text } = project;
  const { readSettingsText } = await import("./settings-file.ts");
  const reading = await readSettingsText({ name, text, owner: { kind: "project" } });
  if (reading.kind === "error") return { directory, settings: [], ignored: [], problems: reading.messages };
  return { directory, settings: previewFields(reading.written), ignored: reading.notices, problems: [] };
}

export type TrustOutcome =
  | { readonly kind: "trusted"; readonly notices: readonly string[] }
  | { readonly kind: "failed"; readonly message: string };

export interface Trusting {
  /** Exactly the file that it was read from is trusted, whatever is on disk by now. */
  readonly settings?: Project;
  /** Real path of the directory whose notes and skills are trusted. */
  readonly guidance?: string;
}

export function addTrust(state: string | undefined, { settings, guidance }: Trusting): TrustOutcome {
  if (state === undefined) {
    return { kind: "failed", message: "There is nowhere to keep the trust: set HOME or XDG_STATE_HOME." };
  }
  const trust = readTrust(state);
  if (trust.fault?.kind === "unreadable") return { kind: "failed", message: trust.fault.message };
  const path = trustPath(state);
  const held = {
    version,
    trusted: Object.fromEntries([
      ...trust.trusted,
      ...(settings ? [[settings.directory, settings.hash] as const] : []),
    ]),
    guided: [...new Set([...trust.guided, ...(guidance === undefined ? [] : [guidance])])],
  };
  try {
    const notices = trust.fault === undefined ? [] : [keptText(keepDamaged(path))];
    writeStateFile(path, held);
    return { kind: "trusted", notices };
  } catch (error) {
    return { kind: "failed", message: `Cannot write ${path}: ${reasonOf(error)}.` };
  }
}

function keptText(copy: string): string {
  return `The trust file was damaged; it has been kept as ${copy}.`;
}
