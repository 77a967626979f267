/** What a strict provider demands of a history. Shares no code with the loop's own repair. */
import type { Message } from "../../src/model/message.ts";

export function assertSettled(messages: readonly Message[]): void {
  const problem = firstProblem(messages);
  if (problem) throw new Error(`invalid history: ${problem}`);
}

function firstProblem(messages: readonly Message[]): string | undefined {
  if (messages.length === 0) return "no messages";
  for (const [index, message] of messages.entries()) {
    if (message.role === "assistant") {
      if (message.parts.length === 0) return `message ${index} is empty`;
      const ids = message.parts.flatMap((part) => (part.type === "tool-call" ? [part.call.id] : []));
      const answered = messages.slice(index + 1, index + 1 + ids.length);
      const answers = answered.map((next) => (next.role === "tool" ? next.result.callId : "none"));
      if (answers.join() !== ids.join()) return `calls [${ids}] were answered by [${answers}]`;
      if (messages[index + 1 + ids.length]?.role === "tool") return `an orphan result after message ${index}`;
    }
    if (message.role === "tool" && !["assistant", "tool"].includes(messages[index - 1]?.role ?? "")) {
      return `a result without a call at ${index}`;
    }
  }
  return undefined;
}
