/**
 * The full-screen display: history, spinner, input and status bar. Events change what is to be shown, keys become
 * intents, and just before a frame is painted everything visible is worked out from both.
 */
import type { ScrollStep } from "../../input/effect.ts";
import type { AgentEvent } from "../../model/event.ts";
import type { Intent } from "../../model/intent.ts";
import type { Settings } from "../../model/settings.ts";
import { type DeviceOptions, openDevice } from "../../terminal/device.ts";
import { createBlocks } from "../../view/blocks.ts";
import { earlierBlocks } from "../../view/earlier.ts";
import { helpLines } from "../../view/help-view.ts";
import type { Archive } from "../../view/history/archive.ts";
import { createHistory, type History } from "../../view/history.ts";
import { keyRows } from "../../view/key-rows.ts";
import { join, noText, trimEnd } from "../../view/safe-text.ts";
import { type SafeText, safeText, sanitise } from "../../view/sanitise.ts";
import { frameMs, spinnerMoves } from "../../view/spinner.ts";
import { askerOf } from "../../view/task-label.ts";
import type { Theme } from "../../view/theme.ts";
import { lineText } from "../../view/wrap.ts";
import type { Display } from "../display.ts";
import { type Completable, completionSources } from "./completions.ts";
import { createDesk } from "./desk.ts";
import { type Facts, noFacts, reduceFacts } from "./facts.ts";
import { createPanes } from "./panes.ts";
import { createPicture, type InUse, inputFrame } from "./picture.ts";
import { createStyles } from "./styles.ts";
import { createTicker } from "./ticker.ts";
import { createUsagePanel, type UsagePricing } from "./usage-panel.ts";
import { createViewer } from "./viewer.ts";

export interface FullscreenOptions extends Completable {
  readonly terminal: Omit<DeviceOptions, "listener">;
  /** Milliseconds since the epoch, as in envelopes. */
  readonly now: () => number;
  readonly settings: Settings;
  /** Where the history lies that is not on the screen. */
  readonly archive: Archive;
  /** The theme in force. */
  readonly theme: () => Theme;
  readonly pageText: (text: SafeText, how: "pager" | "plain") => boolean;
  readonly inUse: () => InUse;
  /** Where tools run. */
  readonly directory: string;
  /** What was entered before, the oldest first. */
  readonly entries: readonly string[];
  readonly onSubmit: (text: string) => void;
  /** Lets the user write in a program of their own; undefined when that failed. */
  readonly editText: (text: string) => string | undefined;
  /** What the session is called, once it is recorded. */
  readonly session: () => string | undefined;
  /** The first lines of the history. */
  readonly header: readonly string[];
  /** Called when the screen is about to be taken. */
  readonly onEnter?: () => void;
  /** Called when the screen has been given back, with the lines of the history that are to stay in sight. */
  readonly sayGoodbye: (tail: SafeText) => void;
  readonly pricing: UsagePricing;
}

