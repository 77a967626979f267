/** The environment variables that set something. The environment is an argument. */

import { defaultSettings, type Settings } from "../model/settings.ts";
import { backendKeys } from "./backend-keys.ts";
import { agentEntry, type SettingKey, settingKeys } from "./keys.ts";
import { type Layer, mergeLayers, oneBackendSetting, oneSetting } from "./layer.ts";
import { ollamaAddress } from "./ollama-host.ts";
import type { Environment } from "./paths.ts";
import { allowedAsText, isSecret, type Rule, readText, type Value } from "./rules.ts";

type Target =
  | { readonly kind: "setting"; readonly key: SettingKey }
  | { readonly kind: "backend"; readonly backend: string; readonly key: keyof typeof backendKeys }
  | { readonly kind: "agent" }
  | { readonly kind: "config" };

interface Variable {
  readonly name: string;
  readonly target: Target;
  readonly help: string;
  /** What other programs mean by it, as a setting says it. */
  readonly read?: (text: string) => string;
}

export const variables: readonly Variable[] = [
  { name: "TREADLE_BACKEND", target: { kind: "setting", key: "backend" }, help: "backend, as --backend" },
  { name: "TREADLE_MODEL", target: { kind: "setting", key: "model" }, help: "model, as --model" },
  { name: "TREADLE_AGENT", target: { kind: "agent" }, help: "agent, as --agent" },
  { name: "TREADLE_DISPLAY", target: { kind: "setting", key: "display" }, help: "display, as --display" },
  {
    name: "TREADLE_MAX_ITERATIONS",
    target: { kind: "setting", key: "max_iterations" },
    help: "limit of a turn, as --max-iterations",
  },
  {
    name: "TREADLE_AUTO_TOOLS",
    target: { kind: "setting", key: "auto_tools" },
    help: "1 to run tools without asking, 0 to ask",
  },
  { name: "TREADLE_CONFIG", target: { kind: "config" }, help: "settings file, as --config" },
  {
    name: "ANTHROPIC_API_KEY",
    target: { kind: "backend", backend: "anthropic", key: "api_key" },
    help: "key of the anthropic backend",
  },
  {
    name: "ANTHROPIC_BASE_URL",
    target: { kind: "backend", backend: "anthropic", key: "base_url" },
    help: "address of the anthropic backend",
  },
  {
    name: "OPENAI_API_KEY",
    target: { kind: "backend", backend: "openai", key: "api_key" },
    help: "key of the openai backend",
  },
  {
    name: "OPENAI_BASE_URL",
    target: { kind: "backend", backend: "openai", key: "base_url" },
    help: "address of the openai backend",
  },
  {
    name: "OLLAMA_HOST",
    target: { kind: "backend", backend: "ollama", key: "base_url" },
    help: "address of the ollama backend",
    read: ollamaAddress,
  },
];

/** All that are told of, with those that other parts of the program and its libraries read. */
export const environmentRows: readonly (readonly [name: string, help: string])[] = [
  ...variables.map(({ name, help }) => [name, help] as const),
  ["XDG_CONFIG_HOME", "where your settings are, if not in ~/.config"],
  ["XDG_STATE_HOME", "where state is kept, if not in ~/.local/state"],
  ["XDG_CACHE_HOME", "where compiled code is kept, if not in ~/.cache"],
  ["TERM", "the terminal, by the name of its terminfo entry"],
  ["NO_COLOR", "when it is set, no colours"],
  ["VISUAL, EDITOR", "editor for long prompts"],
  ["NODE_DISABLE_COMPILE_CACHE", "1 to keep no compiled code"],
];

export interface FromEnvironment {
  readonly layer: Layer;
  readonly agent?: string;
  readonly config?: string;
  readonly messages: readonly string[];
}

export function readEnvironment(env: Environment): FromEnvironment {
  return variables.reduce((read, variable) => readVariable(read, variable, env[variable.name]), nothing);
}

/** What the environment alone comes to, where files are not wanted. */
export function settingsOfEnvironment(env: Environment): Settings {
  return { ...defaultSettings, ...readEnvironment(env).layer };
}

const nothing: FromEnvironment = { layer: {}, messages: [] };

/** An empty text counts as not set; an empty number, choice or yes/no is a mistake like any other. */
function readVariable(read: FromEnvironment, variable: Variable, text: string | undefined): FromEnvironment {
  if (text === undefined) return read;
  const { target } = variable;
  if (target.kind === "config") return text === "" ? read : { ...read, config: text };
  const rule = ruleOf(target);
  if (text === "" && rule.kind === "text") return read;
  const value = readText(rule, variable.read?.(text) ?? text);
  if (value !== undefined) return assign(read, target, value);
  const found = isSecret(rule) ? "" : `, not ${JSON.stringify(text)}`;
  return {
    ...read,
    messages: [...read.messages, `${variable.name} must be ${allowedAsText(rule)}${found}.`],
  };
}

type ValueTarget = Exclude<Target, { readonly kind: "config" }>;

function ruleOf(target: ValueTarget): Rule {
  if (target.kind === "agent") return agentEntry.rule;
  return target.kind === "backend" ? backendKeys[target.key].rule : settingKeys[target.key].rule;
}

function assign(read: FromEnvironment, target: ValueTarget, value: Value): FromEnvironment {
  if (target.kind === "agent") return { ...read, agent: String(value) };
  const layer =
    target.kind === "backend"
      ? oneBackendSetting(target.backend, target.key, value)
      : oneSetting(target.key, value);
  return { ...read, layer: mergeLayers(read.layer, layer) };
}
