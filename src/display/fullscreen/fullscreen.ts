/**
 * The full-screen display: history, spinner, input and status bar. Events change what is to be shown, keys become
 * intents, and just before a frame is painted everything visible is worked out from both.
 */
import { filePaths, type ListedFile, slashCommands } from "../../input/completion-sources.ts";
import type { ScrollStep } from "../../input/effect.ts";
import type { Intent } from "../../model/intent.ts";
import type { Settings } from "../../model/settings.ts";
import { type DeviceOptions, openDevice } from "../../terminal/device.ts";
import { createBlocks } from "../../view/blocks.ts";
import { type CommandRow, helpLines } from "../../view/help-view.ts";
import { createMemoryArchive } from "../../view/history/archive.ts";
import { createHistory, type History } from "../../view/history.ts";
import { keyRows } from "../../view/key-rows.ts";
import { sanitise } from "../../view/sanitise.ts";
import { frameMs, spinnerMoves } from "../../view/spinner.ts";
import type { Theme } from "../../view/theme.ts";
import type { Display } from "../display.ts";
import { createDesk } from "./desk.ts";
import { noFacts, reduceFacts } from "./facts.ts";
import { createPanes } from "./panes.ts";
import { createPicture, inputFrame } from "./picture.ts";
import { createStyles } from "./styles.ts";
import { createTicker } from "./ticker.ts";

export interface FullscreenOptions {
  readonly terminal: Omit<DeviceOptions, "listener">;
  /** Milliseconds since the epoch, as in envelopes. */
  readonly now: () => number;
  readonly settings: Settings;
  readonly theme: Theme;
  readonly backend: { readonly label: string; readonly model: string };
  /** Where tools run. */
  readonly directory: string;
  readonly commands: readonly CommandRow[];
  readonly listFiles: (directory: string) => readonly ListedFile[];
  /** Lets the user write in a program of their own; undefined when that failed. */
  readonly editText: (text: string) => string | undefined;
  /** The first lines of the history. */
  readonly header: readonly string[];
  /** Called when the screen has been given back. */
  readonly sayGoodbye: () => void;
}

export function createFullscreenDisplay(options: FullscreenOptions): Display {
  const { now, settings, backend, commands } = options;
  const history = createHistory({ archive: createMemoryArchive() });
  const blocks = createBlocks(history, settings);
  let facts = noFacts;
  let onIntent: (intent: Intent) => void = () => {};

  const device = openDevice({
    ...options.terminal,
    listener: {
      onKey: (key) => change(() => desk.press(key)),
      onPaste: (text) => change(() => desk.paste(text)),
      onResize() {},
      beforeFrame: () => picture.draw(),
      onEnd: () => onIntent({ type: "quit" }),
    },
  });
  const styles = createStyles(options.theme, device.colours.depth);
  const panes = createPanes(device.screen, () => styles);
  const ticker = createTicker(options.terminal.clock, frameMs, () => device.refresh());
  const desk = createDesk({
    now,
    directory: options.directory,
    sources: [slashCommands(() => commands.map(named)), filePaths(options.listFiles)],
    frame: () => inputFrame(picture.size().columns, desk),
    helpLines: (width) => helpLines({ width, present: device.keys, keys: keyRows, commands }),
    busy: () => facts.activity.kind !== "idle",
    send: (intent) => onIntent(intent),
    scroll: (step) => scrollSteps[step](history),
    repaint: device.repaint,
    suspend: device.suspend,
    editText: (text) => device.outside(() => options.editText(text)),
  });
  const picture = createPicture({
    panes,
    history,
    desk,
    now,
    facts: () => facts,
    size: () => device.size(),
    unicode: device.unicode,
    motion: true,
    settings,
    backend,
  });

  /** The user waits to see what a key did. */
  function change(act: () => void): void {
    act();
    device.refresh(true);
  }

  return {
    start(listener) {
      onIntent = listener;
      for (const text of options.header) {
        history.add({ kind: "note", role: "muted", text: sanitise(text), gap: false });
      }
      device.enter();
      device.refresh(true);
    },
    show(envelope) {
      const { event } = envelope;
      blocks.show(envelope);
      facts = reduceFacts(facts, envelope);
      if (event.type === "approval-requested") desk.ask(event.id, event.question);
      if (event.type === "approval-answered") desk.answered(event.id);
      ticker.set(spinnerMoves(facts.activity, true));
      device.refresh();
    },
    stop() {
      ticker.set(false);
      device.leave();
      options.sayGoodbye();
    },
  };
}

const scrollSteps: Readonly<Record<ScrollStep, (history: History) => void>> = {
  "page-up": (history) => history.scrollPages(-1),
  "page-down": (history) => history.scrollPages(1),
  "line-up": (history) => history.scroll(-1),
  "line-down": (history) => history.scroll(1),
  top: (history) => history.toStart(),
  bottom: (history) => history.toEnd(),
  "previous-message": (history) => history.toMessage("back"),
  "next-message": (history) => history.toMessage("forward"),
};

function named({ name, summary }: CommandRow): { readonly name: string; readonly detail: string } {
  return { name, detail: summary };
}
