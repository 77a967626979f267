/** The box that asks, on small screens, with more to read than they hold. */
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../../src/model/event.ts";
import type { PreviewField } from "../../../src/model/tool.ts";
import { createScreenStage } from "./screen-stage.ts";

const numbers = Array.from({ length: 200 }, (_, index) => index + 1);
const command = numbers.map((number) => `run${number};`).join("");
const diff = `@@ -1,200 +1,200 @@\n${numbers.map((number) => `-old ${number}\n+new ${number}`).join("\n")}`;

const asked: Readonly<Record<string, PreviewField>> = {
  "a long command": { label: "command", value: command },
  "a big diff": { label: "changes", value: diff },
};
const sizes = [
  {
    columns: 40,
    rows: 15,
    choices: ["  y  Yes, once", "  s  Yes, in this session", "> n  No", "  r  No, and say why"],
  },
  { columns: 20, rows: 5, choices: [" y  s >n  r"] },
] as const;
const cases = sizes.flatMap((size) => Object.keys(asked).map((name) => ({ ...size, name })));

interface Box {
  readonly columns: number;
  readonly rows: number;
  readonly name: string;
}

function openBox({ columns, rows, name }: Box) {
  const stage = createScreenStage({ columns, rows });
  const { [name]: field = { label: "", value: "" } } = asked;
  const event: AgentEvent = {
    type: "approval-requested",
    id: "q1",
    question: {
      kind: "tool",
      call: { id: "c1", name: "bash", input: {} },
      preview: { title: `bash: ${field.value.slice(0, 100)}`, fields: [field] },
    },
  };
  stage.show({ type: "turn-started", prompt: "go" }, { type: "request-started", iteration: 1 }, event);
  const titleAt = () => stage.rows().findIndex((row) => row.startsWith("Approval needed"));
  const placeAt = () => stage.rows().findIndex((row) => /\d+\/\d+|lines \d+ to/.test(row));
  const body = () => stage.rows().slice(titleAt() + 1, placeAt());
  return { ...stage, placeAt, place: () => stage.rows()[placeAt()] ?? "", body };
}

describe.each(cases)("$name at $columns x $rows", (size) => {
  it("is read to its end, the choices always in sight", () => {
    const { press, place, placeAt, body, rows } = openBox(size);
    const read: string[] = [];
    while (place().includes("PgDn")) {
      expect(rows().slice(placeAt() + 1)).toEqual(expect.arrayContaining([...size.choices]));
      expect(place()).not.toContain("…");
      read.push(...body());
      press("page-down");
    }
    expect(place()).toContain("PgUp");
    expect(rows()).toEqual(expect.arrayContaining([...size.choices]));
    expect(body().at(-1)).toBe('  directory: "/work"');
    read.push(...body());
    const text = read.join("\n").replaceAll("\n» ", "");
    const part = (number: number) => (size.name === "a big diff" ? `\n  +new ${number}\n` : `run${number};`);
    expect(numbers.filter((number) => !text.includes(part(number)))).toEqual([]);
  });

  it("is denied by Enter, wherever it is read", () => {
    const { press, pass, intents } = openBox(size);
    press("page-down", "page-down");
    pass(300);
    press("enter");
    expect(intents).toEqual([{ type: "answer", id: "q1", answer: { verdict: "deny" } }]);
  });
});

it("is not answered on a screen that has no room for it", () => {
  const { pass, type, press, intents, rows } = openBox({ columns: 20, rows: 1, name: "a long command" });
  pass(1_000);
  type("y");
  expect([intents, rows()]).toEqual([[], ["> y"]]);
  press("up", "enter");
  expect(intents).toEqual([{ type: "submit", text: "y" }]);
});

it.each([2, 3])("is not answered on a screen of %i rows, where nothing of it can be read", (rows) => {
  const { pass, type, intents, rows: seen } = openBox({ columns: 20, rows, name: "a long command" });
  pass(1_000);
  type("y");
  expect(intents).toEqual([]);
  expect(seen().join("\n")).toContain("Enlarge the screen");
});
