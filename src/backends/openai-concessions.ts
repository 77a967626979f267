/** What servers ask to be spared: a refusal that names it is answered by one more request without it. */
import { isRecord } from "./json.ts";

export type Concession =
  /** The usage is not asked for. */
  | "no-stream-options"
  /** The limit goes by its newer name. */
  | "max-completion-tokens"
  /** Reasoning cannot be had in a form that can be sent back. */
  | "no-encrypted-reasoning"
  | "no-reasoning-summary"
  /** Every earlier answer must come with its reasoning. */
  | "all-reasoning"
  /** None may. */
  | "no-extra-fields"
  /** The model cannot be shown pictures. */
  | "no-images";

export type Concessions = ReadonlySet<Concession>;

const asked: readonly (readonly [Concession, RegExp])[] = [
  [
    "no-images",
    /image_url|input_image|image[ _-]?inputs?|images? (?:is|are) not|support\w* (?:images?|vision)|mmproj/i,
  ],
  ["no-stream-options", /stream_options|include_usage/i],
  ["max-completion-tokens", /max_completion_tokens/i],
  ["no-encrypted-reasoning", /encrypted[ _]content|reasoning\.encrypted/i],
  ["no-reasoning-summary", /reasoning\.summary|reasoning summar/i],
  ["all-reasoning", /reasoning\w*\W.*(?:must be passed back|is required|missing)|missing.*reasoning/is],
  [
    "no-extra-fields",
    /reasoning_\w+|\breasoning\b|thought_signature|extra_content|extra[ _](?:inputs?|fields?)/i,
  ],
];

/** The concession that a refusal asks for, unless it has been made already. */
export function concessionIn(error: unknown, made: Concessions): Concession | undefined {
  if (!isRecord(error) || (error.status !== 400 && error.status !== 422)) return undefined;
  const words = `${error.message} ${error.param} ${JSON.stringify(error.error ?? "")}`;
  const found = asked.find(([, pattern]) => pattern.test(words))?.[0];
  return found === undefined || made.has(found) ? undefined : found;
}
