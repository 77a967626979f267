import { describe, expect, it, test } from "vitest";
import { type CommandRow, helpLines } from "../../src/view/help-view.ts";
import { lineText, lineWidth } from "../../src/view/wrap.ts";
import { drawn, textsOf, widths } from "./drawn.ts";

const keys = [
  { keys: ["newline", "alt-enter"], does: "new line; also \\ at the end of a line" },
  { keys: ["page-up", "page-down"], does: "scroll a page" },
  { keys: ["home", "ctrl-a"], does: "start of the line" },
  { keys: ["shift-up"], does: "scroll a line" },
];
const commands: readonly CommandRow[] = [
  { name: "help", aliases: ["h", "?"], usage: "", summary: "list the commands" },
  { name: "iterations", aliases: [], usage: "[N]", summary: "show or set the rounds before a pause" },
];
const present = ["page-up", "page-down"];
const at = (width: number) => helpLines({ width, present, keys, commands });

describe("the help", () => {
  it("at 20 columns", () =>
    expect(drawn(at(20))).toMatchInlineSnapshot(`
    "|Keys|
    |Ctrl-J, Alt-Enter|
    |  new line; also \\|
    |  at the end of a|
    |  line|
    |PgUp, PgDn|
    |  scroll a page|
    |Ctrl-A  start of the|
    |        line|
    ||
    |Commands|
    |/help   list the|
    |        commands|
    |        (also /h /?)|
    |/iterations [N]|
    |  show or set the|
    |  rounds before a|
    |  pause|"
  `));
  it("at 40 columns", () =>
    expect(drawn(at(40))).toMatchInlineSnapshot(`
    "|Keys|
    |Ctrl-J, Alt-Enter|
    |  new line; also \\ at the end of a line|
    |PgUp, PgDn     scroll a page|
    |Ctrl-A         start of the line|
    ||
    |Commands|
    |/help          list the commands (also|
    |               /h /?)|
    |/iterations [N]|
    |  show or set the rounds before a pause|"
  `));
  it("at 80 columns", () =>
    expect(drawn(at(80))).toMatchInlineSnapshot(`
    "|Keys|
    |Ctrl-J, Alt-Enter  new line; also \\ at the end of a line|
    |PgUp, PgDn         scroll a page|
    |Ctrl-A             start of the line|
    ||
    |Commands|
    |/help            list the commands (also /h /?)|
    |/iterations [N]  show or set the rounds before a pause|"
  `));
  it("at 200 columns", () =>
    expect(drawn(at(200))).toMatchInlineSnapshot(`
    "|Keys                                                                        Commands|
    |Ctrl-J, Alt-Enter  new line; also \\ at the end of a line                    /help            list the commands (also /h /?)|
    |PgUp, PgDn         scroll a page                                            /iterations [N]  show or set the rounds before a pause|
    |Ctrl-A             start of the line|"
  `));
});

test("keys that the terminal lacks are not promised", () => {
  const text = drawn(at(80));
  expect(text).not.toMatch(/Home|Shift-Up|scroll a line/);
  expect(text).toContain("Ctrl-A");
  expect(drawn(helpLines({ width: 80, present: ["home"], keys, commands }))).toContain("Home, Ctrl-A");
});

test.each([...widths, 99, 100])("at %i columns nothing is too wide, and nothing is lost", (width) => {
  const lines = at(width);
  expect(lines.filter((line) => lineWidth(line) > width)).toEqual([]);
  const words = lines.map(lineText).join(" ");
  for (const word of ["PgUp,", "/iterations", "[N]", "/h", "rounds", "pause"]) expect(words).toContain(word);
  expect(textsOf(lines, "heading")).toEqual(["Keys", "Commands"]);
});

test("what others wrote cannot draw", () => {
  const esc = String.fromCharCode(27);
  const hostile = [{ name: `x${esc}`, aliases: [], usage: "\n", summary: `a${esc}[2J` }];
  const text = helpLines({ width: 80, present, keys, commands: hostile }).map(lineText).join("");
  expect(text).not.toMatch(/\p{Cc}/u);
  expect(text).toContain("a^[[2J");
});

test("without anything there are only headings", () => {
  expect(drawn(helpLines({ width: 80, present, keys: [], commands: [] }))).toBe("|Keys|\n||\n|Commands|");
});
