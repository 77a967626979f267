/** The full screen, made from what the host offers. To be loaded with `import()` only: it brings blessed along. */
import { join } from "node:path";
import { promptArguments, serverPrompts } from "../commands/server-prompt.ts";
import { commandTable } from "../commands/table.ts";
import { configPaths } from "../config/paths.ts";
import type { Display } from "../display/display.ts";
import { createFullscreenDisplay } from "../display/fullscreen/fullscreen.ts";
import type { InUse } from "../display/fullscreen/picture.ts";
import { approvalInForce } from "../model/approval.ts";
import type { Timer } from "../terminal/clock.ts";
import { mouseModeOf } from "../terminal/keys/mouse.ts";
import type { Terminal } from "../terminal/look-up.ts";
import { type Ending, endProcess } from "../terminal/restore.ts";
import { nodeSystem } from "../terminal/tty-system.ts";
import { sanitise } from "../view/sanitise.ts";
import { allNames, commandWords, moreCommands, sessionNames, templateNames } from "./completion-words.ts";
import { editText } from "./edit-text.ts";
import type { Host } from "./host.ts";
import { type InputHistory, openInputHistory } from "./input-history.ts";
import { listFiles } from "./list-files.ts";
import { pageText } from "./page-text.ts";
import type { Ready } from "./prepare.ts";
import { pricingOf } from "./pricing.ts";
import { type Recorder, resumeHint, titleOf } from "./recorder.ts";
import { keyConcealer } from "./redactors.ts";
import { createSpillArchive, type SpillArchive } from "./spill/spill-archive.ts";
import { createStrayOutput } from "./stray-output.ts";
import type { Themes } from "./themes.ts";

export interface FullscreenExtras {
  readonly themes: Themes;
  /** Absent until the display is there. */
  readonly recorder: () => Recorder | undefined;
  /** Tells the user, from now on or later. */
  readonly warn: (text: string) => void;
}

export interface OpenedDisplay {
  readonly display: Display;
  /** Which one it is and why, in words. */
  readonly how: string;
  /** What could not be as it was asked for, in sentences. */
  readonly notices: readonly string[];
}

export async function openFullscreen(
  ready: Ready,
  terminal: Terminal,
  header: readonly string[],
  { themes, recorder, warn }: FullscreenExtras,
): Promise<OpenedDisplay> {
  const { host, settings } = ready;
  const tuning = createTuning(host);
  const problems = await themes.begin();
  const inputHistory = openHistory(ready);
  const conceal = keyConcealer(settings);
  const archive = openArchive(host, warn);
  ready.log.screenTaken(true);
  const stray = createStrayOutput(host, ready.log);
  const parts = terminalParts(host, terminal, stray.end);
  const display = createFullscreenDisplay({
    terminal: { ...parts, ascii: settings.ascii, mouse: settings.mouse },
    now: host.now,
    settings,
    archive,
    theme: themes.theme,
    commandWords: commandWords(ready, themes),
    sessionNames: sessionNames(ready),
    moreCommands: moreCommands(ready),
    templates: templateNames(ready),
    inUse: () => inUse(ready),
    directory: host.cwd,
    commands: () => [...commandTable, ...serverPrompts(ready.mcp)],
    mentionable: () => resourceNames(ready.mcp),
    commandNames: (command) =>
      promptArguments(ready.mcp, command).map(({ name, description }) => ({ name, detail: description })),
    entries: inputHistory.entries,
    onSubmit(text) {
      tuning.begin();
      inputHistory.add(conceal(text));
      // Only this display shows how full the window is.
      void ready.engine.learn();
    },
    fileCommands: [...allNames("export"), ...allNames("load")],
    listFiles: (directory) => listFiles(host, directory),
    editText: (text) => editText(host, text),
    pageText: (text, how) => pageText(host, text, how),
    session: () => titleOf(recorder()),
    header,
    onEnter: stray.begin,
    sayGoodbye(tail) {
      tuning.cancel();
      archive.close();
      stray.end();
      host.stdout.write(`${tail}${stray.report()}${sanitise(resumeHint(recorder()))}Goodbye!\n`);
    },
    pricing: pricingOf(ready.engine),
  });
  return {
    display,
    how: `full screen, drawn as the entry of ${host.env.TERM} says`,
    notices: [
      ...(problems.length === 0 ? [] : [...problems, "The built-in theme is used."]),
      ...(settings.mouse && mouseModeOf(parts.entry) === undefined ? [noMouse] : []),
    ],
  };
}

