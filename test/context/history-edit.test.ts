import { describe, expect, it, test } from "vitest";
import { messageRow } from "../../src/commands/history.ts";
import { deletion, editableText, edition, replaying } from "../../src/context/history-edit.ts";
import { createUndoStack } from "../../src/context/undo-stack.ts";
import { changed, type HistoryChange } from "../../src/model/history-change.ts";
import type { Message } from "../../src/model/message.ts";
import { readCases } from "../support/cases.ts";
import { assertSettled } from "../support/strict-history.ts";

const user = (text: string): Message => ({ role: "user", text });
const answer = (text: string): Message => ({ role: "assistant", parts: [{ type: "text", text }] });
const result = (id: string): Message => ({
  role: "tool",
  result: { callId: id, name: "bash", output: `ran ${id}`, isError: false },
});
const calling = (...ids: readonly string[]): Message => ({
  role: "assistant",
  parts: [
    { type: "reasoning", text: "Hm.", opaque: 1 },
    ...ids.map((id) => ({ type: "tool-call" as const, call: { id, name: "bash", input: {} } })),
  ],
});

/** A history that is changed by operations, each of which can be taken back. */
function open(start: readonly Message[]) {
  let messages: readonly Message[] = start;
  const undo = createUndoStack();
  function make(change: HistoryChange | undefined): boolean {
    if (!change) return false;
    undo.note(messages, change);
    messages = changed(messages, change);
    return true;
  }
  return {
    messages: () => messages,
    add(...more: readonly Message[]) {
      messages = [...messages, ...more];
    },
    make,
    delete_message: (at: number) => make(messages[at] && deletion(messages, at, at)),
    delete_range(first: number, last: number) {
      const change = deletion(messages, first, last);
      make(change);
      return change?.removed ?? 0;
    },
    edit_message: (at: number, text: string) => make(edition(messages, at, text)),
    undo: () => make(undo.last()?.change),
    replay_from(at: number) {
      const replay = replaying(messages, at);
      make(replay?.change);
      return replay?.prompt.text ?? null;
    },
  };
}

type Operations = Omit<ReturnType<typeof open>, "messages" | "add" | "make">;
interface OperationsInput {
  readonly messages: readonly (readonly [string, string])[];
  readonly operations: readonly (readonly [keyof Operations, ...unknown[]])[];
}
interface Seen {
  readonly returns: readonly unknown[];
  readonly messages: readonly string[];
  readonly token_count: number;
  readonly char_count: number;
}

const file = readCases("history_ops");

describe.skipIf(file.absent)(file.title, () => {
  const runs = file.cases.filter(({ observed }) => observed !== undefined);

  test.each(runs.map((entry) => [entry.id, entry] as const))("%s", (_, entry) => {
    const input = entry.input as OperationsInput;
    const required = (entry.required ?? {}) as Partial<Seen>;
    const seen = { ...(entry.observed as Seen), ...required };
    const history = open(input.messages.map(([role, text]) => (role === "user" ? user(text) : answer(text))));
    const returns = input.operations.map(([name, ...args]) => {
      const operation = history[name] as (...args: readonly unknown[]) => unknown;
      return operation(...args);
    });
    const texts = history.messages().map(editableText);
    expect(returns).toEqual(seen.returns);
    expect(texts).toEqual(seen.messages);
    // The reference counts a token a message, and forgets its characters unless the case says what they must be.
    if (!required.messages) expect(texts.length).toBe(seen.token_count);
    if (required.char_count) expect(texts.join("").length).toBe(required.char_count);
  });

  it("has no case that is not run here", () => {
    const others = file.cases.filter((entry) => !runs.includes(entry)).map(({ id }) => id);
    expect(others).toEqual(["undo-depth", "history-display"]);
  });
});

it("takes back ten changes", () => {
  const history = open(Array.from({ length: 12 }, (_, at) => user(`q${at}`)));
  for (let count = 0; count < 12; count += 1) history.delete_message(0);
  const undone = Array.from({ length: 12 }, history.undo);
  expect(undone).toEqual([...Array(10).fill(true), false, false]);
  expect(history.messages().map(editableText)).toEqual(Array.from({ length: 10 }, (_, at) => `q${at + 2}`));
});

it("shows a message by its first line, of at most 60 characters", () => {
  const long = `${"x".repeat(70)}\n${"y".repeat(70)}\nz`;
  expect(messageRow(user(long), 3)).toBe(`[3] You: ${"x".repeat(57)}... (39 tokens)`);
  expect(messageRow(answer("y".repeat(60)), 4)).toContain(`[4] Asst: ${"y".repeat(60)} (`);
  expect(messageRow(answer("one\ntwo"), 5)).toContain("[5] Asst: one (");
  expect(messageRow(calling("a", "b"), 6)).toContain("[6] Asst: (calls bash,bash) (");
  expect(messageRow(result("a"), 7)).toContain("[7] Tool: bash: ran a (");
  expect(messageRow({ role: "user", text: "Go on.", synthetic: true }, 8)).toContain("[8] Note: Go on. (");
});

