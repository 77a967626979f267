/** How full the window of a model may become: when to warn, when to shorten, when to send nothing. */

export interface Thresholds {
  readonly warnAt: number;
  /** From here on nothing is sent. */
  readonly hardAt: number;
  /** What a history that is shortened by itself is shortened to. */
  readonly autoTarget: number;
  /** What a history is shortened to when the user wants it, or the provider finds it too long. */
  readonly manualTarget: number;
}

/** Of a window of so many tokens; undefined where there is no limit. */
export function thresholds(limit: number): Thresholds | undefined {
  if (limit <= 0) return undefined;
  const share = (percent: number) => Math.max(1, Math.floor((limit * percent) / 100));
  return { warnAt: share(80), hardAt: share(95), autoTarget: share(82), manualTarget: share(60) };
}

export interface Use {
  readonly estimated: number;
  readonly limit: number;
  /** Nobody knows the window: the limit is a guess. */
  readonly assumed: boolean;
}

export function warningText({ estimated, limit }: Use): string {
  const share = ((100 * estimated) / limit).toFixed(1);
  return `Context usage is ${share}% (${estimated}/${limit}). Use \`/compact\` or \`/session new\` if needed.`;
}

export function exceededText({ estimated, limit, assumed }: Use): string {
  const problem = `context limit exceeded (${estimated}/${limit} estimated tokens)`;
  const advice = "Run `/compact` or `/session new` and retry, or choose a model with a larger window";
  const doubt = `; if this one takes more than ${limit}, say so with context_window in the settings of the backend`;
  return `${problem}. ${advice}${assumed ? doubt : ""}.`;
}