const noMouse =
  "This terminal's entry does not say how to report the mouse (kmous and XM), so the wheel stays the terminal's own.";

/** V8 takes no code of earlier runs once its flags have changed: what a turn needs is loaded, and kept, by then. */
const tuneAfterMs = 2000;

/** Some time after the first prompt. */
function createTuning({ clock, node }: Host) {
  let timer: Timer | undefined;
  async function tune(): Promise<void> {
    const { tuneRuntime } = await import("./tune-runtime.ts");
    tuneRuntime(node.versions);
  }
  return {
    begin() {
      timer ??= clock.after(tuneAfterMs, () => void tune());
    },
    cancel: () => timer?.cancel(),
  };
}

function inUse({ engine, approvals, meter }: Ready): InUse {
  const { label, model } = engine.backend();
  const settings = engine.settings();
  const approval = approvalInForce(settings, approvals.standing());
  const { window } = engine.facts();
  const maxTokens = engine.maxOutputTokens();
  const { agent } = settings;
  return { backend: label, model, agent, approval, maxTokens, window, cost: meter.total() };
}

/** Those that can be typed without quotes. */
function resourceNames({
  servers,
}: Ready["mcp"]): readonly { readonly name: string; readonly detail: string }[] {
  return servers().flatMap(({ name, resources }) =>
    resources
      .filter(({ uri }) => /^[^\s"'`<>]+$/.test(uri))
      .map(({ uri, summary }) => ({ name: `${name}:${uri}`, detail: summary })),
  );
}

/** `released`: the screen has been given back. */
function terminalParts({ env, clock, node }: Host, terminal: Terminal, released: () => void) {
  if (terminal.kind === "unknown") throw new Error(terminal.reason);
  const system = nodeSystem({ input: 0, output: 1, error: 2 });
  const end = (how: Ending) => {
    released();
    // The app leaves by itself after these; the screen has been given back before.
    if (how.kind === "signal" && how.signal !== "SIGQUIT") return;
    endProcess(node, system.report, how);
  };
  const { entry } = terminal.capabilities;
  return { input: node.stdin, output: node.stdout, host: node, system, end, entry, clock, env };
}

function openHistory(ready: Ready): InputHistory {
  return openInputHistory(stateFile(ready, "input-history"));
}

/** Where nothing is recorded there is none. */
function stateFile({ host, flags }: Ready, name: string): string | undefined {
  const { state } = configPaths(host.env, host.home);
  return flags.record && state !== undefined ? join(state, name) : undefined;
}

/** Beside the sessions, where a home may be encrypted; a directory for that is not made. */
function openArchive(
  { env, home, temporaryDirectory, clock }: Host,
  warn: (text: string) => void,
): SpillArchive {
  const { state } = configPaths(env, home);
  return createSpillArchive({
    directories: [...(state === undefined ? [] : [state]), temporaryDirectory],
    // Not at once: the history is in the midst of a change.
    onTrouble: (reason) => void clock.after(0, () => warn(archiveTrouble(reason, temporaryDirectory))),
  });
}

function archiveTrouble(reason: string, directory: string): string {
  const advice = `The chat goes on; to scroll back further, see that ${directory} can be written and has room, then start again.`;
  return `The oldest part of the history cannot be kept on disk: ${reason}. ${advice}`;
}
