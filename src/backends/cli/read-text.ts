/** Reads an agent that answers in plain text, and lines of its tools and tokens if patterns tell them. */
import { noUsage } from "../../model/usage.ts";
import { createAnswerText } from "./answer-text.ts";
import { createScreenReader, type ScreenPiece } from "./escapes.ts";
import { type OutputReader, type Outputs, textOutput } from "./output.ts";
import { createScreenLines } from "./screen-lines.ts";
import { toolFinished, toolStarted } from "./tool-reports.ts";

export interface LinePatterns {
  /** The first group, or the one called `name`, is the tool; the second, or `args`, what it works on. */
  readonly tool?: RegExp;
  /** The first group, or `input`, are the tokens read; the second, or `output`, those written. */
  readonly tokens?: RegExp;
}

export function createTextReader(patterns: LinePatterns): OutputReader {
  return patterns.tool || patterns.tokens ? createLineReader(patterns) : createPieceReader();
}

/** Nothing is kept back that could be shown. What would be overwritten stays, on a line of its own. */
function createPieceReader(): OutputReader {
  const screen = createScreenReader();
  const answer = createAnswerText();
  let isLineEmpty = true;
  const textOf = (piece: ScreenPiece): string => {
    const isBreak = piece.kind === "newline" || (piece.kind === "return" && !isLineEmpty);
    isLineEmpty = isBreak || (piece.kind !== "text" && isLineEmpty);
    if (isBreak) return "\n";
    return piece.kind === "text" ? piece.text : "";
  };
  return {
    read: (text) => textOutput(answer.add(screen(text).map(textOf).join(""))),
    end: () => textOutput(answer.end()),
    stray: () => "",
  };
}

/** Only whole lines can be compared with a pattern. */
function createLineReader({ tool, tokens }: LinePatterns): OutputReader {
  const lines = createScreenLines();
  const answer = createAnswerText();
  let calls = 0;
  const take = (text: string): Outputs => {
    const usage = tokens && tokensIn(text, tokens);
    if (usage) return usage;
    const found = tool && toolIn(text, tool);
    if (!found) return textOutput(answer.add(`${text}\n`));
    calls += 1;
    const id = `tool-${calls}`;
    return [...toolStarted(id, found.name, found.input), ...toolFinished(id, found.name, "", false)];
  };
  return {
    read: (text) => lines.read(text).flatMap((line) => take(line.text)),
    end: () => [...lines.end().flatMap((line) => take(line.text)), ...textOutput(answer.end())],
    stray: () => "",
  };
}

/** Patterns see no more than this of a line. */
const maxMatched = 10_000;

export function tokensIn(line: string, pattern: RegExp): Outputs | undefined {
  const match = pattern.exec(line.slice(0, maxMatched));
  if (!match) return undefined;
  const { input = match[1], output = match[2] } = match.groups ?? {};
  const usage = { ...noUsage, input: numberIn(input), output: numberIn(output) };
  return [{ type: "usage", usage }];
}

function numberIn(text: string | undefined): number {
  const number = Number(text?.replaceAll(/[,_' ]/g, ""));
  return Number.isSafeInteger(number) && number >= 0 ? number : 0;
}

export interface ToolLine {
  readonly name: string;
  /** By the names that our own tools use, where the text tells what it is. */
  readonly input: Readonly<Record<string, string>>;
}

export function toolIn(line: string, pattern: RegExp): ToolLine | undefined {
  const match = pattern.exec(line.slice(0, maxMatched));
  if (!match) return undefined;
  const { name = match[1] ?? match[0], args = match[2] } = match.groups ?? {};
  return { name, input: args ? { [/^bash$/i.test(name) ? "command" : "path"]: args } : {} };
}
