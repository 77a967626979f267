/** The questions of treadle init as data, and what an answer to one of them comes to. Asks nobody. */
import { settingKeys } from "../../config/keys.ts";
import { readText } from "../../config/rules.ts";
import { approvalInForce, approvalModes, approvalWords } from "../../model/approval.ts";
import type { Candidate } from "./survey.ts";

export interface Choices {
  readonly title: string;
  readonly options: readonly ChoiceOption[];
  /** The place of the option that Enter takes. */
  readonly usual: number;
  /** What else may be typed; undefined where it is no answer. */
  readonly other: (text: string) => string | undefined;
  /** What to do when an answer is none. */
  readonly hint: string;
}

export interface ChoiceOption {
  readonly value: string;
  readonly about: string;
}

/** Chosen instead of a backend: nothing is written, and every start looks for itself. */
export const later = "later";

/** `usual`: the backend that would be taken without settings, if there is one. */
export function backendChoices(
  candidates: readonly Candidate[],
  usual: string | undefined,
  nameOf: (typed: string) => string | undefined,
): Choices {
  const options = [
    ...candidates.map(({ backend, label, finding }) => ({ value: backend, about: `${label}: ${finding}` })),
    { value: later, about: "each start takes what it finds, or the demo" },
  ];
  return {
    title: "Which backend answers?",
    options,
    usual: Math.max(0, placeOf(options, usual ?? later)),
    other: nameOf,
    hint: "Type a number from the list or the name of a backend.",
  };
}

/** `usual`: the name of the model that the backend takes by itself, where it is known. */
export function modelChoices(backend: string, models: readonly string[], usual: string | undefined): Choices {
  const own = { value: "", about: usual === undefined ? "the usual one" : `the usual one, now ${usual}` };
  const listed = models.filter(canBeModel).slice(0, mostModels);
  return {
    title: `Which model of ${backend}?`,
    options: listed.length > 0 ? listed.map((value) => ({ value, about: "" })) : [own],
    usual: 0,
    other: (text) => (canBeModel(text) ? text : undefined),
    hint: "Type a number from the list or the name of a model, without spaces.",
  };
}

const mostModels = 20;

export function canBeModel(name: string): boolean {
  return readText(settingKeys.model.rule, name) !== undefined;
}

/** Whoever wants no questions at all says so with a flag. */
const offeredModes = approvalModes.filter((mode) => mode !== "yolo");

export const approvalChoices: Choices = {
  title: "What may tools do?",
  options: offeredModes.map((value) => ({
    value,
    about: approvalWords[approvalInForce({ autoTools: false, approvalMode: value }, "ask")],
  })),
  usual: 0,
  other: () => undefined,
  hint: `Type a number from the list, or ${offeredModes.join(", ")}.`,
};

function placeOf(options: readonly ChoiceOption[], value: string): number {
  return options.findIndex((option) => option.value === value);
}

/** Undefined where it is no answer. */
export function readChoice({ options, usual, other }: Choices, typed: string): string | undefined {
  const text = typed.trim();
  if (text === "") return options[usual]?.value;
  const named = options.find(({ value }) => value !== "" && value === text);
  if (named) return named.value;
  return /^\d{1,3}$/.test(text) ? options[Number(text) - 1]?.value : other(text);
}

/** Plain lines, the usual one marked. */
export function choiceLines({ title, options, usual }: Choices): string {
  const wide = Math.max(...options.map(({ value }) => value.length));
  const rows = options.map(({ value, about }, place) => {
    const mark = place === usual ? "*" : " ";
    const name = value === "" ? "" : `  ${value.padEnd(wide)}`;
    return `${mark} ${place + 1}${name}${about && `  ${about}`}`.trimEnd();
  });
  return `${title}\n${rows.join("\n")}\nNumber or name [${usual + 1}]: `;
}
