import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createShortcuts } from "../../src/app/shortcuts.ts";
import { findCommand } from "../../src/commands/table.ts";
import { defaultAliases } from "../../src/input/aliases.ts";

function open(files: Readonly<Record<string, string>>) {
  const directory = mkdtempSync(join(tmpdir(), "treadle-shortcuts-"));
  mkdirSync(join(directory, "templates"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return { directory, shortcuts: createShortcuts(directory) };
}

describe("aliases", () => {
  it("that come with the program stand for commands there are, and for no alias", () => {
    for (const [name, meaning] of Object.entries(defaultAliases)) {
      expect(findCommand(meaning.split(" ")[0] ?? ""), meaning).toBeDefined();
      expect(findCommand(name), name).toBeUndefined();
    }
  });

  it("of the user's own come from a file, and win", () => {
    const { shortcuts } = open({
      aliases: "# mine\nst = status\n/Ex=/export notes.md \ni5 = iterations 50\nbroken\n= x\n",
    });
    expect(shortcuts.expand({ name: "st", args: "a" })).toEqual({ name: "status", args: "a" });
    expect(shortcuts.expand({ name: "ex", args: "" })).toEqual({ name: "export", args: "notes.md" });
    expect(shortcuts.expand({ name: "i5", args: "" })).toEqual({ name: "iterations", args: "50" });
    expect(shortcuts.expand({ name: "other", args: "x" })).toEqual({ name: "other", args: "x" });
  });
});

describe("templates", () => {
  it("of the user's own come from files, and win", async () => {
    const { shortcuts } = open({
      "templates/greet.md": "---\ndescription: say hello\n---\nGreet {who}.\n",
      "templates/explain.md": "Mine: {code}",
      "templates/no spaces.md": "x",
      "templates/notes.txt": "x",
    });
    expect(await shortcuts.fill("@greet who=Ada")).toEqual({ kind: "prompt", text: "Greet Ada." });
    expect(await shortcuts.fill("@explain x")).toEqual({ kind: "prompt", text: "Mine: x" });
    expect(await shortcuts.fill("@greet")).toEqual({
      kind: "problem",
      message: "@greet lacks who: @greet who=…",
    });
    expect(await shortcuts.fill("@notes x")).toBeUndefined();
    const all = await shortcuts.templates();
    expect(all.filter(({ usage }) => usage.startsWith("@explain "))).toHaveLength(1);
    expect(all).toContainEqual({ name: "greet", usage: "@greet who=…", description: "say hello" });
    expect(shortcuts.fill("greet who=x")).toBeUndefined();
  });

  it("that are no files, or too long, are passed over", async () => {
    const { directory, shortcuts } = open({ "templates/long.md": "x".repeat(100_001) });
    mkdirSync(join(directory, "templates", "dir.md"));
    symlinkSync("/nowhere", join(directory, "templates", "link.md"));
    expect(await shortcuts.templates()).toHaveLength(16);
    expect(await createShortcuts(undefined).templates()).toHaveLength(16);
  });
});
