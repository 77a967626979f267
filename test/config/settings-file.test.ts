/** What is wrong with a settings file is told with its place, and no secret is told with it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSettingsText } from "../../src/config/settings-file.ts";
import { parseJson } from "../../src/config/syntax-json.ts";

const env = { KEY: "sk-value", EMPTY: "", SPACED: "a b", COUNT: "7" };

async function read(text: string, name = "c.yaml") {
  return readSettingsText({ name, text, owner: { kind: "user", env } });
}

async function problems(text: string, name?: string): Promise<readonly string[]> {
  const reading = await read(text, name);
  return reading.kind === "error" ? reading.messages : [];
}

describe("mistakes in the settings", () => {
  test.each([
    ["modle: x", "c.yaml:1:1: modle is not a setting; did you mean model?"],
    ["maxIterations: 5", "c.yaml:1:1: maxIterations is not a setting; did you mean max_iterations?"],
    [
      "model: m\nbackends:\n  a:\n    base-url: http://x\n",
      "c.yaml:4:5: backends.a.base-url is not a setting; did you mean base_url?",
    ],
    ["auto_tools: yes", 'c.yaml:1:13: auto_tools must be true or false, not "yes".'],
    ["max_iterations: -1", "c.yaml:1:17: max_iterations must be a whole number from 0 up, not -1."],
    ["max_iterations: .inf", "c.yaml:1:17: max_iterations must be a whole number from 0 up, not Infinity."],
    [
      "bash_timeout: 1e9",
      "c.yaml:1:15: bash_timeout must be a whole number from 1 to 86400, not 1000000000.",
    ],
    ["model: 5", "c.yaml:1:8: model must be a name without spaces, not 5."],
    ["model:", "c.yaml:1:7: model has no value; it must be a name without spaces."],
    ["tools:\n  - bsh", 'c.yaml:2:5: tools[0] must be one of bash, read, write, edit, not "bsh".'],
    ["tools: bash", 'c.yaml:1:8: tools must be a list of tools (bash, read, write, edit), not "bash".'],
    ["agents: [a]", "c.yaml:1:9: agents must be a set of named agents, not a list."],
    [
      "agents: {a b: {}}",
      'c.yaml:1:10: agents."a b" is not a usable name: use up to 64 letters, digits, dots, dashes and underscores.',
    ],
    ["model: a\n\nmodel: b", "c.yaml:3:1: model is set twice; the first time is on line 1."],
    ["agents: {a: {}, a: {}}", "c.yaml:1:17: agents.a is set twice; the first time is on line 1."],
    ["agents: {__proto__: {model: m}}", "c.yaml:1:10: agents.__proto__ is not a usable name."],
    ["hooks: [{on: turn_end}]", "c.yaml:1:9: hooks[0].command is missing; it must be a shell command."],
    [
      "hooks:\n  - {on: sometimes, command: x}",
      'c.yaml:2:10: hooks[0].on must be one of before_tool, after_tool, turn_end, not "sometimes".',
    ],
    [
      "hooks: [{on: turn_end, command: x, timout: 1}]",
      "c.yaml:1:36: hooks[0].timout is not a setting; did you mean timeout?",
    ],
    ["hooks: {on: turn_end}", "c.yaml:1:8: hooks must be a list of hooks, not a set of settings."],
    ["hooks: [x]", "c.yaml:1:9: hooks[0] must be a set of settings, not a text."],
    ["- model", "c.yaml:1:1: the file must hold settings by name, not a list."],
  ])("%j", async (text, message) => {
    expect(await problems(text)).toEqual([message]);
  });

  test("an unknown key like no other lists the known ones, once", async () => {
    const [message, ...others] = await problems("__proto__: {auto_tools: true}");
    expect(message).toMatch(
      /^c\.yaml:1:1: __proto__ is not a setting\. Known settings: agent, backend, .*agents\.$/,
    );
    expect(others).toEqual([]);
  });

  test("are told in the order of the file, and not without end", async () => {
    const many = Array.from({ length: 60 }, (_, index) => `zzzz${index}: 1`).join("\n");
    const told = await problems(many);
    expect(told).toHaveLength(51);
    expect(told[0]).toContain("c.yaml:1:1:");
    expect(told[49]).toContain("c.yaml:50:1:");
    expect(told[50]).toBe("c.yaml: there are 10 more problems.");
  });
});

describe("mistakes in the syntax", () => {
  test.each([
    ["c.yaml", "model: 'a", "c.yaml:1:10: this is not valid YAML: missing closing 'quote."],
    ["c.yaml", "\tmodel: x", "c.yaml:1:1: this is not valid YAML: tabs are not allowed as indentation."],
    ["c.yaml", "model: x\n---\nmodel: y", "c.yaml:2:1: only one YAML document is allowed."],
    ["c.yaml", "model: !run x", "c.yaml:1:8: tags (words that begin with !) are not allowed."],
    ["c.yaml", "%RUN\n---\na: 1", "c.yaml:1:1: directives (lines that begin with %) are not understood."],
    ["c.yaml", "model: *x", "c.yaml:1:8: the alias has no anchor before it."],
    ["c.yaml", "? [a]\n: b", "c.yaml:1:3: a key must be a plain name."],
    ["c.yaml", "[".repeat(40), "c.yaml:1:1: the values are nested more than 32 levels deep."],
    ["c.json", "[".repeat(40), "c.json:1:34: the values are nested more than 32 levels deep."],
    [
      "c.json",
      '{\n  "model": "x",\n}',
      "c.json:3:1: this is not valid JSON: a key in double quotes is missing.",
    ],
    ["c.json", '{"model" "x"}', "c.json:1:10: this is not valid JSON: a colon is missing."],
    ["c.json", '{"model": x}', "c.json:1:11: this is not valid JSON: this is not a value."],
    ["c.json", '{"model": "x"', "c.json:1:14: this is not valid JSON: a comma or } is missing."],
    ["c.json", '{"model": "x"} 1', "c.json:1:16: this is not valid JSON: there is something after the end."],
    ["c.json", '{"model": "x\n"}', "c.json:1:11: this is not valid JSON: the closing quote is missing."],
    ["c.json", '{"model":"a","model":"b"}', "c.json:1:14: model is set twice; the first time is on line 1."],
  ])("%s %j", async (name, text, message) => {
    expect(await problems(text, name)).toEqual([message]);
  });

  test("a bomb of aliases is refused, not unfolded", async () => {
    const rows = Array.from(
      { length: 40 },
      (_, n) => `k${n}: &k${n} [${n ? `*k${n - 1}, *k${n - 1}` : "x"}]`,
    );
    expect(await problems(rows.join("\n"))).toEqual(["c.yaml:1:1: the file holds more than 10000 values."]);
  });

  test("JSON is judged as JSON.parse judges it", () => {
    const nearly = fc.array(fc.constantFrom(...'{}[]",:\\n\n -01.5eEtrufalsn/'), { maxLength: 12 });
    const text = fc.oneof(
      fc.json({ maxDepth: 4 }),
      nearly.map((letters) => letters.join("")),
    );
    fc.assert(
      fc.property(text, (source) => {
        fc.pre(source.trim() !== "");
        expect(parseJson(source).kind).toBe(isJson(source) ? "parsed" : "failed");
      }),
      { numRuns: 2000 },
    );
  });

  test.each(["", "# nothing yet\n", "---\n", "null", "agents:\nbackends:\n"])(
    "%j is no settings",
    async (text) => {
      expect(await read(text)).toMatchObject({ kind: "ok", layer: {}, agents: [], notices: [] });
    },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("references to the environment", () => {
  const keyOf = async (value: string) => {
    const reading = await read(`backends: {a: {api_key: "${value}"}}`);
    if (reading.kind === "error") return reading.messages;
    return reading.layer.backends?.a?.apiKey ?? reading.notices;
  };

  test("a key may be one", async () => {
    for (const value of ["env:KEY", "$KEY", `\${KEY}`]) expect(await keyOf(value)).toBe("sk-value");
  });

  test("a key whose variable is not set is left out, with a notice", async () => {
    for (const name of ["NOPE", "EMPTY"]) {
      for (const value of [`env:${name}`, `$${name}`, `\${${name}}`]) {
        expect(await keyOf(value)).toEqual([
          `c.yaml:1:25: backends.a.api_key is ignored: the environment variable ${name} is not set.`,
        ]);
      }
    }
  });

  test("other settings may be one too, and are read by their own rules", async () => {
    const reading = await read(`max_iterations: $COUNT\nmodel: \${NOPE}\nsystem_prompt: pre$KEY`);
    expect(reading).toMatchObject({
      layer: { maxIterations: 7, model: `\${NOPE}`, systemPrompt: "pre$KEY" },
      notices: ["c.yaml:2:8: model is taken as it is written: the environment variable NOPE is not set."],
    });
  });

  test("what objects inherit is no variable", async () => {
    expect(await read("model: $constructor")).toMatchObject({ layer: { model: "$constructor" } });
  });
});

describe("secrets are never repeated", () => {
  test.each([
    "backends: {a: {api_key: sk secret}}",
    "backends: {a: {api_key: [sk-secret]}}",
    "backends: {a: {api_key: env:sk-secret}}",
    "backends: {a: sk-secret}",
    "backends: sk-secret",
    "sk-secret",
    'backends: {a: {api_key: "sk\\q-secret"}}',
    "backends: {a: {api_key: !sk-secret x}}",
    "backends: {a: {api_key: *sk-secret }}",
    "backends: {a: {api_key: 'x' sk-secret }}",
    "api_key: sk-secret",
  ])("%j", async (text) => {
    const told = await problems(text);
    expect(told).not.toEqual([]);
    expect(told.join("\n")).not.toContain("secret");
  });

  test("nor is the value of a variable", async () => {
    expect(await problems("model: $SPACED")).toEqual([
      "c.yaml:1:8: model must be a name without spaces, not the value of $SPACED.",
    ]);
  });
});

test.each(["hooks", "sandbox", "sandbox_network"])(
  "%s is the user's own affair, also in agents",
  async (key) => {
    const value = key === "hooks" ? '[{"on": "turn_end", "command": "x"}]' : "true";
    const text = `{"${key}": ${value}, "agents": {"a": {"${key}": ${value}}}}`;
    const reading = await readSettingsText({ name: "c.json", text, owner: { kind: "project" } });
    expect(reading).toMatchObject({ kind: "ok", layer: {}, agents: [{ name: "a", settings: {} }] });
    expect(reading.kind === "ok" && reading.layer).toEqual({});
    expect(reading.kind === "ok" && reading.agents[0]?.settings).toEqual({});
    expect(reading.kind === "ok" && reading.notices.join()).toContain(`${key} is ignored in a project file`);
  },
);
