/** What follows `/voice start`: words, quoted as in a shell, as settings of a session. Pure. */

export interface VoiceOptions {
  readonly source: VoiceSource;
  readonly mic_device_id: string | null;
  readonly mic_device_name: string | null;
  readonly chunk_seconds: number | null;
  readonly endpointing_ms: number | null;
  readonly utterance_end_ms: number | null;
}

/** Prompts that are spoken. Each tells in words what came of it. */
export interface VoicePowers {
  start(options: VoiceOptions, signal: AbortSignal): Promise<string>;
  status(signal: AbortSignal): Promise<string>;
  stop(signal: AbortSignal): Promise<string>;
}

export type VoiceSource = "microphone" | "loopback";

export type ParsedVoice =
  | { readonly options: VoiceOptions; readonly error: null }
  | { readonly options: null; readonly error: string };

export const startUsage =
  "/voice start [microphone|loopback] [--mic-device-id <id>] [--mic-device-name <name>] [--chunk-seconds <n>] [--endpointing-ms <n>] [--utterance-end-ms <n>]";

interface Flag {
  readonly key: Exclude<keyof VoiceOptions, "source">;
  readonly value: string;
  /** How the words after it are read; a sentence where they make no sense. */
  readonly read: (words: readonly string[]) => string | number | { readonly wrong: string };
  /** It takes all words up to the next flag. */
  readonly greedy?: true;
}

const flags: Readonly<Record<string, Flag>> = {
  "--mic-device-id": { key: "mic_device_id", value: "<id>", read: ([word = ""]) => word },
  "--mic-device-name": {
    key: "mic_device_name",
    value: "<name>",
    read: (words) => words.join(" ").trim(),
    greedy: true,
  },
  "--chunk-seconds": integer("chunk_seconds", 1),
  "--endpointing-ms": integer("endpointing_ms", 0),
  "--utterance-end-ms": integer("utterance_end_ms", 0),
};

function integer(key: Flag["key"], least: number): Flag {
  const name = key.replaceAll("_", "-");
  return {
    key,
    value: "<n>",
    read([word = ""]) {
      const number = Number(word);
      if (!/^[+-]?\d+$/.test(word) || !Number.isSafeInteger(number))
        return { wrong: `${name} must be an integer` };
      return number < least ? { wrong: `${name} must be ${least} or more` } : number;
    },
  };
}

/** `words`: those after `start`. */
export function parseVoiceStart(words: readonly string[]): ParsedVoice {
  const [first = "--"] = words;
  const named = !first.startsWith("--");
  const source = named ? first.toLowerCase() : "microphone";
  if (source !== "microphone" && source !== "loopback")
    return wrong("Voice source must be microphone or loopback");
  const given: Partial<Record<Flag["key"], string | number>> = {};
  for (let at = named ? 1 : 0; at < words.length; ) {
    const name = words[at] ?? "";
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (!flag) return wrong(`Usage: ${startUsage}`);
    const values = valuesAfter(words, at, flag);
    if (values.length === 0) return wrong(`Usage: /voice start ... ${name} ${flag.value}`);
    const value = flag.read(values);
    if (typeof value === "object") return wrong(value.wrong);
    given[flag.key] = value;
    at += 1 + values.length;
  }
  return { options: { ...nothingSet, ...given, source } as VoiceOptions, error: null };
}

const nothingSet = {
  mic_device_id: null,
  mic_device_name: null,
  chunk_seconds: null,
  endpointing_ms: null,
  utterance_end_ms: null,
} as const;

function valuesAfter(words: readonly string[], at: number, { greedy }: Flag): readonly string[] {
  const rest = words.slice(at + 1);
  if (!greedy) return rest.slice(0, 1);
  const end = rest.findIndex((word) => word.startsWith("--"));
  return end < 0 ? rest : rest.slice(0, end);
}

function wrong(error: string): ParsedVoice {
  return { options: null, error };
}

/** Undefined where a quote is not closed. A backslash takes the next character as it is, but for inside single quotes. */
export function wordsIn(text: string): readonly string[] | undefined {
  const words: string[] = [];
  const piece = /\s*((?:[^\s"'\\]+|"(?:[^"\\]|\\.)*"|'[^']*'|\\.)+)/gsy;
  for (let end = 0; text.slice(end).trim() !== ""; end = piece.lastIndex) {
    piece.lastIndex = end;
    const [, word] = piece.exec(text) ?? [];
    if (word === undefined) return undefined;
    words.push(word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs, unquoted));
  }
  return words;
}

function unquoted(_: string, double?: string, single?: string, escaped?: string): string {
  return double?.replace(/\\(["\\])/g, "$1") ?? single ?? escaped ?? "";
}
