/** The open question: which part of it is seen, which choice is selected, and which key is an answer. */
import { keyLabel } from "../../input/key.ts";
import { keymap } from "../../input/keymap.ts";
import type { Answer, Question } from "../../model/question.ts";
import type { Key } from "../../terminal/keys/key.ts";
import { type Choice, choicesFor, isFresh, usualChoice } from "../../view/approval-choices.ts";
import { type ApprovalText, approvalRows, approvalText, approvalView } from "../../view/approval-view.ts";
import { type Line, span } from "../../view/line.ts";
import { type SafeText, safeText } from "../../view/sanitise.ts";

export interface OpenQuestion {
  readonly id: string;
  /** It came while the user was free to enter something else. */
  readonly aside: boolean;
  /** How many rows it would like. */
  wantedRows(width: number): number;
  lines(width: number, height: number): readonly Line[];
  /** What a key does here; `elsewhere`: it is not meant for the question. */
  press(key: Key, now: number): Pressed;
  /** A key was meant for something else. */
  passBy(now: number): void;
  /** Shows another part of it, and answers nothing. */
  scroll(rows: number): void;
}

export type Pressed =
  | { readonly kind: "answer"; readonly answer: Answer }
  /** A no whose reason is to be typed. */
  | { readonly kind: "ask-reason" }
  | { readonly kind: "taken" }
  | { readonly kind: "elsewhere" };

const taken: Pressed = { kind: "taken" };
const elsewhere: Pressed = { kind: "elsewhere" };
const pageKeys = { back: safeText`PgUp`, on: safeText`PgDn` };

/** The title, a row of the text, and the choices. */
const fewestRows = 3;
const tooSmall: readonly Line[] = [[span("warning", safeText`Enlarge the screen to answer; Ctrl-C stops.`)]];

export interface Asking {
  /** Where tools run. */
  readonly directory: string;
  readonly shownAt: number;
  /** Whom it is from, where that is not the turn the user sees. */
  readonly asker?: SafeText | undefined;
}

export function openQuestion(id: string, question: Question, asking: Asking): OpenQuestion {
  const { directory, shownAt, asker } = asking;
  const choices = choicesFor(question);
  let selected = usualChoice(question);
  let top = 0;
  let page = 1;
  /** Whether anything of what would be done can be seen: what nobody sees, nobody allows. */
  let inSight = true;
  let strayAt: number | undefined;
  let text: ApprovalText | undefined;

  function textFor(width: number): ApprovalText {
    if (text?.width !== width) text = approvalText(question, { width, directory, asker });
    return text;
  }

  function take({ answer }: Choice): Pressed {
    return answer === "with-reason" ? { kind: "ask-reason" } : { kind: "answer", answer };
  }

  const moves: Readonly<Record<string, () => void>> = {
    up: () => {
      selected = (selected + choices.length - 1) % choices.length;
    },
    down: () => {
      selected = (selected + 1) % choices.length;
    },
  };
  /** By what keys mean: not every keyboard has PgDn. */
  const turns: Readonly<Record<string, () => void>> = {
    "page-up": () => {
      top = Math.max(0, top - page);
    },
    "page-down": () => {
      top += page;
    },
  };

  function moveFor(key: Key): (() => void) | undefined {
    const plain = !key.ctrl && !key.meta;
    return turns[keymap[keyLabel(key)] ?? ""] ?? (plain ? moves[key.name] : undefined);
  }

  return {
    id,
    aside: asker !== undefined,
    passBy(now) {
      strayAt = now;
    },
    scroll(rows) {
      top = Math.max(0, top + rows);
    },
    wantedRows: (width) => approvalRows(textFor(width)),
    lines(width, height) {
      inSight = height >= fewestRows;
      if (!inSight) return tooSmall.slice(0, height);
      const view = approvalView(textFor(width), { height, top, selected, keys: pageKeys });
      ({ top, page } = view);
      return view.lines;
    },
    press(key, now) {
      if (!inSight) return elsewhere;
      const move = moveFor(key);
      if (move) {
        move();
        return taken;
      }
      const choice =
        key.name === "enter" ? choices[selected] : choices.find((known) => known.key === key.text);
      if (choice === undefined || !isFresh({ shownAt, strayAt, keyAt: now })) {
        strayAt = now;
        return elsewhere;
      }
      return take(choice);
    },
  };
}
