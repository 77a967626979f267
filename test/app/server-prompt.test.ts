/** What is sent of a server's prompt: texts as they are, who says what where that matters, resources fenced in. */
import { describe, expect, it } from "vitest";
import { promptOf } from "../../src/app/server-prompt.ts";

describe("a prompt of a server", () => {
  it("is its texts, one after the other", () => {
    const pieces = ["One.\n", " ", "Two."].map((text) => ({ role: "user", text }) as const);
    expect(promptOf(pieces)).toBe("One.\n\nTwo.");
  });

  it("says who speaks where there are two", () => {
    expect(
      promptOf([
        { role: "user", text: "Knock." },
        { role: "assistant", text: "Who?" },
      ]),
    ).toBe("User:\nKnock.\n\nAssistant:\nWho?");
  });

  it("keeps a resource in a fence that its text cannot end", () => {
    const piece = { role: "user", text: "a ```` b", resource: "file:///a" } as const;
    expect(promptOf([piece])).toBe("[Resource file:///a]\n`````\na ```` b\n`````");
  });
});
