/** What every backend must do that is a program or a module instead of a service. */
import { describe, expect, test } from "vitest";
import type { Backend, BackendRequest } from "../../src/model/backend.ts";
import { fullHistory } from "./full-history.ts";
import { readAll } from "./read-all.ts";

export interface Script {
  readonly pieces: readonly string[];
  /** All in one packet, or byte by byte. Otherwise the pieces travel apart. */
  readonly packets?: "one" | "bytes";
  readonly delayMs?: number;
  /** Then it dies, or says nothing more; otherwise it ends as it should. */
  readonly end?: "die" | "hang";
}

const done = { type: "done", stop: "end" };

/** `start` makes a backend that plays the script for a prompt that ends in this word. */
export function describeProgramContract(name: string, start: (script: Script) => Promise<Backend>): void {
  const request: BackendRequest = { messages: [{ role: "user", text: "script" }], tools: [], maxTokens: 100 };

  const hear = async (script: Script, asked = request) => {
    const backend = await start(script);
    try {
      return await readAll(backend, asked);
    } finally {
      backend.close?.();
    }
  };

  describe(`${name} keeps the contract of programs`, () => {
    test.each([undefined, "one", "bytes"] as const)(
      "text is complete and in order, in packets: %s",
      async (packets) => {
        const pieces = ["Grüße, ", "世界 ", "😀", "\n", "end"];
        const { text, end } = await hear({ pieces, packets });
        expect(text).toBe(pieces.join(""));
        expect(end).toEqual(done);
      },
    );

    test("a thousand pieces may come at once", async () => {
      const pieces = Array.from({ length: 1000 }, (_, at) => `piece ${at}, `);
      const { text } = await hear({ pieces: [...pieces, "end"], packets: "one" });
      expect(text).toBe(`${pieces.join("")}end`);
    });

    test("a slow first byte is waited for", async () => {
      expect(await hear({ pieces: ["late"], delayMs: 300 })).toMatchObject({ text: "late", end: done });
    });

    test("a history with everything in it is accepted", async () => {
      const messages = [...fullHistory, ...request.messages];
      expect(await hear({ pieces: ["ok"] }, { ...request, messages })).toMatchObject({
        text: "ok",
        end: done,
      });
    });

    test("an end in mid-answer is a failure after what was said, and is not tried again", async () => {
      const { text, kind, message } = await hear({ pieces: ["so far\n"], end: "die" });
      expect(text).toContain("so far");
      expect(kind).toBe("other");
      expect(message).toMatch(/./);
    });

    test("cancelled before the start, nothing is heard", async () => {
      const backend = await start({ pieces: ["x"] });
      const { events, kind } = await readAll(backend, request, AbortSignal.abort());
      expect(events).toHaveLength(1);
      expect(kind).toBe("aborted");
    });

    test("cancelled in mid-answer, it ends although the program would not", async () => {
      const controller = new AbortController();
      const backend = await start({ pieces: ["so far\n"], end: "hang" });
      const { kind } = await readAll(backend, request, controller.signal, () => controller.abort());
      expect(kind).toBe("aborted");
      backend.close?.();
    });
  });
}
