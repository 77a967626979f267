import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram, scratch } from "../support/program.ts";

const chat = (input: string, cwd: string, env: Record<string, string> = {}) =>
  runProgram({ args: ["-b", "offline", "--display", "append"], input, cwd, env });

describe("/export", () => {
  it("writes each format by the ending of the file, for the owner alone, and replaces nothing unasked", async () => {
    const cwd = scratch();
    const home = scratch();
    const lines = [
      "hello there",
      "/export a.md",
      "/export a.html",
      "/export sub dir.json",
      "/export ~/a.txt 1",
      "/export a.md last 1",
      "/export a.md last 1 --force",
      "/export a.pdf",
      "/export b.md 7-9",
      "/export",
    ];
    const { stdout } = await chat(`${lines.join("\n")}\n`, cwd, { HOME: home });
    expect(readFileSync(join(cwd, "a.html"), "utf8")).toMatch(/^<!DOCTYPE html>[\s\S]*hello there/);
    const saved = JSON.parse(readFileSync(join(cwd, "sub dir.json"), "utf8"));
    expect(saved).toMatchObject({
      backend: "offline",
      messages: [{ role: "user", content: "hello there" }, {}],
    });
    expect(Object.keys(saved)).toEqual(
      "id created updated backend model context_format messages metadata treadle".split(" "),
    );
    expect(readFileSync(join(home, "a.txt"), "utf8")).toMatch(/You:\n {2}hello there\n$/);
    expect(statSync(join(home, "a.txt")).mode & 0o777).toBe(0o600);
    expect(stdout).toContain("a.md is there already; add --force to replace it.");
    expect(stdout).toMatch(/Exported 1 message to a\.md \(\d+ bytes\), replacing what was there\./);
    expect(readFileSync(join(cwd, "a.md"), "utf8")).not.toContain("**You:**");
    expect(stdout).toContain('A file ends in .md, .html, .json or .txt, not as "a.pdf".');
    expect(stdout).toContain("Nothing is exported: there is no message 7; they are numbered from 1 to 2.");
    expect(stdout).toContain("[Usage: /export <path>]");
  });

  it("writes no escape sequence of a text into a file that is made for eyes", async () => {
    const cwd = scratch();
    const esc = String.fromCharCode(27);
    await chat(
      `say ${esc}]0;title${String.fromCharCode(7)}\n/export a.md\n/export a.txt\n/export a.html\n/export a.json\n`,
      cwd,
    );
    for (const name of ["a.md", "a.txt", "a.html", "a.json"]) {
      const text = readFileSync(join(cwd, name), "utf8");
      expect(text).toContain("]0;title");
      expect(text, name).not.toContain(esc);
    }
  });
});
