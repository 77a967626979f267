import { expect, it } from "vitest";
import { redactorFor } from "../../src/app/redactors.ts";
import { defaultSettings } from "../../src/model/settings.ts";

it("keys and what servers are sent do not get into logs", () => {
  const redact = redactorFor({
    ...defaultSettings,
    backends: { openai: { apiKey: "shuttle-key" } },
    mcpServers: { loom: { env: { MODE: "weft-value" }, headers: { "X-Key": "warp-value" } } },
  });
  expect(redact("shuttle-key weft-value warp-value heddle")).toBe("[REDACTED] [REDACTED] [REDACTED] heddle");
});
