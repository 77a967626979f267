/** What the doctor says about backends, keys and files. The value of a key is never in it. */
import type { BackendChoice } from "../../backends/choose.ts";
import { type BackendEntry, keyState, knownBackends } from "../../backends/registry.ts";
import type { Owner, Place } from "../../config/guidance-file.ts";
import type { Loaded } from "../../config/load.ts";
import { findNotes } from "../../config/notes.ts";
import { configPaths } from "../../config/paths.ts";
import { readProject } from "../../config/project.ts";
import { findSkills } from "../../config/skills.ts";
import { isTrusted, readTrust, type Trust } from "../../config/trust.ts";
import type { Settings } from "../../model/settings.ts";
import { chooseBackendOn } from "../choose-backend.ts";
import { guidedDirectory } from "../guidance.ts";
import type { Host } from "../host.ts";
import type { Finding, Section } from "./report.ts";

export async function setupSections(host: Host, loaded: Loaded): Promise<readonly Section[]> {
  const settings = loaded.kind === "ok" ? loaded.settings : undefined;
  const backends = settings ? backendFindings(settings, await chooseBackendOn(host, settings)) : [unread];
  return [
    { title: "Backends", findings: backends },
    { title: "Settings", findings: [...settingsFindings(loaded), ...fileFindings(host)] },
  ];
}

const unread: Finding = { label: "backends", value: "unknown while the settings cannot be read" };

function backendFindings(settings: Settings, { name, reason }: BackendChoice): readonly Finding[] {
  const chosen = { label: "chosen", value: `${name} (${reason})` };
  return [chosen, ...knownBackends(settings).map((entry) => backendFinding(entry, settings))];
}

function backendFinding(entry: BackendEntry, settings: Settings): Finding {
  const { name, label, keyVariable } = entry;
  const state = keyState(entry, settings);
  if (state === "not-needed") return { label: name, value: `${label}, needs no key` };
  if (state === "found") return { label: name, value: `${label}, key found` };
  const variable = keyVariable === undefined ? "" : `${keyVariable}, or `;
  const advice = `Set ${variable}backends.${name}.api_key in your settings, to use it.`;
  return { label: name, value: `${label}, no key`, advice };
}

function settingsFindings(loaded: Loaded): readonly Finding[] {
  if (loaded.kind === "error") {
    return loaded.messages.map((message) => ({ label: "problem", value: message, advice: "Mend the file." }));
  }
  const files = loaded.sources.map(({ kind, path }) => ({ label: `${kind} file`, value: path }));
  const notices = loaded.notices.map((notice) => ({ label: "note", value: notice }));
  return [{ label: "agent", value: loaded.settings.agent }, ...files, ...notices];
}

function fileFindings({ env, home, cwd }: Host): readonly Finding[] {
  const { config, state } = configPaths(env, home);
  return [
    { label: "your settings", value: config ?? "nowhere: set HOME or XDG_CONFIG_HOME" },
    { label: "sessions and trust", value: state ?? "nowhere: set HOME or XDG_STATE_HOME" },
    { label: "project", value: projectState(cwd, home, state) },
    ...guidanceFindings({ cwd, home, config }, readTrust(state)),
  ];
}

/** Which files tell the model how to work, and which would. */
function guidanceFindings(place: Place, { guided }: Trust): readonly Finding[] {
  const trusted = guided.has(guidedDirectory(place.cwd, place.home));
  const advice = trusted ? {} : { advice: "Run treadle trust, to have them told to the model." };
  const whose = (owner: Owner) => (owner === "user" ? "yours" : trusted ? "trusted" : "not trusted");
  const finding = (label: string, owner: Owner, name: string): Finding => ({
    label,
    value: `${name}, ${whose(owner)}`,
    ...(owner === "project" && advice),
  });
  const skills = [...findSkills(place, "user"), ...findSkills(place, "project")];
  return [
    ...findNotes(place).map(({ owner, name }) => finding("notes", owner, name)),
    ...skills.map(({ owner, shown }) => finding("skill", owner, shown)),
  ];
}

function projectState(cwd: string, home: string, state: string | undefined): string {
  const reading = readProject(cwd, home);
  if (reading.kind === "none") return "no settings of its own";
  if (reading.kind === "unusable") return reading.message;
  const { project } = reading;
  return isTrusted(readTrust(state), project) ? `${project.path}, trusted` : `${project.path}, not trusted`;
}
