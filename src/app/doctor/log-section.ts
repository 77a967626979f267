/** What the doctor says about logs: where they are, and how much is kept. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { configPaths, logPath } from "../../config/paths.ts";
import { defaultSettings, type Settings } from "../../model/settings.ts";
import type { Host } from "../host.ts";
import { keptLogs, largestLog } from "../log/log-sinks.ts";
import type { Finding, Section } from "./report.ts";

export function logSection(host: Host, settings: Settings = defaultSettings): Section {
  const { logLevel, logFile, logStderr } = settings;
  const level = logLevel === "off" ? "off: nothing is logged" : `${logLevel} and what is graver`;
  return {
    title: "Logs",
    findings: [
      { label: "level", value: level },
      ...(logLevel === "off" ? [] : [{ label: "log", value: place(logPath(host, logFile), bounds) }]),
      ...(logStderr ? [{ label: "standard error", value: "also, but for the full screen" }] : []),
      ...otherFiles(host),
    ],
  };
}

const bounds = `at most ${keptLogs} files of ${largestLog / 1_000_000} MB`;

function otherFiles({ env, home }: Host): readonly Finding[] {
  const { state } = configPaths(env, home);
  if (state === undefined) return [];
  return [
    { label: "audit of tools", value: place(join(state, "audit.jsonl")) },
    { label: "errors of MCP servers", value: place(join(state, "mcp")) },
  ];
}

function place(path: string | undefined, kept?: string): string {
  if (path === undefined) return "nowhere: set HOME or XDG_STATE_HOME, or log_file";
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
  return [path, ...(isThere ? [] : ["nothing there yet"]), ...(kept === undefined ? [] : [kept])].join(", ");
}
