import fc from "fast-check";
import { expect, it } from "vitest";
import { repairHistory } from "../../src/loop/settle.ts";
import { callsOf, type Message } from "../../src/model/message.ts";
import { assertSettled } from "../support/strict-history.ts";

const user: Message = { role: "user", text: "hi" };
const assistant = (...ids: string[]): Message => ({
  role: "assistant",
  parts: [
    { type: "text", text: "x" },
    ...ids.map((id) => ({ type: "tool-call" as const, call: { id, name: "t", input: {} } })),
  ],
});
const result = (callId: string): Message => ({
  role: "tool",
  result: { callId, name: "t", output: "ok", isError: false },
});

it("returns a settled history as it is", () => {
  const history = [user, assistant("a", "b"), result("a"), result("b"), assistant()];
  expect(repairHistory(history)).toBe(history);
});

it("drops an orphan result at the head", () => {
  expect(repairHistory([result("x"), user])).toEqual([user]);
});

it("answers calls that lost their result, in place", () => {
  const repaired = repairHistory([user, assistant("a", "b"), result("b"), user]);
  expect(repaired).toMatchObject([
    user,
    { role: "assistant" },
    {
      result: {
        callId: "a",
        isError: true,
        output:
          "Tool execution did not complete (interrupted, cancelled, or crashed). No result is available.",
      },
    },
    { result: { callId: "b", output: "ok" } },
    user,
  ]);
});

it("makes any history acceptable and keeps every prompt and answer", () => {
  const id = fc.constantFrom("a", "b", "c");
  const message = fc.oneof(
    fc.constant(user),
    fc.uniqueArray(id, { maxLength: 3 }).map((ids) => assistant(...ids)),
    id.map(result),
  );
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 12 }), (history) => {
      const repaired = repairHistory(history);
      if (repaired.length > 0) assertSettled(repaired);
      const kept = (messages: readonly Message[]) => messages.filter(({ role }) => role !== "tool");
      const shape = (messages: readonly Message[]) =>
        JSON.stringify(kept(messages)).replace(/"id":"[^"]*"/g, "");
      expect(shape(repaired)).toBe(shape(history));
      const ids = repaired
        .flatMap((each) => (each.role === "assistant" ? callsOf(each) : []))
        .map((call) => call.id);
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});

it("gives a call whose id is taken another one, and its result too", () => {
  const again = [assistant("a"), result("a"), user, assistant("b", "a"), result("b"), result("a"), user];
  expect(repairHistory(again)).toMatchObject([
    { role: "assistant" },
    { result: { callId: "a" } },
    user,
    {
      parts: expect.arrayContaining([
        expect.objectContaining({ call: expect.objectContaining({ id: "a_2" }) }),
      ]),
    },
    { result: { callId: "b" } },
    { result: { callId: "a_2", output: "ok" } },
    user,
  ]);
  const sound = again.slice(0, 3);
  expect(repairHistory(sound)).toBe(sound);
});
