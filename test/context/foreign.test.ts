import { expect, it } from "vitest";
import { withoutForeignReasoning } from "../../src/context/foreign.ts";
import type { Message } from "../../src/model/message.ts";

const sealed = { type: "reasoning", text: "hm", opaque: { signature: "s" } } as const;
const said = { type: "text", text: "so" } as const;
const history: readonly Message[] = [
  { role: "user", text: "a" },
  { role: "assistant", parts: [sealed, said] },
  { role: "assistant", parts: [sealed] },
  { role: "assistant", parts: [sealed, said] },
];

it("leaves out the sealed reasoning of another model, and nothing else", () => {
  expect(withoutForeignReasoning(history, 3)).toEqual([
    history[0],
    { role: "assistant", parts: [said] },
    history[3],
  ]);
});

it("changes nothing where there was no other", () => {
  expect(withoutForeignReasoning(history, 0)).toBe(history);
});
