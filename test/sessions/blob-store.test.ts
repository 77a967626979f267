import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createBlobStore, hashOf } from "../../src/sessions/blob-store.ts";

function open() {
  const directory = join(mkdtempSync(join(tmpdir(), "treadle-blobs-")), "s.checkpoints");
  return { directory, blobs: createBlobStore(directory) };
}

it("keeps any bytes once, for the owner alone", () => {
  const { directory, blobs } = open();
  const content = new Uint8Array(2 ** 20).map((_, at) => (at * 7919) % 256);
  const hash = blobs.put(content);
  expect(blobs.put(content)).toBe(hash);
  expect(blobs.get(hash)).toEqual(Buffer.from(content));
  expect(readdirSync(directory)).toEqual([hash]);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(statSync(join(directory, hash)).mode & 0o777).toBe(0o600);
});

it("gives back nothing but what was put, and puts it again", () => {
  const { directory, blobs } = open();
  const content = Buffer.from("warp");
  const hash = blobs.put(content);
  writeFileSync(join(directory, hash), "weft");
  expect(blobs.get(hash)).toBeUndefined();
  expect(blobs.put(content)).toBe(hash);
  expect(blobs.get(hash)).toEqual(content);
});

it("follows no link and takes no path for a hash", () => {
  const { directory, blobs } = open();
  const hash = blobs.put(Buffer.from("warp"));
  rmSync(join(directory, hash));
  writeFileSync(join(directory, "elsewhere"), "warp");
  symlinkSync(join(directory, "elsewhere"), join(directory, hash));
  expect(blobs.get(hash)).toBeUndefined();
  expect(blobs.get("elsewhere")).toBeUndefined();
  expect(hashOf("warp")).toBe(hash);
});
