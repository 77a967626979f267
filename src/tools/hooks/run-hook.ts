/** Runs the command of one hook and says how it went. Knows neither tools nor turns. */
import type { HookSettings } from "../../model/settings.ts";
import type { GroupEnd, ProcessGroups } from "../process-group.ts";
import { oneLine } from "../tool.ts";
import { safePrefix } from "../truncate.ts";

export interface HookPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly groups: ProcessGroups;
}

export type HookEnd =
  | { readonly kind: "passed" | "cancelled" }
  /** `message` is what the hook said, or what became of it. */
  | { readonly kind: "failed"; readonly message: string };

const defaultSeconds = 10;
const mostChars = 2000;
/** No character takes more in UTF-8. */
const mostBytes = mostChars * 4;

/** `facts` are its input, as JSON. */
export async function runHook(
  hook: HookSettings,
  facts: Readonly<Record<string, unknown>>,
  place: HookPlace,
  signal: AbortSignal,
): Promise<HookEnd> {
  const seconds = hook.timeoutSeconds ?? defaultSeconds;
  const output = keepStart();
  const end = await place.groups.run({
    file: "sh",
    args: ["-c", hook.command],
    cwd: place.cwd,
    env: place.env,
    timeoutMs: seconds * 1000,
    signal,
    input: `${JSON.stringify(facts)}\n`,
    onChunk: output.push,
    onError: output.push,
  });
  if (end.kind === "aborted") return { kind: "cancelled" };
  if (end.kind === "exited" && end.code === 0) return { kind: "passed" };
  const said = end.kind === "exited" ? output.text() : "";
  return { kind: "failed", message: said || `"${oneLine(hook.command)}" ${trouble(end, seconds)}` };
}

function trouble(end: Exclude<GroupEnd, { readonly kind: "aborted" }>, seconds: number): string {
  switch (end.kind) {
    case "exited":
      return `ended with exit code ${end.code}`;
    case "signalled":
      return `was killed by ${end.signal}`;
    case "timed-out":
      return `did not end within ${seconds} ${seconds === 1 ? "second" : "seconds"}`;
    case "not-started":
      return `could not be started (${end.code})`;
  }
}

function keepStart() {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  return {
    push(chunk: Uint8Array): void {
      const part = chunk.subarray(0, mostBytes - bytes);
      if (part.length === 0) return;
      bytes += part.length;
      chunks.push(part);
    },
    text: () => safePrefix(new TextDecoder().decode(Buffer.concat(chunks)).trim(), mostChars),
  };
}
