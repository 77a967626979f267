/**
 * A settings file for a beginning: what was chosen, and what is often changed behind a `#`. Every comment is the
 * description of the setting that it stands above. Knows no file.
 */
import type { ApprovalMode } from "../model/approval.ts";
import { defaultSettings } from "../model/settings.ts";
import { backendKeys } from "./backend-keys.ts";
import { wrap } from "./help-layout.ts";
import { type SettingKey, settingKeys } from "./keys.ts";

export interface FirstSettings {
  /** Absent: what is found at each start. */
  readonly backend?: string;
  /** Absent: the usual one of the backend. */
  readonly model?: string;
  /** The environment variable that holds the key; its value never gets here. */
  readonly keyVariable?: string;
  readonly approvalMode: ApprovalMode;
}

/** Where the program has no value of its own that could stand there. */
const samples: Partial<Record<SettingKey, string>> = { backend: "anthropic", theme: "default" };

const oftenChanged = [
  "theme",
  "display",
  "motion",
  "editing",
  "sandbox",
  "max_cost",
  "max_iterations",
  "show_reasoning",
  "keep_days",
] as const satisfies readonly SettingKey[];

/** So that it fits a question in a narrow box, too. */
const width = 72;

export function commentedConfig(first: FirstSettings): string {
  const blocks = [
    comment("Settings of treadle. Take away the # before a setting to set it."),
    comment("Flags and environment variables win over this file; treadle --help lists all settings."),
    "",
    setting("backend", first.backend),
    ...backendBlock(first),
    setting("approval_mode", first.approvalMode),
    ...oftenChanged.map((key) => setting(key, undefined)),
  ];
  return `${blocks.join("\n").trimEnd()}\n`;
}

/** Behind a `#`, with its usual value, where none was chosen. */
function setting(key: SettingKey, chosen: string | undefined): string {
  const { description, setting: name } = settingKeys[key];
  const usual = samples[key] ?? defaultSettings[name];
  const line = chosen === undefined ? `#${key}: ${scalar(usual)}` : `${key}: ${scalar(chosen)}`;
  return `${comment(description)}\n${line}\n`;
}

function backendBlock({ backend, model, keyVariable }: FirstSettings): readonly string[] {
  const lines = [
    ...(model === undefined ? [] : [backendLine("model", model)]),
    ...(keyVariable === undefined ? [] : [backendLine("api_key", `env:${keyVariable}`)]),
  ];
  if (backend === undefined || lines.length === 0) return [];
  return [comment(settingKeys.backends.description), "backends:", `  ${backend}:`, ...lines, ""];
}

function backendLine(key: "model" | "api_key", value: string): string {
  const indent = "    ";
  return `${comment(backendKeys[key].description, indent)}\n${indent}${key}: ${scalar(value)}`;
}

function comment(text: string, indent = ""): string {
  return wrap(text, width - indent.length)
    .map((line) => `${indent}# ${line}`)
    .join("\n");
}

/** What YAML would read as something else stands in quotes; those of JSON are YAML's too. */
function scalar(value: unknown): string {
  const isPlain = typeof value !== "string" || /^[A-Za-z][\w./-]*(?::[\w./-]+)*$/.test(value);
  return isPlain && !isYamlWord(value) ? String(value) : JSON.stringify(value);
}

function isYamlWord(value: unknown): boolean {
  return typeof value === "string" && /^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value);
}
