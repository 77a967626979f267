import { PassThrough } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineReader, type Entered } from "../../../src/display/append/line-reader.ts";
import { createManualClock } from "./manual-clock.ts";

function makeReader({ detectPaste, answer }: { readonly detectPaste: boolean; readonly answer?: string }) {
  const input = new PassThrough();
  const clock = createManualClock();
  const texts: [text: string, entered: Entered][] = [];
  const seen = { answers: 0, enters: 0, blocks: 0, ends: 0 };
  const reader = createLineReader({
    input,
    detectPaste,
    clock,
    takeAnswer(line) {
      seen.answers += line === answer ? 1 : 0;
      return line === answer;
    },
    onText: (text, entered) => texts.push([text, entered]),
    onEnter: () => {
      seen.enters += 1;
    },
    onBlockOpen: () => {
      seen.blocks += 1;
    },
    onEnd: () => {
      seen.ends += 1;
    },
  });
  const send = (data: string | Uint8Array) => input.emit("data", Buffer.from(data));
  return { input, clock, texts, seen, reader, send };
}

describe("from a pipe", () => {
  it("hands over each line at once", () => {
    const { send, texts, clock } = makeReader({ detectPaste: false });
    send("one\ntwo\r\nthr");
    send("ee\n\n");
    expect(texts).toEqual([
      ["one", "line"],
      ["two", "line"],
      ["three", "line"],
      ["", "line"],
    ]);
    expect(clock.pending()).toBe(0);
  });

  it("hands over the last line though it has no end, and an open block", () => {
    const { send, input, texts, seen } = makeReader({ detectPaste: false });
    send("```\ncode\nmore\r");
    input.emit("end");
    expect(texts).toEqual([["```\ncode\nmore", "block"]]);
    expect(seen.ends).toBe(1);
  });

  it("reads the same however the bytes are cut", () => {
    const bytes = Buffer.from("ä日😀 one\r\ntwo\\\nthree\n<<<\nx\nEOF\nlast");
    const whole = makeReader({ detectPaste: false });
    whole.send(bytes);
    whole.input.emit("end");
    expect(whole.texts.map(([text]) => text)).toEqual(["ä日😀 one", "two\nthree", "x", "last"]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: bytes.length }), (size) => {
        const { send, input, texts } = makeReader({ detectPaste: false });
        for (let at = 0; at < bytes.length; at += size) send(bytes.subarray(at, at + size));
        input.emit("end");
        expect(texts).toEqual(whole.texts);
      }),
    );
  });

  it("survives bytes that are no text", () => {
    const { send, texts } = makeReader({ detectPaste: false });
    send(Uint8Array.of(0xff, 0x61, 0x0a));
    expect(texts).toEqual([["\uFFFDa", "line"]]);
  });

  it("says that a block is open", () => {
    const { send, texts, seen } = makeReader({ detectPaste: false });
    send("a \\\n");
    expect([seen.blocks, texts]).toEqual([1, []]);
    send("b\n");
    expect([seen.blocks, texts]).toEqual([1, [["a \nb", "block"]]]);
  });
});

describe("at a terminal", () => {
  it("hands over a typed line after the paste window", () => {
    const { send, texts, clock } = makeReader({ detectPaste: true });
    send("hi\n");
    clock.advance(49);
    expect(texts).toEqual([]);
    clock.advance(1);
    expect(texts).toEqual([["hi", "line"]]);
  });

  it("takes lines within 50 ms of each other as one paste, and looks into none of them", () => {
    const { send, texts, clock } = makeReader({ detectPaste: true });
    send("<<<\n/exit\n");
    clock.advance(40);
    send("\\\n");
    clock.advance(50);
    expect(texts).toEqual([["<<<\n/exit\n\\", "paste"]]);
  });

  it("lets lines be read that wait already when the window closes late", () => {
    const { send, texts, clock } = makeReader({ detectPaste: true });
    send("one\n");
    clock.after(50, () => send("two\n"));
    clock.advance(50);
    expect(texts).toEqual([]);
    clock.advance(50);
    expect(texts).toEqual([["one\ntwo", "paste"]]);
  });

  it("takes lines that come slowly one by one", () => {
    const { send, texts, clock } = makeReader({ detectPaste: true });
    for (const line of ["one\n", "two\n"]) {
      send(line);
      clock.advance(51);
    }
    expect(texts).toEqual([
      ["one", "line"],
      ["two", "line"],
    ]);
  });

  it("takes Enter pressed twice for two empty lines", () => {
    const { send, texts, clock } = makeReader({ detectPaste: true });
    send("\n \n");
    clock.advance(50);
    expect(texts).toEqual([
      ["", "line"],
      [" ", "line"],
    ]);
  });

  it("puts a paste into the block that is open", () => {
    const { send, texts, clock } = makeReader({ detectPaste: true });
    send("```\n");
    clock.advance(50);
    send("a\nb\n```\nafter\n");
    clock.advance(50);
    expect(texts).toEqual([
      ["```\na\nb\n```", "block"],
      ["after", "line"],
    ]);
  });

  it("hands over at once when asked to, and not again", () => {
    const { send, texts, clock, reader } = makeReader({ detectPaste: true });
    send("typed ahead\n");
    reader.flush();
    clock.advance(50);
    expect(texts).toEqual([["typed ahead", "line"]]);
  });

  it("drops a block that was given up", () => {
    const { send, texts, clock, reader } = makeReader({ detectPaste: true });
    send("```\n");
    clock.advance(50);
    reader.abandon();
    send("hi\n");
    clock.advance(50);
    expect(texts).toEqual([["hi", "line"]]);
  });

  it("takes a paste of a megabyte", () => {
    const { send, texts, clock } = makeReader({ detectPaste: true });
    send("x\n".repeat(500_000));
    clock.advance(50);
    expect(texts.map(([text, entered]) => [text.length, entered])).toEqual([[999_999, "paste"]]);
  });
});