export function createFullscreenDisplay(options: FullscreenOptions): Display {
  const { now, settings, commands } = options;
  const history = createHistory({ archive: options.archive });
  const blocks = createBlocks(history, settings);
  let facts = noFacts;
  let onIntent: (intent: Intent) => void = () => {};

  const device = openDevice({
    ...options.terminal,
    listener: {
      onKey(key) {
        viewer.forget();
        change(() => desk.press(key));
      },
      onPaste: (text) => change(() => desk.paste(text)),
      onWheel(turns) {
        viewer.forget();
        change(() => desk.wheel(turns));
      },
      onResize() {},
      beforeFrame() {
        picture.draw();
        usagePanel.draw(desk.overlay() === usagePanel.overlay);
      },
      onEnd: () => onIntent({ type: "hang-up" }),
    },
  });
  let styles = createStyles(options.theme(), device.colours.depth);
  const panes = createPanes(device.screen, () => styles);
  const ticker = createTicker(options.terminal.clock, frameMs, () => device.refresh());
  const viewer = createViewer({
    history,
    clock: options.terminal.clock,
    showKeys: () => desk.showHelp(),
    restyle() {
      styles = createStyles(options.theme(), device.colours.depth);
    },
    refresh: () => device.refresh(true),
  });
  const editText = (text: string) => device.outside(() => options.editText(text));
  const desk = createDesk({
    now,
    directory: options.directory,
    vi: settings.editing === "vi",
    entries: options.entries,
    onSubmit: options.onSubmit,
    sources: completionSources(options),
    frame: () => inputFrame(picture.size().columns, desk),
    helpLines: (width) => helpLines({ width, present: device.keys, keys: keyRows, commands: commands() }),
    busy: () => facts.activity.kind !== "idle",
    send: (intent) => onIntent(intent),
    scroll: (step) => scrollSteps[step](history),
    scrollLines: (count) => history.scroll(count),
    sought: viewer.sought,
    toggle: () => history.toggle(),
    repaint: device.repaint,
    suspend: device.suspend,
    editText,
  });
  const picture = createPicture({
    panes,
    history,
    desk,
    now,
    facts: () => facts,
    size: () => device.size(),
    unicode: device.unicode,
    motion: settings.motion,
    inUse: options.inUse,
    session: options.session,
    remark: () => viewer.remark() ?? desk.remark(),
  });

  const usagePanel = createUsagePanel({
    screen: device.screen,
    styles: () => styles,
    pricing: options.pricing,
    refresh: () => device.refresh(true),
  });

  /** The user waits to see what a key did. */
  function change(act: () => void): void {
    act();
    device.refresh(true);
  }

  return {
    start(listener) {
      onIntent = listener;
      for (const text of [...options.header, ""]) {
        history.add({ kind: "note", role: "muted", text: sanitise(text), gap: false });
      }
      options.onEnter?.();
      device.enter();
      device.refresh(true);
    },
    scrollsBack: true,
    makeRoom() {
      const fill = history.makeRoom();
      return (pages) => {
        fill(earlierBlocks(pages, settings));
        device.refresh();
      };
    },
    show(envelope) {
      const { event } = envelope;
      blocks.show(envelope);
      // There may be very many of them: the last is shown with the session that they are of.
      if (event.type === "replayed") return;
      facts = reduceFacts(facts, envelope);
      usagePanel.record(envelope);
      if (event.type === "view") viewer.show(event.action);
      if (event.type === "turn-started" && !envelope.background && !desk.finds()) viewer.endSearch();
      if (event.type === "approval-requested") desk.ask(event.id, event.question, askerOf(envelope));
      if (event.type === "approval-answered") desk.answered(event.id);
      if (event.type === "queue-changed") desk.queued(event);
      ticker.set(moves(facts, settings.motion));
      device.refresh(awaited.has(event.type));
    },
    editText,
    showText: (text, how) => device.outside(() => options.pageText(sanitise(text), how)),
    showUsage: () => change(() => desk.open(usagePanel.overlay)),
    stop() {
      ticker.set(false);
      viewer.forget();
      const { columns } = device.size();
      device.leave();
      options.sayGoodbye(tailOf(history, columns, settings.leaveTail));
    },
  };
}

function moves({ activity, tasks }: Facts, motion: boolean): boolean {
  if (activity.kind === "idle") return motion && tasks.length > 0;
  return spinnerMoves(activity, motion);
}

/** What the user waits for is painted at once. */
const awaited: ReadonlySet<AgentEvent["type"]> = new Set(["approval-requested", "turn-finished"]);

const scrollSteps: Readonly<Record<ScrollStep, (history: History) => void>> = {
  "page-up": (history) => history.scrollPages(-1),
  "page-down": (history) => history.scrollPages(1),
  "half-page-up": (history) => history.scrollPages(-0.5),
  "half-page-down": (history) => history.scrollPages(0.5),
  "line-up": (history) => history.scroll(-1),
  "line-down": (history) => history.scroll(1),
  top: (history) => history.toStart(),
  bottom: (history) => history.toEnd(),
  "previous-message": (history) => history.toMessage("back"),
  "next-message": (history) => history.toMessage("forward"),
};

/** The last lines, each with its end. */
function tailOf(history: History, columns: number, lines: number): SafeText {
  if (lines === 0) return noText;
  history.toEnd();
  const { rows } = history.visible(columns, lines);
  return join(
    rows.map(({ line }) => safeText`${trimEnd(lineText(line))}\n`),
    "",
  );
}
