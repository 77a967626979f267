/** The options of the log. */
import { type Option, sets, setsTo } from "./option.ts";

export const logOptions: readonly Option[] = [
  {
    flag: "log-level",
    group: "Display and output",
    help: "What goes to the log: off, error, warning, info or debug.",
    action: sets("log_level", "LEVEL"),
  },
  {
    flag: "log-file",
    group: "Display and output",
    help: "File that the log goes to, in place of the usual one.",
    action: sets("log_file", "FILE"),
  },
  {
    flag: "log-stderr",
    group: "Display and output",
    help: "Write the log to standard error as well, but for the full screen.",
    action: setsTo("log_stderr", true),
  },
];