describe("Enter", () => {
  it("is told at once, before the text, once for what came together", () => {
    const { send, texts, seen, clock } = makeReader({ detectPaste: true });
    send("one");
    expect(seen.enters).toBe(0);
    send("\n");
    expect([seen.enters, texts]).toEqual([1, []]);
    clock.advance(50);
    expect(seen.enters).toBe(1);
    send("a\nb\n");
    expect(seen.enters).toBe(2);
  });

  it("is told for each line of a pipe's block too", () => {
    const { send, seen } = makeReader({ detectPaste: false });
    send("```\n");
    send("```\n");
    expect(seen.enters).toBe(2);
  });
});

describe("an awaited answer", () => {
  it.each([true, false])("is spent, other lines are not (paste detection: %s)", (detectPaste) => {
    const { send, texts, seen, clock } = makeReader({ detectPaste, answer: "y" });
    for (const line of ["no answer\n", "y\n"]) {
      send(line);
      clock.advance(50);
    }
    expect([seen.answers, texts]).toEqual([1, [["no answer", "line"]]]);
  });

  it("is never part of a paste, whether a block is open or not", () => {
    const { send, texts, seen, clock } = makeReader({ detectPaste: true, answer: "y" });
    send("y\ny\n");
    clock.advance(50);
    send("```\n");
    clock.advance(50);
    send("y\n```\n");
    clock.advance(50);
    expect(texts).toEqual([
      ["y\ny", "paste"],
      ["```\ny\n```", "block"],
    ]);
    expect(seen.answers).toBe(0);
  });

  it("is not swallowed by an open block, which goes on after it", () => {
    const { send, texts, seen, clock } = makeReader({ detectPaste: true, answer: "y" });
    for (const line of ["```\n", "y\n", "```\n"]) {
      send(line);
      clock.advance(50);
    }
    expect([seen.answers, texts]).toEqual([1, [["```\n```", "block"]]]);
  });
});

describe("dropping", () => {
  it("everything drops the block, the lines and the rest of a line that came", () => {
    const { send, texts, clock, reader } = makeReader({ detectPaste: true });
    send("```\n");
    clock.advance(50);
    send("one\ntwo");
    reader.discard();
    expect(clock.pending()).toBe(0);
    send("hi\n");
    clock.advance(50);
    expect(texts).toEqual([["hi", "line"]]);
  });

  it("the block alone keeps a line that came", () => {
    const { send, texts, clock, reader } = makeReader({ detectPaste: true });
    send("```\n");
    clock.advance(50);
    send("kept\n");
    reader.abandon();
    clock.advance(50);
    expect(texts).toEqual([["kept", "line"]]);
  });
});

describe("a pause", () => {
  it("leaves the input alone until it is over", () => {
    const { input, reader } = makeReader({ detectPaste: true });
    reader.pause();
    expect(input.isPaused()).toBe(true);
    reader.resume();
    expect(input.isPaused()).toBe(false);
  });
});

describe("the end", () => {
  it("hands over what has arrived, and ends once", () => {
    const { send, input, texts, seen, clock } = makeReader({ detectPaste: true });
    send("last\n");
    input.emit("end");
    input.emit("end");
    expect(texts).toEqual([["last", "line"]]);
    expect(seen.ends).toBe(1);
    expect(clock.pending()).toBe(0);
  });

  it("comes with a terminal that is gone", () => {
    const { input, seen } = makeReader({ detectPaste: true });
    input.emit("error", Object.assign(new Error("read EIO"), { code: "EIO" }));
    expect(seen.ends).toBe(1);
  });

  it("is not told to one who has stopped listening, and an error then harms nobody", () => {
    const { send, input, texts, seen, reader, clock } = makeReader({ detectPaste: true });
    send("pending\n");
    reader.stop();
    send("late\n");
    clock.advance(50);
    input.emit("error", new Error("read EIO"));
    expect([texts, seen.ends, clock.pending()]).toEqual([[], 0, 0]);
    expect(input.isPaused()).toBe(true);
  });
});
