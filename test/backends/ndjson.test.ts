import fc from "fast-check";
import { expect, test } from "vitest";
import { type ReadOptions, readObjects } from "../../src/backends/ndjson.ts";

async function* packets(...chunks: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
}

async function read(bytes: AsyncIterable<Uint8Array>, options?: ReadOptions): Promise<readonly unknown[]> {
  const objects: unknown[] = [];
  for await (const some of readObjects(bytes, options)) objects.push(...some);
  return objects;
}

test("objects come out whole, wherever the bytes are split", async () => {
  const value = fc.dictionary(fc.string(), fc.string({ unit: "binary" }), { maxKeys: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(value), fc.array(fc.nat(400)), async (objects, cuts) => {
      const bytes = Buffer.from(objects.map((object) => `${JSON.stringify(object)}\n`).join(""));
      const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
      expect(await read(packets(...pieces))).toEqual(JSON.parse(JSON.stringify(objects)));
    }),
  );
});

test("the objects of one packet come at once", async () => {
  const counts: number[] = [];
  for await (const some of readObjects(packets('{"a":1}\n{"a":2}\n{', '"a":3}'))) counts.push(some.length);
  expect(counts).toEqual([2, 1]);
});

test("what is no object is passed over and told, but not a torn last line", async () => {
  let garbage = 0;
  const onGarbage = () => {
    garbage += 1;
  };
  const bytes = packets("oops\n\n \r\n[1]\n", '{"a":1}\r\n', "null\n", Uint8Array.of(0xff, 0x0a), '{"torn');
  expect(await read(bytes, { onGarbage })).toEqual([{ a: 1 }]);
  expect(garbage).toBe(4);
});

test("a line that does not end is given up", async () => {
  const endless = packets('{"a":"', "x".repeat(50), "x".repeat(50), "x".repeat(50));
  await expect(read(endless, { maxChars: 100 })).rejects.toThrow(SyntaxError);
  const many = packets(`${'{"a":1}\n'.repeat(50)}`);
  expect(await read(many, { maxChars: 100 })).toHaveLength(50);
});
