/**
 * The shared cases on configuration. Those of the reference's own files (uwsal.json, coro.json), presets and models are
 * not ours: MISSION.md names four variants and keeps one settings file. `mx-env` contradicts config-008; the settings
 * file follows the latter, where only a whole value is a reference.
 */
import { describe, expect, test } from "vitest";
import { followReferences } from "../../src/config/references.ts";
import { readText } from "../../src/config/rules.ts";
import { readCases } from "../support/cases.ts";
import { makeWorkspace, okay } from "./workspace.ts";

const { title, absent, cases } = readCases("config");

interface Reference {
  readonly value: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Words {
  readonly true: readonly string[];
  readonly false: readonly string[];
  readonly error: readonly string[];
}

function isReference(input: unknown): input is Reference {
  return typeof input === "object" && input !== null && "value" in input && "env" in input;
}

describe.skipIf(absent)(title, () => {
  const references = cases.filter(({ input }) => isReference(input));

  test.each(references)("$id: a reference to a variable", ({ input, observed }) => {
    const { value, env } = input as Reference;
    const entry = { key: "model", offset: 0, value: { kind: "scalar", offset: 0, value } } as const;
    const followed = followReferences({ kind: "map", offset: 0, entries: [entry] }, env);
    expect(followed).toMatchObject({ entries: [{ value: { value: observed } }] });
  });

  test("there are references among them", () => {
    expect(references.length).toBeGreaterThan(0);
  });

  test.each(cases.filter(({ id }) => id === "mx-bool"))("$id: words for yes and no", ({ input }) => {
    const words = input as Words;
    const read = (text: string) => readText({ kind: "boolean" }, text);
    expect(new Set(words.true.map(read))).toEqual(new Set([true]));
    expect(new Set(words.false.map(read))).toEqual(new Set([false]));
    expect(new Set(words.error.map(read))).toEqual(new Set([undefined]));
  });

  test.each(cases.filter(({ id }) => id === "agent-fields"))(
    "$id: defaults that we share",
    async ({ expected }) => {
      const { tools, auto_tools, show_tokens, paste_mode } = expected as Readonly<Record<string, unknown>>;
      expect(okay(await makeWorkspace().load()).settings).toMatchObject({
        tools,
        autoTools: auto_tools,
        showTokens: show_tokens,
        pasteMode: paste_mode,
      });
    },
  );
});
