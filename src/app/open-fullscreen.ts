/** The full screen, made from what the host offers. To be loaded with `import()` only: it brings blessed along. */
import { commandTable } from "../commands/table.ts";
import type { Display } from "../display/display.ts";
import { createFullscreenDisplay } from "../display/fullscreen/fullscreen.ts";
import { lookUpTerminal } from "../terminal/look-up.ts";
import { type Ending, endProcess } from "../terminal/restore.ts";
import { nodeSystem } from "../terminal/tty-system.ts";
import { defaultTheme } from "../view/default-theme.ts";
import { editText } from "./edit-text.ts";
import { listFiles } from "./list-files.ts";
import type { Ready } from "./prepare.ts";

export function openFullscreen({ host, settings, backend }: Ready, header: readonly string[]): Display {
  const { env, cwd, now, clock, node } = host;
  const terminal = lookUpTerminal(env);
  if (terminal.kind === "unknown") throw new Error(terminal.reason);
  const system = nodeSystem({ input: 0, output: 1, error: 2 });
  const end = (how: Ending) => {
    // The app leaves by itself after these; the screen has been given back before.
    if (how.kind === "signal" && how.signal !== "SIGQUIT") return;
    endProcess(node, system.report, how);
  };
  return createFullscreenDisplay({
    terminal: {
      input: node.stdin,
      output: node.stdout,
      host: node,
      system,
      end,
      entry: terminal.capabilities.entry,
      clock,
      env,
    },
    now,
    settings,
    theme: defaultTheme,
    backend,
    directory: cwd,
    commands: commandTable,
    listFiles: (directory) => listFiles(cwd, directory),
    editText: (text) => editText(host, text),
    header,
    sayGoodbye: () => host.stdout.write("Goodbye!\n"),
  });
}
