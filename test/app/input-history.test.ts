import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { openInputHistory } from "../../src/app/input-history.ts";
import { scratch } from "../support/program.ts";

let path: string;
beforeEach(() => {
  path = join(scratch(), "state", "input-history");
});

function put(content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const entries = () => openInputHistory(path).entries;
const mode = (of: string) => statSync(of).mode & 0o777;

it("keeps what was entered for the next time, for its owner alone", () => {
  const history = openInputHistory(path);
  expect(history.entries).toEqual([]);
  for (const text of ["one", "two\nlines", "  ", '"quoted"', "é日👍"]) history.add(text);
  expect(entries()).toEqual(["one", "two\nlines", '"quoted"', "é日👍"]);
  expect(mode(path)).toBe(0o600);
  expect(mode(dirname(path))).toBe(0o700);
});

it("keeps the same in a row once, also from one chat to the next", () => {
  const first = openInputHistory(path);
  for (const text of ["a", "a", "b", "a"]) first.add(text);
  openInputHistory(path).add("a");
  expect(entries()).toEqual(["a", "b", "a"]);
  expect(readFileSync(path, "utf8")).toBe('"a"\n"b"\n"a"\n');
});

it("loses nothing of two chats at a time", () => {
  const [left, right] = [openInputHistory(path), openInputHistory(path)];
  left.add("l1");
  right.add("r1");
  left.add("l2");
  expect(entries()).toEqual(["l1", "r1", "l2"]);
});

it("offers the last thousand", () => {
  put(Array.from({ length: 1500 }, (_, index) => `"${index}"\n`).join(""));
  expect(entries()).toHaveLength(1000);
  expect(entries().at(-1)).toBe("1499");
});

it("begins a line of its own behind a torn one", () => {
  put('"one"\n"tw');
  openInputHistory(path).add("three");
  expect(entries()).toEqual(["one", '"tw', "three"]);
});

it("makes a file that others could read private", () => {
  put('"one"\n');
  chmodSync(path, 0o644);
  openInputHistory(path).add("two");
  expect(mode(path)).toBe(0o600);
});

it("does not keep what is too long to be looked for", () => {
  const history = openInputHistory(path);
  history.add("x".repeat(20_001));
  history.add("y".repeat(20_000));
  expect(entries().map((text) => text[0])).toEqual(["y"]);
});

it("shortens a file that has grown large, and leaves nothing beside it", () => {
  const line = `"${"x".repeat(9_000)}`;
  put(Array.from({ length: 500 }, (_, index) => `${line}${index}"\n`).join(""));
  const kept = entries();
  expect(kept.at(-1)).toMatch(/x499$/);
  expect(kept.length).toBeLessThan(450);
  expect(kept.every((text) => /^x{9000}\d+$/.test(text))).toBe(true);
  expect(statSync(path).size).toBeLessThan(4_000_000);
  expect(mode(path)).toBe(0o600);
  expect(entries()).toEqual(kept);
  expect(readdirSync(dirname(path))).toEqual(["input-history"]);
});

it.each(["/dev/null/input-history", "/dev/null", "/"])("is silent where %s is the file", (file) => {
  const history = openInputHistory(file);
  expect(history.entries).toEqual([]);
  expect(() => history.add("one")).not.toThrow();
});

it("keeps nothing where it must not", () => {
  const history = openInputHistory(undefined);
  history.add("one");
  expect(history.entries).toEqual([]);
});
