import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openOwnCode } from "../../src/loader/own-code.ts";

const uid = process.getuid?.() ?? 0;
const files = new Map([["a.js", Buffer.from("code")]]);

function setUp(changes: Partial<Parameters<typeof openOwnCode>[0]> = {}) {
  const cacheHome = mkdtempSync(join(tmpdir(), "treadle-cache-"));
  const options = { cacheHome, home: undefined, uid, build: "b1", node: "v20", ...changes };
  const store = join(cacheHome, "treadle");
  return { cacheHome, store, place: join(store, "b1-v20"), options, open: () => openOwnCode(options) };
}

test("what was kept is read again, and is for its owner alone", async () => {
  const { open, store, place } = setUp();
  expect(open().read("a.js")).toBeUndefined();
  await open().keep(files);
  expect(open().read("a.js")?.toString()).toBe("code");
  expect(open().read("b.js")).toBeUndefined();
  expect([store, place].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
  expect(statSync(join(place, "a.js")).mode & 0o777).toBe(0o600);
});

test("what other builds left is removed; other Nodes of this build stay", async () => {
  const { open, store, options } = setUp();
  await openOwnCode({ ...options, build: "b0" }).keep(files);
  await openOwnCode({ ...options, node: "v22" }).keep(files);
  await open().keep(new Map([["a.js", Buffer.from("newer")]]));
  await open().keep(files);
  expect(readdirSync(store).sort()).toEqual(["b1-v20", "b1-v22"]);
  expect(open().read("a.js")?.toString()).toBe("code");
});

test.each([
  ["the store can be written by others", ({ store }) => chmodSync(store, 0o777)],
  ["the place can be written by a group", ({ place }) => chmodSync(place, 0o770)],
  ["the file can be written by others", ({ place }) => chmodSync(join(place, "a.js"), 0o666)],
  [
    "the store is a link",
    ({ store, cacheHome }) => {
      renameSync(store, join(cacheHome, "elsewhere"));
      symlinkSync(join(cacheHome, "elsewhere"), store);
    },
  ],
  [
    "the file is a link",
    ({ place }) => {
      renameSync(join(place, "a.js"), join(place, "b.js"));
      symlinkSync(join(place, "b.js"), join(place, "a.js"));
    },
  ],
] as readonly [string, (where: ReturnType<typeof setUp>) => void][])(
  "nothing is read when %s",
  async (_, spoil) => {
    const where = setUp();
    await where.open().keep(files);
    spoil(where);
    expect(where.open().read("a.js")).toBeUndefined();
  },
);

test("what belongs to somebody else is neither read nor added to", async () => {
  const { open, options, store } = setUp();
  await open().keep(files);
  const other = openOwnCode({ ...options, uid: uid + 1 });
  expect(other.read("a.js")).toBeUndefined();
  await other.keep(new Map([["b.js", Buffer.from("x")]]));
  expect(readdirSync(store)).toEqual(["b1-v20"]);
});

test("a store that others can write is left alone", async () => {
  const { open, store } = setUp();
  mkdirSync(store);
  chmodSync(store, 0o777);
  await open().keep(files);
  expect(readdirSync(store)).toEqual([]);
});

test("without a place, an owner or a disk nothing is kept and nothing breaks", async () => {
  const { cacheHome, options } = setUp();
  const file = join(cacheHome, "file");
  writeFileSync(file, "");
  const wrong = [undefined, "relative", file].map((cacheHome) => ({ cacheHome }));
  for (const changes of [...wrong, { uid: undefined }]) {
    const own = openOwnCode({ ...options, ...changes });
    await own.keep(files);
    expect(own.read("a.js")).toBeUndefined();
  }
  writeFileSync(join(cacheHome, "treadle"), "");
  const blocked = openOwnCode(options);
  await blocked.keep(files);
  expect(blocked.read("a.js")).toBeUndefined();
  expect(existsSync("relative")).toBe(false);
});

test("without XDG_CACHE_HOME it is under the home directory", async () => {
  const home = mkdtempSync(join(tmpdir(), "treadle-cache-"));
  await setUp({ cacheHome: undefined, home }).open().keep(files);
  expect(readdirSync(join(home, ".cache", "treadle"))).toEqual(["b1-v20"]);
});
