import fc from "fast-check";
import { expect, test } from "vitest";
import { readServerEvents, type ServerEvent } from "../../src/http/server-events.ts";

async function* packets(...chunks: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
}

async function batches(bytes: AsyncIterable<Uint8Array>, maxChars?: number) {
  const all: (readonly ServerEvent[])[] = [];
  for await (const events of readServerEvents(bytes, maxChars)) all.push(events);
  return all;
}

const read = async (...chunks: readonly (string | Uint8Array)[]) =>
  (await batches(packets(...chunks))).flat();

test("events come out whole, wherever the bytes are split and however lines end", async () => {
  const lines = fc.array(
    fc.string({ unit: "binary" }).map((text) => text.replace(/[\r\n]/g, "")),
    {
      minLength: 1,
      maxLength: 3,
    },
  );
  const end = fc.constantFrom("\n", "\r\n", "\r");
  await fc.assert(
    fc.asyncProperty(
      fc.array(lines, { maxLength: 5 }),
      end,
      fc.array(fc.nat(200)),
      async (all, eol, cuts) => {
        const block = (data: readonly string[]) =>
          [": a comment", "event: delta", ...data.map((line) => `data: ${line}`), "", ""].join(eol);
        const bytes = Buffer.from(all.map(block).join(""));
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const pieces = at.slice(1).map((to, index) => bytes.subarray(at[index], to));
        const wanted = all.map((data) => ({ name: "delta", data: data.join("\n") }));
        expect(await read(...pieces)).toEqual(JSON.parse(JSON.stringify(wanted)));
      },
    ),
  );
});

test("the events of one packet come at once, and as soon as their end is there", async () => {
  const counts = (await batches(packets("data: 1\n\ndata: 2\n\nda", "ta: 3\n", "\n"))).map((b) => b.length);
  expect(counts).toEqual([2, 1]);
});

test("a name holds for one event, and only one space belongs to the format", async () => {
  expect(await read("event:a\ndata:1\n\n", "data:  2\n\n", "event: b\nevent: c\ndata\ndata: 3\n\n")).toEqual([
    { name: "a", data: "1" },
    { name: "", data: " 2" },
    { name: "c", data: "\n3" },
  ]);
});

test("what is no data is no event", async () => {
  const unknown = "id: 7\nretry: 10\ndatabase: x\ndat: y\n: data: z\n\n";
  expect(await read("\uFEFF\n\n", unknown, "event: ping\n\n", "data: 1\n\n")).toEqual([
    { name: "", data: "1" },
  ]);
});

test("an event without its end is none", async () => {
  expect(await read("data: 1\n\n", "data: 2\n")).toEqual([{ name: "", data: "1" }]);
});

test("a line or an event that does not end is given up", async () => {
  const line = packets("data: ", "x".repeat(50), "x".repeat(50), "x".repeat(50));
  await expect(batches(line, 100)).rejects.toThrow(SyntaxError);
  const event = packets(`data: ${"x".repeat(40)}\n`.repeat(3));
  await expect(batches(event, 100)).rejects.toThrow(SyntaxError);
  const many = packets(`data: ${"x".repeat(40)}\n\n`.repeat(3));
  expect((await batches(many, 100)).flat()).toHaveLength(3);
});
