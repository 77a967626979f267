/** Draws everything that is visible into the panes, from the state of the moment. Nothing here grows with the history. */

import { inputPrompt } from "../../input/input-line.ts";
import { type LayoutMemory, layOut } from "../../input/layout.ts";
import type { Frame } from "../../input/row.ts";
import type { ApprovalInForce } from "../../model/approval.ts";
import { addUsage, promptTokens } from "../../model/usage.ts";
import type { Size } from "../../terminal/size.ts";
import { textWidth } from "../../text/clusters.ts";
import type { History, Position } from "../../view/history.ts";
import { type Line, span } from "../../view/line.ts";
import { queueLines, queueRows } from "../../view/queue-view.ts";
import { sanitise } from "../../view/sanitise.ts";
import { livenessLine } from "../../view/spinner.ts";
import { type Status, statusLine } from "../../view/status.ts";
import { hearingLine } from "../../view/voice-view.ts";
import { clipLine } from "../../view/wrap.ts";
import type { Desk } from "./desk.ts";
import type { Facts } from "./facts.ts";
import { layOutScreen, mostInputRows } from "./layout.ts";
import { createPacedSpinner } from "./paced-spinner.ts";
import type { Panes } from "./panes.ts";
import type { Remark } from "./search.ts";

/** What the session works with at the moment. */
export interface InUse {
  readonly backend: string;
  readonly model: string;
  readonly agent: string;
  readonly approval: ApprovalInForce;
  /** The longest answer, in tokens. */
  readonly maxTokens: number;
  /** Where it is known. */
  readonly window: number | undefined;
  /** In dollars; undefined where the price is unknown. */
  readonly cost: number | undefined;
}

export interface PictureOptions {
  readonly panes: Panes;
  readonly history: History;
  readonly desk: Desk;
  readonly facts: () => Facts;
  readonly size: () => Size;
  readonly now: () => number;
  readonly unicode: boolean;
  readonly motion: boolean;
  readonly inUse: () => InUse;
  /** What the session is called, once it is recorded. */
  readonly session: () => string | undefined;
  /** Something to say until the next key, in the place of the spinner. */
  readonly remark: () => Remark | undefined;
}

export interface Picture {
  size(): Size;
  draw(): void;
}

export function createPicture(options: PictureOptions): Picture {
  const { panes, history, desk } = options;
  const pacedSpinner = createPacedSpinner();
  const keptStatus = createKeptStatus();
  let memory: LayoutMemory | undefined;

  function drawInput(columns: number, rows: number) {
    const { editor } = desk.line();
    const input = layOut(editor, inputFrame(columns, desk), mostInputRows(rows), memory);
    ({ memory } = input);
    return input;
  }

  function spinner(width: number): Line {
    const { now, unicode, motion } = options;
    const { activity, tasks } = options.facts();
    const look = { now: now(), width, charset: unicode ? "unicode" : "ascii", motion } as const;
    if (activity.kind === "idle") return livenessLine(tasks, look);
    const { backend, maxTokens } = options.inUse();
    return pacedSpinner(activity, { ...look, backend, maxTokens });
  }

  function status(position: Position): Status {
    const { total, guessed, contextUsed, contextEstimated, tasks } = options.facts();
    const { backend, model, agent, approval, window, cost } = options.inUse();
    const tokens = addUsage(total, guessed);
    const { following, percent, newRows } = position;
    return {
      backend,
      model,
      variant: agent,
      context: { used: contextUsed, window, estimated: contextEstimated },
      tokens: {
        input: promptTokens(tokens),
        output: tokens.output,
        estimated: guessed.output + guessed.input > 0,
      },
      cost,
      session: options.session(),
      backgroundTasks: tasks.length,
      approval,
      scroll: following ? undefined : { percent, newLines: newRows },
      hints,
    };
  }

  /** What waits, and nearest to the input what is being said. */
  function aboveInput(columns: number, height: number): readonly Line[] {
    const { hearing } = options.facts();
    if (!hearing || height < 1) return queueLines(desk.waiting(), columns, height);
    return [...queueLines(desk.waiting(), columns, height - 1), hearingLine(hearing, columns)];
  }

  return {
    size: options.size,
    draw() {
      const { columns, rows } = options.size();
      const input = drawInput(columns, rows);
      const overlay = desk.overlay();
      const layout = layOutScreen(columns, rows, {
        input: input.rows.length,
        overlay: overlay?.wantedRows(columns),
        queue: queueRows(desk.waiting()) + (options.facts().hearing ? 1 : 0),
      });
      panes.place(layout);
      const { rows: visible, position } = history.visible(columns, layout.history.height);
      panes.show(
        "history",
        visible.map(({ line }) => line),
      );
      panes.show("overlay", overlay?.lines(columns, layout.overlay.height) ?? []);
      panes.show("spinner", [remarkLine(options, columns) ?? spinner(columns)]);
      panes.show("queue", aboveInput(columns, layout.queue.height));
      panes.show("input", input.rows.map(inputLine), { cursor: input.cursor });
      panes.show("status", [keptStatus(status(position), columns)]);
    },
  };
}

/** The same line until it would say something else: fitting it takes longer than comparing. */
function createKeptStatus(): typeof statusLine {
  let kept: { readonly key: string; readonly line: Line } | undefined;
  return (status, width) => {
    const key = JSON.stringify([width, status]);
    if (kept?.key !== key) kept = { key, line: statusLine(status, width) };
    return kept.line;
  };
}

const hints = [
  { key: "?", does: "help" },
  { key: "PgUp", does: "scroll" },
] as const;

function remarkLine({ remark }: PictureOptions, width: number): Line | undefined {
  const wordings = remark();
  const text = wordings?.find((wording) => textWidth(wording) <= width) ?? wordings?.at(-1);
  return text === undefined ? undefined : clipLine([span("notice", text)], width);
}

function inputLine({ prompt, text }: { readonly prompt: string; readonly text: string }): Line {
  return [span("prompt", sanitise(prompt)), span("input", sanitise(text))];
}

export function inputFrame(columns: number, desk: Desk): Frame {
  const prompt = inputPrompt(desk.line(), desk.prompt());
  return { width: columns, prompt, continuation: "  ", indent: 2, show: sanitise };
}
