import { expect, it } from "vitest";
import type { AgentEvent } from "../../src/model/event.ts";
import { type Hearing, hearingLine, reduceHearing } from "../../src/view/voice-view.ts";
import { lineText } from "../../src/view/wrap.ts";

const changed = (state: "listening" | "off"): AgentEvent => ({
  type: "voice-changed",
  state,
  source: "loopback",
  server: "s",
  session: "s-1",
  tool: "t",
});
const after = (...events: readonly AgentEvent[]) =>
  events.reduce<Hearing | undefined>(reduceHearing, undefined);
const shown = (text: string, width: number) => lineText(hearingLine({ source: "microphone", text }, width));

it("is what is being said, until it is complete or nobody listens", () => {
  const [on, hel] = [changed("listening"), { type: "voice-heard", text: "hel" } as const];
  expect(after(hel)).toBeUndefined();
  expect(after(on, hel)).toEqual({ source: "loopback", text: "hel" });
  expect(after(on, hel, { type: "voice-heard", text: "hello", final: true })).toEqual({
    source: "loopback",
    text: "",
  });
  expect(after(on, hel, changed("off"))).toBeUndefined();
  const hearing = after(on);
  expect(reduceHearing(hearing, { type: "idle" })).toBe(hearing);
});

it("says that somebody listens, and ends with the last words", () => {
  expect(shown("", 40)).toBe("Listening (microphone)");
  expect(shown("", 12)).toBe("Listening (…");
  expect(shown("hello there", 60)).toBe("Listening (microphone): hello there");
  expect(shown("hello there, the weather is fine", 50)).toBe(
    "Listening (microphone): …here, the weather is fine",
  );
  expect(shown("hello there, the weather is fine", 20)).toBe("…the weather is fine");
});

it("counts columns, and shows nothing that is not seen", () => {
  expect(shown("日本語日本語日本語日本語", 20)).toBe("…日本語日本語日本語");
  expect(shown("a\u001b[2Jb\nc", 60)).not.toMatch(/[\p{Cc}]/u);
});
