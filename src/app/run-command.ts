/** Carries a slash command out: one of the program's, one that an alias stands for, or one from a file. */
import type { CommandEntry, CommandHost } from "../commands/command.ts";
import type { Line } from "../input/line.ts";
import type { Emit } from "../loop/bus.ts";
import type { Draft } from "./compose.ts";
import type { CustomCommands } from "./custom-commands.ts";
import { messageOf } from "./entry.ts";
import type { Errands } from "./errands.ts";
import type { Shortcuts } from "./shortcuts.ts";

export interface CommandRunnerParts {
  readonly emit: Emit;
  readonly findCommand: (name: string) => CommandEntry | undefined;
  readonly shortcuts: Pick<Shortcuts, "expand">;
  readonly custom: Pick<CustomCommands, "draft">;
  readonly errands: Errands;
  readonly host: () => CommandHost;
  readonly isTurnRunning: () => boolean;
  readonly compose: (draft: Draft) => Promise<void>;
}

type CommandLine = Extract<Line, { kind: "command" }>;

/** For commands that cannot be stopped. */
const unstopped = new AbortController().signal;

export function createCommandRunner(parts: CommandRunnerParts) {
  const { emit, errands } = parts;
  const say = (text: string) => emit({ type: "notice", level: "info", text });
  const failed = (error: unknown) => emit({ type: "notice", level: "error", text: messageOf(error) });
  const mustWait = (name: string) => say(`/${name} has to wait until the turn has ended; /stop cancels it`);

  async function runFile({ name, args }: CommandLine): Promise<void> {
    const draft = await parts.custom.draft(name, args);
    if (draft === undefined) return say(`Unknown local command: /${name} (see /help)`);
    if (typeof draft === "string") return failed(draft);
    return parts.isTurnRunning() ? mustWait(name) : parts.compose(draft);
  }

  return (text: string, line: CommandLine): void => {
    const meant = parts.findCommand(line.name) ? line : parts.shortcuts.expand(line);
    const command = parts.findCommand(meant.name);
    emit({ type: "command-started", line: text.trim(), ...(command?.quiet && { quiet: true }) });
    if (!command) return errands.follow(runFile(line).catch(failed));
    if (parts.isTurnRunning() && !command.whileBusy) return mustWait(command.name);
    try {
      const stopper = command.stoppable ? new AbortController() : undefined;
      const work = command.run(parts.host(), meant.args, stopper?.signal ?? unstopped);
      errands.follow(work?.catch(failed), stopper);
    } catch (error) {
      failed(error);
    }
  };
}
