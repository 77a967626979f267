/**
 * The forms in which models write tool calls as text, each as a recogniser that takes one character at a time.
 * Recognises where a block ends and not what it means.
 */
import { createValueScan } from "./json-extract.ts";

export type BlockForm = "tag" | "function" | "fence" | "bare" | "marker" | "line";

export interface Recogniser {
  readonly form: BlockForm | "fence-end";
  /** `yes`: the block ends with this character. `no`: it is none. */
  take(char: string): "more" | "yes" | "no";
  /** Whether the text may end here. */
  isWhole(): boolean;
}

const none: readonly Recogniser[] = [];

/** Inside a fenced block that holds something else. */
export function fenceEnd(char: string, isLineStart: boolean): readonly Recogniser[] {
  return isLineStart && char === "`" ? [sequence("fence-end", [literal("```")])] : none;
}

/** The recognisers of what may begin with `char`. */
export function recognisersAt(
  char: string,
  isLineStart: boolean,
  names: readonly string[],
): readonly Recogniser[] {
  if (char === "<") return [tag(), functionTag()];
  if (!isLineStart) return none;
  if (char === "`") return [fence()];
  if (char === "{") return [bare()];
  if (char === "[") return [bare(), marker()];
  return names
    .flatMap((name) => [`${name}(`, `Tool call: ${name}(`])
    .filter((opening) => opening.startsWith(char))
    .map((opening) => sequence("line", [literal(opening), restOfLine()]));
}

type Progress = "stay" | "next" | "pass" | "no";

interface Step {
  /** `next`: it ends with this character; `pass`: it has ended before, and the character is the next step's. */
  take(char: string): Progress;
  readonly endsWithText?: true;
}

function sequence(form: Recogniser["form"], steps: readonly Step[]): Recogniser {
  let at = 0;
  return {
    form,
    take(char) {
      for (; at < steps.length; at += 1) {
        const progress = steps[at]?.take(char);
        if (progress === "no" || progress === undefined) return "no";
        if (progress === "stay") return "more";
        if (progress === "pass") continue;
        at += 1;
        return at === steps.length ? "yes" : "more";
      }
      return "no";
    },
    isWhole: () => at === steps.length - 1 && steps[at]?.endsWithText === true,
  };
}

const tag = () => sequence("tag", [literal("<tool_call>"), until("</tool_call>")]);
const functionTag = () => sequence("function", [literal("<function="), until("</function>")]);
const fence = () => sequence("fence", [literal("```"), info(), blanks(), fenced(), blanks(), literal("```")]);
const bare = () => sequence("bare", [value(true), lineEnd()]);
const marker = () => sequence("marker", [literal("[TOOL_CALLS]"), blanks(), value(false)]);

function literal(text: string): Step {
  let at = 0;
  return {
    take(char) {
      if (char !== text[at]) return "no";
      at += 1;
      return at === text.length ? "next" : "stay";
    },
  };
}

function blanks(): Step {
  return { take: (char) => (/\s/.test(char) ? "stay" : "pass") };
}

/** Everything up to an ending; one inside a JSON string is part of the string. */
function until(ending: string): Step {
  let tail = "";
  let scan: ((char: string) => boolean) | undefined;
  let isOpen = true;
  return {
    take(char) {
      if (isOpen && !/\s/.test(char)) {
        isOpen = false;
        if (char === "{" || char === "[") scan = createValueScan();
      }
      if (scan) {
        if (scan(char)) scan = undefined;
        return "stay";
      }
      tail = (tail + char).slice(-ending.length);
      return tail === ending ? "next" : "stay";
    },
  };
}

const languages: ReadonlySet<string> = new Set(["", "json", "tool_call", "tool", "tool_code", "xml"]);

function info(): Step {
  let language = "";
  return {
    take(char) {
      if (char === "\n") return languages.has(language.trim()) ? "next" : "no";
      language += char;
      return language.length > 20 ? "no" : "stay";
    },
  };
}

function fenced(): Step {
  let step: Step | undefined;
  return {
    take(char) {
      step ??= char === "<" ? until("</tool_call>") : value(true);
      return step.take(char);
    },
  };
}

const firstKeys: ReadonlySet<string> = new Set(
  "name tool tool_name function type id arguments args parameters params input tool_input".split(" "),
);

/** An object or an array. With `callsOnly`, one whose first key is none of a call's is let go at once. */
function value(callsOnly: boolean): Step {
  const scan = createValueScan();
  let head: string | undefined = "";
  return {
    take(char) {
      if (head === "" && char !== "{" && char !== "[") return "no";
      if (head !== undefined) {
        head += char;
        const state = callsOnly ? firstKey(head) : "known";
        if (state === "other") return "no";
        if (state === "known") head = undefined;
      }
      return scan(char) ? "next" : "stay";
    },
  };
}

function firstKey(head: string): "known" | "other" | "open" {
  const [, key] = /^[[\s]*\{\s*"([^"]*)"$/.exec(head) ?? [];
  if (key !== undefined) return firstKeys.has(key) ? "known" : "other";
  return head.length < 64 && /^[[\s]*(?:\{\s*(?:"\w*)?)?$/.test(head) ? "open" : "other";
}

function lineEnd(): Step {
  return {
    take(char) {
      if (char === "\n") return "next";
      return /\s/.test(char) ? "stay" : "no";
    },
    endsWithText: true,
  };
}

function restOfLine(): Step {
  return { take: (char) => (char === "\n" ? "next" : "stay"), endsWithText: true };
}
