import { expect, it } from "vitest";
import { helpSections } from "../../src/app/help-sections.ts";
import { commandTable } from "../../src/commands/table.ts";
import { helpText } from "../../src/config/help.ts";
import { tables } from "../../src/config/tables.ts";

it("cuts the help at its headings", () => {
  const help = "treadle - a program\n\nUsage:\n  one: a\n  two\n\nFiles:\n  three\n";
  expect(helpSections(help, []).slice(0, 2)).toEqual([
    { title: "Usage", text: "  one: a\n  two" },
    { title: "Files", text: "  three" },
  ]);
});

it("lists the commands", () => {
  const go = { name: "go", aliases: [], usage: "[N]", summary: "goes", whileBusy: false, run() {} };
  const section = helpSections("", [go, { ...go, name: "stay", usage: "" }])[0];
  expect(section).toEqual({ title: "Slash commands", text: "  /go [N]  goes\n  /stay  goes" });
});

it("loses nothing of the real help", () => {
  const sections = helpSections(helpText(tables), commandTable);
  const all = sections.map(({ title, text }) => `${title}\n${text}`).join("\n");
  for (const line of helpText(tables).split("\n").slice(1))
    expect(all).toContain(line.replace(/:$/, "").trimEnd());
  for (const { text } of sections) expect(text.trim()).not.toBe("");
});
