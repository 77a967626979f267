/** All slash commands. To add one: a file beside this one, and a line here. */
import { approve } from "./approve.ts";
import { checkpointCommands } from "./checkpoint.ts";
import { clear } from "./clear.ts";
import type { CommandEntry } from "./command.ts";
import { compact } from "./compact.ts";
import { context } from "./context.ts";
import { cost } from "./cost.ts";
import { exportCommand } from "./export.ts";
import { help } from "./help.ts";
import { historyCommands } from "./history.ts";
import { init } from "./init.ts";
import { iterations } from "./iterations.ts";
import { exit, quit } from "./leave.ts";
import { mcp } from "./mcp.ts";
import { copy, editor, pager, show } from "./paper.ts";
import { queue } from "./queue.ts";
import { retry } from "./retry.ts";
import { search } from "./search.ts";
import { format, mode, system } from "./sending.ts";
import { load, save, session, sessions } from "./session.ts";
import { aliases, templates } from "./shortcuts.ts";
import { skill } from "./skill.ts";
import { status } from "./status.ts";
import { stop } from "./stop.ts";
import { agent, backend, model, models } from "./switch.ts";
import { taskCommands } from "./tasks.ts";
import { theme } from "./theme.ts";
import { tokens } from "./tokens.ts";
import { tools } from "./tools.ts";
import { upkeepCommands } from "./upkeep.ts";
import { usage } from "./usage.ts";
import { viewCommands } from "./view.ts";
import { voice } from "./voice.ts";

export const commandTable: readonly CommandEntry[] = [
  help,
  exit,
  quit,
  clear,
  compact,
  stop,
  retry,
  queue,
  ...taskCommands,
  ...historyCommands,
  copy,
  show,
  pager,
  editor,
  ...checkpointCommands,
  iterations,
  tokens,
  usage,
  cost,
  backend,
  model,
  models,
  agent,
  status,
  mode,
  format,
  system,
  session,
  sessions,
  save,
  load,
  context,
  exportCommand,
  search,
  tools,
  mcp,
  voice,
  skill,
  approve,
  templates,
  aliases,
  theme,
  init,
  ...viewCommands,
  ...upkeepCommands,
];

export function findCommand(name: string): CommandEntry | undefined {
  return commandTable.find((entry) => entry.name === name || entry.aliases.includes(name));
}