describe("calls and their results", () => {
  const talk = [user("q"), calling("a", "b"), result("a"), result("b"), answer("done"), user("r")];

  it.each([1, 2, 3])("go together when message %d is deleted", (at) => {
    expect(deletion(talk, at, at)).toMatchObject({ from: 1, removed: 3 });
  });

  it("go together at both ends of a range", () => {
    expect(deletion(talk, 0, 1)).toMatchObject({ from: 0, removed: 4 });
    expect(deletion(talk, 3, 4)).toMatchObject({ from: 1, removed: 4 });
  });

  it("stay when the text beside them is edited", () => {
    const [edited] = edition(talk, 1, "I look.")?.inserted ?? [];
    expect(edited?.role === "assistant" && edited.parts.map(({ type }) => type)).toEqual([
      "reasoning",
      "text",
      "tool-call",
      "tool-call",
    ]);
    const [shorter] = edition(talk, 2, "short")?.inserted ?? [];
    expect(shorter).toMatchObject({ role: "tool", result: { callId: "a", output: "short" } });
  });
});

it("sends no nudge of the loop again", () => {
  expect(replaying([{ role: "user", text: "Go on.", synthetic: true }], 0)).toBeUndefined();
});

/** A small generator of numbers that can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function randomTurn(pick: (below: number) => number, name: string): readonly Message[] {
  const rounds = Array.from({ length: pick(3) }, (_, round) => {
    const ids = Array.from({ length: 1 + pick(3) }, (__, at) => `${name}-${round}-${at}`);
    return [calling(...ids), ...ids.map(result)];
  });
  const ends: readonly Message[][] = [
    [answer(`a ${name}`)],
    [],
    [{ ...answer("cut"), interrupted: true } as Message],
  ];
  return [user(`q ${name}`), ...rounds.flat(), ...(ends[pick(3)] ?? [])];
}

describe("any sequence of changes", () => {
  test.each(Array.from({ length: 200 }, (_, seed) => seed))(
    "leaves a history that can be sent (%d)",
    (seed) => {
      const pick = numbers(seed);
      const history = open([]);
      for (let step = 0; step < 40; step += 1) {
        const { length } = history.messages();
        const steps = [
          () => history.add(...randomTurn(pick, `${step}`)),
          () => history.add(...randomTurn(pick, `${step}`)),
          () => history.delete_message(pick(length + 2) - 1),
          () => history.delete_range(pick(length + 4) - 2, pick(length + 4) - 2),
          () => history.edit_message(pick(length + 1), `edited ${step}`),
          () => history.replay_from(pick(length + 1)),
          () => history.make(dropLastGroup(history.messages())),
          () => history.make({ from: 0, removed: length, inserted: [], reason: "cleared" }),
          () => history.undo(),
          () => history.undo(),
        ];
        steps[pick(steps.length)]?.();
        assertSettled([...history.messages(), user("next")]);
      }
    },
  );

  test.each(Array.from({ length: 100 }, (_, seed) => seed))("is taken back exactly (%d)", (seed) => {
    const pick = numbers(seed + 1000);
    const history = open([...randomTurn(pick, "a"), ...randomTurn(pick, "b"), ...randomTurn(pick, "c")]);
    const states: (readonly Message[])[] = [];
    while (states.length < 10 && history.messages().length > 0) {
      const before = history.messages();
      const at = pick(before.length);
      const steps = [
        () => history.delete_message(at),
        () => history.edit_message(at, `edited ${states.length}`),
        () => history.delete_range(at, at + pick(3)),
      ];
      steps[pick(3)]?.();
      states.push(before);
    }
    for (const state of states.reverse()) {
      expect(history.undo()).toBe(true);
      expect(history.messages()).toEqual(state);
    }
    expect(history.undo()).toBe(false);
  });
});

/** As a retry does it. */
function dropLastGroup(messages: readonly Message[]): HistoryChange | undefined {
  const change = deletion(messages, messages.length - 1, messages.length - 1);
  return change && { ...change, reason: "resumed" };
}

describe("what nobody asked for", () => {
  it("is not taken back, and what was asked for moves along", () => {
    const history = open([user("a"), user("b"), user("c")]);
    history.delete_message(2);
    history.make({ from: 0, removed: 1, inserted: [], reason: "trimmed" });
    expect(history.undo()).toBe(true);
    expect(history.messages().map(editableText)).toEqual(["b", "c"]);
    expect(history.undo()).toBe(false);
  });

  it("ends what it has overtaken", () => {
    const history = open([user("a"), answer("b")]);
    history.edit_message(0, "A");
    history.edit_message(1, "B");
    history.make({ from: 1, removed: 1, inserted: [], reason: "resumed" });
    history.add(answer("new"));
    expect(history.undo()).toBe(false);
    expect(history.messages().map(editableText)).toEqual(["A", "new"]);
  });
});
