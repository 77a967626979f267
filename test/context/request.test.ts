import { describe, expect, it } from "vitest";
import { buildRequest, estimateUsage } from "../../src/context/request.ts";
import type { Message } from "../../src/model/message.ts";
import { defaultSettings } from "../../src/model/settings.ts";
import type { ToolSpec } from "../../src/model/tool.ts";

const history: Message[] = [{ role: "user", text: "x".repeat(24) }];
const tool: ToolSpec = { name: "read", description: "reads", schema: {}, confirm: false };

describe("buildRequest", () => {
  it("passes the settings, the tools and the whole history", () => {
    const settings = {
      ...defaultSettings,
      systemPrompt: "be brief",
      maxOutputTokens: 100,
      temperature: 0,
      topP: 0.5,
    };
    expect(buildRequest(settings, [tool], history)).toEqual({
      system: "be brief",
      messages: history,
      tools: [tool],
      maxTokens: 100,
      temperature: 0,
      topP: 0.5,
    });
  });

  it("leaves out what is not set", () => {
    const request = buildRequest(defaultSettings, [], history);
    expect(JSON.parse(JSON.stringify(request))).toEqual({ messages: history, tools: [], maxTokens: 8192 });
  });
});

describe("estimateUsage", () => {
  const request = buildRequest(defaultSettings, [], history);

  it("is marked as an estimate", () => {
    expect(estimateUsage(request, [{ type: "text", text: "x".repeat(8) }])).toEqual({
      input: 10,
      output: 6,
      cacheRead: 0,
      cacheWrite: 0,
      estimated: true,
    });
  });

  it("counts the system prompt as a message", () => {
    expect(estimateUsage({ ...request, system: "x".repeat(24) }, []).input).toBe(20);
  });
});
