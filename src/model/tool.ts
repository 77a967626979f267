/** Tool calls, their results, and what the loop needs to know of the tools it may run. */

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Set when the arguments were not valid JSON: the call is answered with an error and never run. */
  readonly malformed?: MalformedInput;
  /** Found in the text of an answer, where it may be an example: the user is asked about it, whatever is allowed. */
  readonly fromText?: true;
}

export interface MalformedInput {
  readonly raw: string;
  readonly problem: string;
}

export interface ToolResult {
  readonly callId: string;
  readonly name: string;
  readonly output: string;
  readonly isError: boolean;
}

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input, an object schema. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Whether the user is asked before it runs. */
  readonly confirm: boolean;
}

/**
 * What the user is shown before allowing a call. `title` is one line; `fields` holds the exact values that
 * will be used, complete and raw: the display escapes them, it never shortens them.
 */
export interface ToolPreview {
  readonly title: string;
  readonly fields: readonly PreviewField[];
}

export interface PreviewField {
  readonly label: string;
  readonly value: string;
}

/** What is to happen with a call, decided before anything runs. */
export type ToolVerdict =
  | { readonly kind: "run"; readonly preview: ToolPreview }
  /** `rule`: what would run unasked if the user said so for good. */
  | { readonly kind: "ask"; readonly preview: ToolPreview; readonly rule?: string }
  | { readonly kind: "refuse"; readonly output: string };

export interface ToolRunContext {
  readonly signal: AbortSignal;
  /** Live output, for the eye only; the result carries the record. */
  readonly onOutput: (chunk: string) => void;
}

/**
 * The tools as the loop sees them. `judge` and `run` never reject for anything a model can send: bad input, an
 * unknown name or a failing tool come back as values. `run` settles soon after its signal aborts.
 */
export interface Toolbox {
  specs(): readonly ToolSpec[];
  judge(call: ToolCall): Promise<ToolVerdict>;
  run(call: ToolCall, context: ToolRunContext): Promise<ToolOutput>;
  /** Calls like this one are not asked about again: in this session, or in later ones too. */
  remember(call: ToolCall, how: "session" | "always"): void;
}

export interface ToolOutput {
  readonly output: string;
  readonly isError: boolean;
  /** Set when `output` is shorter than what the tool produced. */
  readonly truncatedFrom?: number;
  /** It was not run after all; `output` says why. */
  readonly refused?: true;
}
