/** What may stand in one place only, or nowhere, and how long files and functions may be. */
import ts from "typescript";
import { expect, test } from "vitest";
import { sourceFiles, withoutComments } from "../support/sources.ts";

interface Habit {
  readonly what: string;
  readonly pattern: RegExp;
  /** Files that may. */
  readonly except: readonly string[];
}

const controlByte = new RegExp(`[${String.fromCharCode(0)}-\\x08\\x0b-\\x1f\\x7f-\\x9f]`);

const habits: readonly Habit[] = [
  { what: "a control byte", pattern: controlByte, except: [] },
  {
    what: "an escape for ESC or a C1 byte",
    pattern: /\\(?:x1b|x9[0-9a-f]|u001b|u\{1b\}|033|e\[)/i,
    except: [],
  },
  { what: "console", pattern: /\bconsole\b/, except: ["main.ts"] },
  { what: "process", pattern: /\bprocess\./, except: ["start.ts", "main.ts", "tools/process-group.ts"] },
  { what: "a clock", pattern: /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b/, except: ["main.ts"] },
  {
    what: "a timer",
    pattern: /\b(?:setTimeout|setInterval|setImmediate)\b/,
    except: ["start.ts", "main.ts", "tools/process-group.ts"],
  },
  { what: "any", pattern: /:\s*any\b|\bas any\b|<any>/, except: [] },
  { what: "a default export", pattern: /^export default/m, except: [] },
];

test.each(habits)("no source file has $what", ({ pattern, except }) => {
  const found = sourceFiles()
    .filter(({ name }) => !except.includes(name))
    .filter(({ text }) => pattern.test(withoutComments(text)))
    .map(({ name }) => name);
  expect(found).toEqual([]);
});

test.each(habits)("whoever may have $what still exists", ({ except }) => {
  const names = sourceFiles().map(({ name }) => name);
  expect(except.filter((name) => !names.includes(name))).toEqual([]);
});

test("no file is longer than 300 lines", () => {
  const long = sourceFiles().filter(({ text }) => text.trimEnd().split("\n").length > 300);
  expect(long.map(({ name }) => name)).toEqual([]);
});

test("no function is longer than 60 lines, but for the ones that set up a closure", () => {
  expect(sourceFiles().flatMap(({ name, text }) => longFunctions(name, text))).toEqual([]);
});

/** A function that mainly holds other functions is measured without them. */
function longFunctions(name: string, text: string): readonly string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const long: string[] = [];
  const linesOf = (node: ts.Node) => lineOf(node.end) - lineOf(node.getStart()) + 1;
  const visit = (node: ts.Node): number => {
    let nested = 0;
    ts.forEachChild(node, (child) => {
      nested += visit(child);
    });
    if (!ts.isFunctionLike(node)) return nested;
    const lines = linesOf(node);
    if (lines - nested > 60) long.push(`${name}:${lineOf(node.getStart()) + 1}`);
    return lines;
  };
  visit(source);
  return long;
}

test("every file begins by saying what it is", () => {
  const silent = sourceFiles().filter(({ text }) => !/^(?:#!.*\n)?\/\*\*/.test(text));
  expect(silent.map(({ name }) => name)).toEqual([]);
});
