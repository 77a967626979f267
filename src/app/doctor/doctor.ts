/** `treadle doctor`: explains the terminal, the backends and the files found, and what to do about each problem. */
import type { Flags } from "../../config/invocation.ts";
import { loadSettings } from "../../config/load.ts";
import { sanitise } from "../../view/sanitise.ts";
import { chooseDisplayFor, hostTerminal } from "../display-choice.ts";
import { exitCodes } from "../exit-code.ts";
import type { Host } from "../host.ts";
import { logSection } from "./log-section.ts";
import { reportAsJson, reportAsText, type Section } from "./report.ts";
import { sandboxSection } from "./sandbox-section.ts";
import { setupSections } from "./setup-sections.ts";
import { terminalSections } from "./terminal-section.ts";

export interface DoctorCall {
  readonly flags: Flags;
  readonly json: boolean;
}

export async function doctor(host: Host, { flags, json }: DoctorCall): Promise<number> {
  const { sections, settled } = await examine(host, flags);
  host.stdout.write(json ? reportAsJson(sections) : sanitise(reportAsText(sections)));
  return settled ? exitCodes.ok : exitCodes.error;
}

/** `settled`: the settings can be read. */
export async function examine(
  host: Host,
  flags: Flags,
): Promise<{ readonly sections: readonly Section[]; readonly settled: boolean }> {
  const { env, cwd, home } = host;
  const loaded = await loadSettings({ flags, env, cwd, home });
  const settings = loaded.kind === "ok" ? loaded.settings : undefined;
  const terminal = hostTerminal(host);
  const chosen = await chooseDisplayFor(host, settings?.display ?? "auto", terminal.get);
  const sections: readonly Section[] = [
    versions(host),
    ...terminalSections(host, settings, await terminal.get(), chosen),
    ...(await setupSections(host, loaded)),
    await sandboxSection(host, settings),
    logSection(host, settings),
  ];
  return { sections, settled: loaded.kind === "ok" };
}

function versions({ version, platform }: Host): Section {
  return {
    title: "Versions",
    findings: [
      { label: "treadle", value: version },
      { label: "node", value: platform.node },
      { label: "system", value: platform.system },
    ],
  };
}
