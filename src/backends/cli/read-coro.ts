/** Reads coro: its answer stands among log lines, and its tools are lines that are overwritten when they are done. */
import { createAnswerText } from "./answer-text.ts";
import { type OutputReader, type Outputs, reasoningOutput, textOutput } from "./output.ts";
import { type LinePatterns, type ToolLine, tokensIn, toolIn } from "./read-text.ts";
import { createScreenLines, type ScreenLine } from "./screen-lines.ts";
import { toolFinished, toolStarted } from "./tool-reports.ts";

const logLine = /^\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?\s+(?:TRACE|DEBUG|INFO|WARN|ERROR)\b/;
/** Builds of 2025 wrote these without a time. */
const figure = /^(?:📈\s*Executed \d+ steps?|⏱\uFE0F?\s*Duration: [\d.]+ ?s)\s*$/u;
const resultLine = /^ {2}⎿ {2}(.*)$/u;
const defaultTool = /^⏺ (\w[\w-]*)(?:\((.*)\))?$/u;
const loggedTokens = /\bTokens: (\d+) input \+ (\d+) output/u;
const plainTokens = /^(?:🪙\s*)?Tokens: (\d+) input \+ (\d+) output(?: = \d+ total)?$/u;

/** The colours of its dot and of its reasoning, in SGR. */
const colours = { failed: 91, done: 92, reasoning: 90 } as const;

interface OpenTool {
  readonly id: string;
  readonly name: string;
  readonly line: string;
}

/** `prompt` is what it was asked: it repeats that in its log, in as many lines. */
export function createCoroReader(patterns: LinePatterns, prompt: string): OutputReader {
  const tool = patterns.tool ?? defaultTool;
  const lines = createScreenLines((line) => tool.test(line.text));
  const answer = createAnswerText({ withoutSpeaker: true, collapse: true });
  let calls = 0;
  let running: OpenTool | undefined;
  /** Done, but its output may follow. */
  let ended: (OpenTool & { readonly isError: boolean; output: string[] }) | undefined;
  let echo: readonly string[] = [];

  function take(line: ScreenLine): Outputs {
    const text = line.text.trimEnd();
    if (isEcho(text)) return [];
    const result = resultLine.exec(text);
    if (result && ended) {
      ended.output.push(result[1] ?? "");
      return [];
    }
    return [...flushTool(), ...takeOther(text, line.colour)];
  }

  function takeOther(text: string, colour: number | undefined): Outputs {
    const isLog = logLine.test(text);
    const usage = tokensIn(text, patterns.tokens ?? (isLog ? loggedTokens : plainTokens));
    if (usage) return usage;
    if (isLog) {
      if (text.includes("Executing task: ")) echo = prompt.split("\n").slice(1);
      return [];
    }
    if (figure.test(text)) return [];
    const found = toolIn(text, tool);
    if (found) return takeTool(found, text, colour);
    if (colour === colours.reasoning) return reasoningOutput(`${text}\n`);
    return textOutput(answer.add(`${text}\n`));
  }

  /** It is shown when it begins, and once more when it is done. */
  function takeTool(found: ToolLine, line: string, colour: number | undefined): Outputs {
    const isAgain = running?.line === line;
    const started = isAgain ? [] : [...closeRunning(), ...begin(found, line)];
    const isEnd = isAgain || colour === colours.done || colour === colours.failed;
    if (isEnd && running) {
      ended = { ...running, isError: colour === colours.failed, output: [] };
      running = undefined;
    }
    return started;
  }

  function begin({ name, input }: ToolLine, line: string): Outputs {
    calls += 1;
    running = { id: `tool-${calls}`, name, line };
    return toolStarted(running.id, name, input);
  }

  function closeRunning(): Outputs {
    return running ? toolFinished(running.id, running.name, "", false) : [];
  }

  function flushTool(): Outputs {
    const done = ended;
    ended = undefined;
    return done ? toolFinished(done.id, done.name, done.output.join("\n"), done.isError) : [];
  }

  function isEcho(text: string): boolean {
    const [next, ...others] = echo;
    const isNext = next !== undefined && next.trimEnd() === text;
    echo = isNext ? others : [];
    return isNext;
  }

  return {
    read: (text) => lines.read(text).flatMap(take),
    end() {
      const rest = lines.end().flatMap(take);
      return [...rest, ...flushTool(), ...closeRunning(), ...textOutput(answer.end())];
    },
    stray: () => "",
  };
}
