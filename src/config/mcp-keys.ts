/** What can be set about one server on the Model Context Protocol. Reads nothing. */
import { type McpServerSettings, mcpTransports } from "../model/settings.ts";
import type { KeyEntry } from "./rules.ts";
import {
  anyText,
  maxBashTimeout,
  programArguments,
  safeAddress,
  secretText,
  variableName,
  whole,
} from "./value-rules.ts";

export const mcpKeys = {
  transport: {
    rule: { kind: "choice", values: mcpTransports },
    setting: "transport",
    description: "How it is talked to, when command or url does not tell.",
  },
  command: { rule: anyText, setting: "command", description: "Program to start." },
  args: { rule: programArguments, setting: "args", description: "Arguments of the program." },
  cwd: { rule: anyText, setting: "cwd", description: "Directory to start the program in." },
  env: {
    rule: { kind: "map", what: "environment variables", of: secretText },
    setting: "env",
    description: "Variables for the program; write env:NAME to take a value from the environment.",
  },
  pass_env: {
    rule: { kind: "list", what: "environment variable names", item: variableName },
    setting: "passEnv",
    description: "Names of variables that are handed on to the program.",
  },
  url: { rule: safeAddress, setting: "url", description: "Address of a server that is already running." },
  headers: {
    rule: { kind: "map", what: "headers", of: secretText },
    setting: "headers",
    description: "Headers for the address; write env:NAME to take a value from the environment.",
  },
  timeout: {
    rule: whole(1, maxBashTimeout),
    setting: "timeoutSeconds",
    description: "Seconds after which a call is given up.",
  },
} as const satisfies Readonly<Record<string, KeyEntry<keyof McpServerSettings>>>;
