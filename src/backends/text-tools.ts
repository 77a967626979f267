/**
 * Finds the tool calls that a model wrote into its answer instead of sending them, in the stream of any backend.
 * Such a call may be an example or come from a file that was read: it is marked, and the user is always asked.
 */
import type { BackendEvent } from "../model/backend.ts";
import type { ToolSpec } from "../model/tool.ts";
import { parseBlock } from "./text-tools-parse.ts";
import { createTextScanner, type Piece } from "./text-tools-scanner.ts";

/** Text goes through as it arrives, but for what may be the beginning of a call. */
export async function* withTextCalls(
  events: AsyncIterable<BackendEvent>,
  tools: readonly ToolSpec[],
  newId = newCallId,
): AsyncGenerator<BackendEvent> {
  if (tools.length === 0) {
    yield* events;
    return;
  }
  const scanner = createTextScanner(tools.map(({ name }) => name));
  let hasCalls = false;
  const told = (pieces: readonly Piece[]) => {
    const found = pieces.flatMap((piece) => eventsOf(piece, tools, newId));
    hasCalls ||= found.some(({ type }) => type === "tool-call");
    return found;
  };
  for await (const event of events) {
    if (event.type === "text") yield* told(scanner.feed(event.text));
    else if (event.type === "usage" || event.type === "notice") yield event;
    else {
      // Whatever else comes stands after the text.
      yield* told(scanner.end());
      yield event.type === "done" && event.stop === "end" && hasCalls
        ? { ...event, stop: "tool-use" }
        : event;
    }
  }
}

/** Short enough for every provider that the history may be sent to. */
export function newCallId(): string {
  return `call_${crypto.randomUUID().replaceAll("-", "")}`;
}

function eventsOf(piece: Piece, tools: readonly ToolSpec[], newId: () => string): readonly BackendEvent[] {
  const calls = piece.kind === "block" ? parseBlock(piece.form, piece.text, tools) : [];
  if (calls.length === 0) return [{ type: "text", text: piece.text }];
  return calls.map((call) => ({ type: "tool-call", call: { id: newId(), ...call, fromText: true } }));
}
