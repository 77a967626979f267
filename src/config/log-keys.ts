/** The settings of the log. Reads nothing. */
import { logLevels, type Settings } from "../model/settings.ts";
import type { KeyEntry } from "./rules.ts";
import { fileName, onOff } from "./value-rules.ts";

export const logKeys = {
  log_level: {
    rule: { kind: "choice", values: logLevels },
    setting: "logLevel",
    description: "What is logged: errors, warnings, what happens (info), or more.",
    own: true,
  },
  log_file: {
    rule: fileName,
    setting: "logFile",
    description: "File that the log goes to, in place of the usual one.",
    own: true,
  },
  log_stderr: {
    rule: onOff,
    setting: "logStderr",
    description: "Write the log to standard error as well, but for the full screen.",
    own: true,
  },
} as const satisfies Readonly<Record<string, KeyEntry<keyof Settings>>>;
