import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { makeWorkspace, messages, okay } from "./workspace.ts";

describe("files that are no settings files", () => {
  const big = Buffer.alloc(1_000_001, "# ");

  test.each<readonly [string, string, (path: string) => void]>([
    ["a directory", "it is a directory", (path) => mkdirSync(path, { recursive: true })],
    ["a named pipe", "it is not a regular file", (path) => void execFileSync("mkfifo", [path])],
    ["a device", "it is not a regular file", (path) => symlinkSync("/dev/zero", path)],
    ["a dangling link", "there is no such file", (path) => symlinkSync("nowhere", path)],
    ["a link to itself", "its symbolic links go in a circle", (path) => symlinkSync(path, path)],
  ])("%s", async (_what, reason, make) => {
    const { home, load } = makeWorkspace();
    const path = `${home}/.config/treadle/config.yaml`;
    mkdirSync(dirname(path), { recursive: true });
    make(path);
    expect(messages(await load())).toEqual([`Cannot read ~/.config/treadle/config.yaml: ${reason}.`]);
  });

  test.each<readonly [string, string, Uint8Array]>([
    ["a huge file", "it is larger than 1 MB", big],
    ["a binary file", "it is not UTF-8 text", Buffer.from([0xff, 0xfe, 0x6d, 0])],
    ["a file with a NUL", "it holds a NUL byte, so it is not a text file", Buffer.from("model: a\0b")],
  ])("%s", async (_what, reason, bytes) => {
    const { putUser, load } = makeWorkspace();
    putUser(bytes);
    expect(messages(await load())).toEqual([`Cannot read ~/.config/treadle/config.yaml: ${reason}.`]);
  });

  test.skipIf(process.getuid?.() === 0)("an unreadable file", async () => {
    const { putUser, load } = makeWorkspace();
    chmodSync(putUser("model: m"), 0);
    expect(messages(await load())).toEqual(["Cannot read ~/.config/treadle/config.yaml: permission denied."]);
  });

  test("in a project they are ignored with a notice", async () => {
    const { putProject, load } = makeWorkspace();
    putProject(big);
    expect(okay(await load()).notices).toEqual([
      "The project's settings in .treadle/config.yaml are ignored: it is larger than 1 MB.",
    ]);
    putProject("{}", "config.json");
    expect(okay(await load()).notices).toEqual([
      "The project's settings in .treadle/config.yaml are ignored: there is .treadle/config.json as well, and only one may be kept.",
    ]);
  });
});
