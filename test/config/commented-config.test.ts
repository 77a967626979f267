/** The file that treadle init writes, read by the loader that reads every other. */
import { describe, expect, it } from "vitest";
import { backendKeys } from "../../src/config/backend-keys.ts";
import { commentedConfig, type FirstSettings } from "../../src/config/commented-config.ts";
import { type SettingKey, settingKeys } from "../../src/config/keys.ts";
import { approvalModes } from "../../src/model/approval.ts";
import { defaultSettings, type Settings } from "../../src/model/settings.ts";
import { makeWorkspace } from "./workspace.ts";

const bare: FirstSettings = { approvalMode: "default" };
const full: FirstSettings = {
  backend: "anthropic",
  model: "claude-x",
  keyVariable: "ANTHROPIC_API_KEY",
  approvalMode: "auto_edit",
};

async function settingsOf(text: string, env: Record<string, string> = {}): Promise<Settings> {
  const workspace = makeWorkspace();
  workspace.putUser(text);
  const loaded = await workspace.load({ env });
  expect(loaded).toMatchObject({ kind: "ok", notices: [] });
  if (loaded.kind !== "ok") throw new Error("not loaded");
  return loaded.settings;
}

/** Its settings, one that is commented out with a mark before it. */
function settingLines(text: string): readonly (readonly [key: string, line: string])[] {
  return text.split("\n").flatMap((line) => {
    const [, key] = /^#?([a-z_]+):/.exec(line) ?? [];
    return key === undefined ? [] : [[key, line] as const];
  });
}

describe("what it writes is loaded", () => {
  it("with nothing chosen it changes nothing", async () => {
    expect(await settingsOf(commentedConfig(bare))).toEqual(defaultSettings);
  });

  it("with everything chosen", async () => {
    const settings = await settingsOf(commentedConfig(full), { ANTHROPIC_API_KEY: "sk-1" });
    expect(settings).toEqual({
      ...defaultSettings,
      backend: "anthropic",
      approvalMode: "auto_edit",
      backends: { anthropic: { model: "claude-x", apiKey: "sk-1" } },
    });
  });

  it.each(approvalModes)("with the mode %s", async (approvalMode) => {
    expect(await settingsOf(commentedConfig({ approvalMode }))).toMatchObject({ approvalMode });
  });

  it.each([
    ...[
      "qwen3:8b",
      "library/qwen3:30b-a3b",
      "true",
      "null",
      "1.5",
      "0x10",
      "~",
      "a:",
      ":a",
      "#x",
      "-x",
      "@x",
      "[a]",
    ],
    ...[
      '"',
      "'",
      "{a:b}",
      "*a",
      "&a",
      "!a",
      "%a",
      "`a`",
      "a#b",
      "\\n",
      "\u00fc\u{1f600}",
      "a,b",
      "no",
      "=",
      "<<",
    ],
  ])("a model called %j", async (model) => {
    const { backends } = await settingsOf(commentedConfig({ ...bare, backend: "ollama", model }));
    expect(backends).toEqual({ ollama: { model } });
  });

  it.each([bare, full])("every line that is commented out is a real setting too", async (first) => {
    const text = commentedConfig(first);
    expect(settingLines(text).filter(([, line]) => line.startsWith("#")).length).toBeGreaterThan(8);
    const { backend = "anthropic" } = first;
    const settings = await settingsOf(text.replaceAll(/^#(?=\w)/gm, ""), { ANTHROPIC_API_KEY: "sk-1" });
    expect(settings).toMatchObject({ backend, theme: "default", display: "auto" });
  });
});

describe("what it says", () => {
  it("of each setting is the setting's own description", () => {
    const text = commentedConfig(full);
    const paragraphs = text.split(/\n(?: *\n)?(?=#?[a-z_]+:)/);
    expect(paragraphs.length).toBeGreaterThan(8);
    for (const [key, line] of settingLines(text)) {
      const { description } = settingKeys[key as SettingKey];
      expect(commentAbove(text, line)).toBe(description);
    }
    expect(commentAbove(text, "    model: claude-x")).toBe(backendKeys.model.description);
    expect(commentAbove(text, "    api_key: env:ANTHROPIC_API_KEY")).toBe(backendKeys.api_key.description);
  });

  it("fits a terminal", () => {
    for (const line of commentedConfig(full).split("\n")) expect(line.length).toBeLessThanOrEqual(76);
  });
});

function commentAbove(text: string, line: string): string {
  const before = text.slice(0, text.indexOf(`\n${line}\n`)).split("\n");
  const from = before.findLastIndex((row) => !/^ *# /.test(row)) + 1;
  return before
    .slice(from)
    .map((row) => row.replace(/^ *# /, ""))
    .join(" ");
}
