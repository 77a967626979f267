/** Any history that the loop can leave behind: turns of a prompt, rounds of tools, an answer. */
import * as fc from "fast-check";
import type { Message } from "../../src/model/message.ts";

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ maxLength: 20, unit: "grapheme" }),
  fc.nat({ max: 300 }).map((length) => "word ".repeat(length)),
);

let calls = 0;

function round(outputs: readonly string[]): Message[] {
  const made = outputs.map((output) => {
    calls += 1;
    return { id: `c${calls}`, name: "read", input: { path: "x" }, output };
  });
  return [
    {
      role: "assistant",
      parts: made.map(({ id, name, input }) => ({ type: "tool-call", call: { id, name, input } })),
    },
    ...made.map(
      ({ id, name, output }): Message => ({
        role: "tool",
        result: { callId: id, name, output, isError: false },
      }),
    ),
  ];
}

const answer = text.map(
  (said): Message => ({ role: "assistant", parts: [{ type: "text", text: `${said}.` }] }),
);
const rounds = fc
  .array(fc.array(text, { minLength: 1, maxLength: 3 }), { maxLength: 4 })
  .map((all) => all.flatMap(round));
const prompt = text.map((said): Message => ({ role: "user", text: said }));
const turn = fc.tuple(prompt, rounds, answer).map(([asked, work, said]) => [asked, ...work, said]);
const summary: Message = { role: "system", text: "what was before", summary: true };

/** It ends as a history does before a request: with a prompt, or with the results of tools. */
export const histories = fc
  .tuple(fc.boolean(), fc.array(turn, { maxLength: 6 }), prompt, rounds)
  .map(([summarised, turns, asked, work]): Message[] => [
    ...(summarised ? [summary] : []),
    ...turns.flat(),
    asked,
    ...work,
  ]);
