/** A conversation that becomes shorter, in front of a strict mock. */
import { describe, expect, it } from "vitest";
import { textReply } from "../support/mock-anthropic.ts";
import { useAgent } from "./agent.ts";

const agent = useAgent();
const words = "warp and weft ".repeat(20);

/** What the provider was sent, as text. */
function sent(at: number): string {
  return JSON.stringify(agent.mock.requests.at(at)?.body);
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

const prompts = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `prompt ${from + at}: ${words}\n`).join("");

describe("/compact", () => {
  it("keeps the last three turns and one summary, however often it is asked for (C14, C15)", async () => {
    const input = `${prompts(1, 6)}/compact\n${prompts(7, 8)}/compact\nlast\n`;
    const { code, stdout } = await agent.run([], { input });
    expect(code).toBe(0);
    expect(stdout).toMatch(/\[Compacted 6 messages \(about \d+ -> \d+ tokens\); \/compact undo brings back/);
    const last = sent(-1);
    expect(count(last, "[buddy compact summary]")).toBe(1);
    expect(last).toContain("- op=summary.previous; status=info; detail=- op=user.input");
    expect(count(last, "prompt 5:")).toBe(1);
    expect(last).toContain(`prompt 6: ${words.trim()}`);
    expect(agent.mock.requests).toHaveLength(9);
  });

  it("is taken back, and the journal has everything that ever counted", async () => {
    const { code, stdout } = await agent.run([], {
      input: `${prompts(1, 5)}/compact\n/compact undo\n/compact undo\nlast\n`,
    });
    expect(code).toBe(0);
    expect(stdout).toContain("[Brought back: the conversation has 10 messages again.]");
    expect(stdout).toContain("[Nothing was compacted that could be brought back.]");
    expect(sent(-1)).not.toContain("compact summary");
    expect(sent(-1)).toContain(`prompt 1: ${words.trim()}`);
  });

  it("says so where there is nothing to do", async () => {
    const { stdout } = await agent.run([], { input: "/compact\nhi\n/compact\n/compact undo\n" });
    expect(count(stdout, "[There is nothing to compact:")).toBe(2);
    expect(stdout).toContain("[Nothing was compacted that could be brought back.]");
  });

  it("with words has the model write the summary, and counts what that takes", async () => {
    agent.mock.enqueue(...Array.from({ length: 5 }, () => textReply("ok")));
    agent.mock.enqueue(textReply("They wove a twill.", { usage: { input_tokens: 777 } }));
    const { stdout } = await agent.run([], {
      input: `${prompts(1, 5)}/compact the pattern\nlast\n/tokens\n`,
    });
    expect(sent(5)).toContain("above all to be kept: the pattern");
    expect(stdout).toContain("[Compacting 3 messages...]");
    expect(stdout).toContain("[Tokens: {input: 777");
    expect(sent(6)).toContain("[CONTEXT SUMMARY]\\nThey wove a twill.\\n[END CONTEXT SUMMARY]");
    expect(sent(6)).toContain("Understood. Continuing with the current task.");
    expect(sent(6)).toContain(`prompt 1: ${words.trim()}`);
    expect(sent(6)).not.toContain("prompt 2:");
    expect(stdout).toContain(`Session: ${777 + 6 * 10} input`);
  });
});
