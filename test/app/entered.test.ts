import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { openLines, readLine, readWhole } from "../../src/app/entered.ts";

const from = (...chunks: readonly (string | Buffer)[]) =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

function failing(): Readable {
  return new Readable({
    read() {
      this.destroy(new Error("EIO"));
    },
  });
}

describe("readWhole", () => {
  it("joins the chunks, also where one ends inside a character", async () => {
    const umlaut = Buffer.from("ü");
    const input = from("a\n", umlaut.subarray(0, 1), umlaut.subarray(1), "b");
    expect(await readWhole(input)).toEqual({ kind: "read", text: "a\nüb" });
  });

  it("marks bytes that are no text", async () => {
    expect(await readWhole(from(Buffer.from([0xff, 0x61, 0xc3])))).toEqual({
      kind: "read",
      text: "\uFFFDa\uFFFD",
    });
  });

  it("stops at the limit, however much is to come", async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.from("xxxx");
      })(),
    );
    expect(await readWhole(endless, 10)).toEqual({ kind: "too-long" });
    expect(await readWhole(from("0123456789"), 10)).toMatchObject({ kind: "read" });
  });

  it("says what went wrong", async () => {
    expect(await readWhole(failing())).toEqual({ kind: "failed", reason: "EIO" });
  });
});

describe("readLine", () => {
  it.each([
    [["yes\nno\n"], "yes"],
    [["y", "es", "\nno"], "yes"],
    [["yes"], "yes"],
    [[""], ""],
    [[], ""],
  ])("of %j is %j", async (chunks, line) => {
    expect(await readLine(from(...chunks))).toBe(line);
  });

  it("of an input that fails is empty", async () => {
    expect(await readLine(failing())).toBe("");
  });
});

describe("openLines", () => {
  it("gives one line after the other, whatever pieces they come in", async () => {
    const umlaut = Buffer.from("ü");
    const lines = openLines(from("one\ntw", "o\n\n", umlaut.subarray(0, 1), umlaut.subarray(1), "\nlast"));
    const read = async () => [await lines.next(), await lines.next(), await lines.next()];
    expect(await read()).toEqual(["one", "two", ""]);
    expect(await read()).toEqual(["ü", "last", undefined]);
  });

  it("has no more lines where the input fails", async () => {
    expect(await openLines(failing()).next()).toBeUndefined();
  });
});
