import { expect, test } from "vitest";
import { thinkingFields } from "../../src/backends/anthropic-thinking.ts";

const adaptive = (effort: string) => ({
  thinking: { type: "adaptive", display: "summarized" },
  output_config: { effort },
});
const budget = (tokens: number) => ({ thinking: { type: "enabled", budget_tokens: tokens } });

test.each([
  [undefined, "claude-sonnet-5-5", 8192, {}],
  ["low", "claude-sonnet-5-5", 8192, adaptive("low")],
  ["high", "claude-opus-4-6", 8192, adaptive("high")],
  ["medium", "claude-sonnet-5", 500, adaptive("medium")],
  ["off", "claude-opus-5-5", 8192, { thinking: { type: "disabled" } }],
  ["off", "claude-mythos-5-1", 8192, { output_config: { effort: "low" } }],
  ["low", "claude-sonnet-4-5", 8192, budget(2048)],
  ["medium", "claude-sonnet-4-20250514", 8192, budget(4096)],
  ["high", "claude-3-7-sonnet-20250219", 8192, budget(6144)],
  ["low", "claude-haiku-4-5-20251001", 2000, budget(1024)],
  ["high", "claude-haiku-4-5", 1024, {}],
  ["off", "claude-haiku-4-5", 8192, {}],
  ["low", "some-other-model", 8192, budget(2048)],
] as const)("%s with %s and %i tokens", (level, model, maxTokens, fields) => {
  expect(thinkingFields(level, model, maxTokens)).toEqual(fields);
});
