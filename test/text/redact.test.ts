import { describe, expect, it } from "vitest";
import { createConcealer, createRedactor, redactTexts } from "../../src/text/redact.ts";
import { readCases } from "../support/cases.ts";

const redact = createRedactor([]);
const file = readCases("redaction");

describe.skipIf(file.absent)(file.title, () => {
  it("has rows", () => expect(file.cases.length).toBeGreaterThan(0));
  it.each(file.cases.map(({ id, input }) => ({ id, input: String(input) })))("$id", ({ input }) => {
    expect(redact(`before ${input} after`)).toMatch(/^before .*\[REDACTED\] after$/);
    const secret = input.split(/[:=]\s*/).at(-1) ?? "";
    expect(redact(JSON.stringify({ a: JSON.stringify({ b: input }) }))).not.toContain(secret);
  });
});

describe("what is not to be written down", () => {
  it.each([
    ['{"password":"hunter2hunter2","x":1}', '{"password":"[REDACTED]","x":1}'],
    ["Authorization: Bearer abcdefgh12345678", "Authorization: Bearer [REDACTED]"],
    ["-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- x", "[REDACTED] x"],
    ["github_pat_11ABCDEFGHIJKLMNOPQRSTUV", "[REDACTED]"],
  ])("%j", (text, expected) => expect(redact(text)).toBe(expected));

  it("is what is known, as it is and as JSON has it", () => {
    const known = createRedactor(['we"ave-r', "short"]);
    expect(known('say we"ave-r')).toBe("say [REDACTED]");
    expect(known(JSON.stringify({ a: 'we"ave-r' }))).toBe('{"a":"[REDACTED]"}');
    expect(known("short")).toBe("short");
  });

  it.each([
    "the key to success: patience",
    "password",
    "secret: a",
    "risk-averse people sk-1",
    "tokens: 4096",
    "",
  ])("%j stays", (text) => expect(redact(text)).toBe(text));

  it("is found in bounded time, whatever the text", () => {
    for (const text of ["eyJ", "sk-", "-----BEGIN PRIVATE KEY-----", "api_key: ", "password="])
      redact(text.repeat(20_000));
  });
});

describe("the texts in plain data", () => {
  const conceal = createConcealer(["weave-key"]);

  it("lose what is known, however deep, and nothing else", () => {
    const data = { a: ["x weave-key y", { b: "weave-key" }], n: 1, u: undefined, z: null };
    expect(redactTexts(data, conceal)).toEqual({
      a: ["x [REDACTED] y", { b: "[REDACTED]" }],
      n: 1,
      u: undefined,
      z: null,
    });
  });

  it("are the same object where there is nothing to lose", () => {
    const data = { a: ["api_key: 9f8e7d6c5b4a3210", { b: 1 }] };
    expect(redactTexts(data, conceal)).toBe(data);
  });
});
