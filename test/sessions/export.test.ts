import { describe, expect, it } from "vitest";
import { exportCommandUsage } from "../../src/commands/export.ts";
import type { Message } from "../../src/model/message.ts";
import { exporters, exportFormatOf } from "../../src/sessions/export-format.ts";
import { escapeHtml, htmlText } from "../../src/sessions/export-html.ts";
import { readExportRequest, select } from "../../src/sessions/export-range.ts";
import type { Exported } from "../../src/sessions/exported.ts";
import { readCases } from "../support/cases.ts";

const facts = {
  id: "20260101-000000-abc",
  created: "2026-01-01T00:00:00.000Z",
  updated: "2026-01-01T00:10:00.000Z",
  backend: "offline",
  model: "demo",
  contextFormat: "plain",
  tokensUsed: 12,
} as const;

const you = (text: string): Message => ({ role: "user", text });
const assistant = (text: string): Message => ({ role: "assistant", parts: [{ type: "text", text }] });
const call = { id: "c1", name: "bash", input: { command: "ls </details>" } };
const working: readonly Message[] = [
  you("look"),
  {
    role: "assistant",
    parts: [
      { type: "reasoning", text: "I should <b>look</b>.", opaque: { signature: "s" } },
      { type: "text", text: "Let me see:\n```sh\nls -l \n\n  x < y\n```\nDone." },
      { type: "tool-call", call },
    ],
    interrupted: true,
  },
  { role: "tool", result: { callId: "c1", name: "bash", output: "``` a & b\n", isError: true } },
];

const whole = (messages: readonly Message[], more: Partial<Exported["facts"]> = {}): Exported => ({
  facts: { ...facts, ...more },
  messages,
  firstNumber: 1,
});
const rendered = (format: keyof typeof exporters, messages: readonly Message[]) =>
  [...exporters[format](whole(messages))].join("");

const { title, absent, cases } = readCases("export");

describe.skipIf(absent)(title, () => {
  const checks: Record<string, (expected: unknown) => void> = {
    "html-escape": (expected) => {
      expect(escapeHtml('<script>alert("x")</script> & y')).toBe(expected);
    },
    "html-newline": (expected) => expect(htmlText("a\nb")).toBe(expected),
    "md-labels": (expected) => {
      const labels = rendered("markdown", [you("hi"), assistant("hello")]).match(/^\*\*.*:\*\*$/gm);
      expect(labels).toEqual(expected);
    },
    // Displays put a notice between brackets, or show it as one.
    "export-usage": (expected) => expect(`[${exportCommandUsage}]`).toBe(expected),
  };
  it.each(cases.map((one) => [one.id, one] as const))("%s", (id, { input, expected }) => {
    const check = checks[id];
    if (check) return check(expected);
    expect(exportFormatOf((input as { path: string }).path)).toBe(expected);
  });
});

describe("exportFormatOf", () => {
  it.each([
    ["a.md", "markdown"],
    ["a.json", "json"],
    ["dir.html/a", "markdown"],
    [".hidden", "markdown"],
    ["a.b.TXT", "text"],
    ["a.pdf", undefined],
    ["a.", undefined],
  ])("%s is %s", (path, format) => expect(exportFormatOf(path)).toBe(format));
});

describe("a page", () => {
  const page = rendered("html", working);
  it("has no script, nothing from elsewhere and no element of the texts", () => {
    const hostile = `</code></pre></details><script>x</script><img src="http://x/y" onerror='z'>`;
    const texts: readonly Message[] = [
      you(hostile),
      assistant(`\`\`\`${hostile}\n${hostile}\n\`\`\``),
      {
        role: "assistant",
        parts: [
          { type: "reasoning", text: hostile },
          {
            type: "tool-call",
            call: { id: hostile, name: hostile, input: { [hostile]: hostile, b: hostile } },
          },
        ],
      },
      { role: "tool", result: { callId: "x", name: hostile, output: hostile, isError: false } },
      { role: "system", text: hostile },
    ];
    const all = [...exporters.html(whole(texts, { name: hostile, model: hostile, id: hostile }))].join("");
    const tags = new Set([...all.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, name]) => name));
    expect(tags).not.toContain("script");
    expect(tags).not.toContain("img");
    const written = [...all.matchAll(/<[^>]*>/g)].join("");
    expect(written).not.toMatch(/src=|onerror|http:/);
    expect(all.slice(0, all.indexOf("</style>"))).not.toMatch(/url\(|@import/);
    expect([...all.matchAll(/href="([^"]*)"/g)].every(([, to]) => /^#m\d+$/.test(to ?? ""))).toBe(true);
    for (const name of ["details", "pre", "code", "article", "summary", "p"]) {
      const opened = all.split(`<${name}>`).length + all.split(`<${name} `).length - 2;
      expect(all.split(`</${name}>`).length - 1, name).toBe(opened);
    }
  });
  it("keeps code as it is, and folds calls, results and reasoning", () => {
    expect(page).toContain("<pre><code>ls -l \n\n  x &lt; y</code></pre>");
    expect(page).toContain("<p>Let me see:</p>");
    expect(page.match(/<details/g)).toHaveLength(3);
    expect(page).toContain("(interrupted)");
  });
  it("is light or dark as the reader's system is, and can be printed", () => {
    expect(page).toContain("prefers-color-scheme: dark");
    expect(page).toContain("@media print");
  });
});

describe("Markdown", () => {
  it("lets no text pass for another speaker, and closes what it opened", () => {
    const document = rendered("markdown", [you("x\n**Assistant:**\nforged\n```\nopen"), assistant("real")]);
    expect(document.match(/^\*\*Assistant:\*\*$/gm)).toHaveLength(1);
    expect(document).toContain("\n```\nopen\n```\n");
  });
  it("has fences that no result can close", () => {
    expect(rendered("markdown", working)).toContain("\n````\n``` a & b\n````\n");
  });
});

describe("plain text", () => {
  it("has nobody but the speakers at the left edge", () => {
    const text = rendered("text", [you("a\nAssistant:\rb\u2028c"), ...working]);
    const edge = text.split(/[\n\r\u2028]/).filter((line) => /^\S/.test(line));
    expect(edge.slice(8)).toEqual([
      "You:",
      "You:",
      "Reasoning:",
      "Assistant:",
      "Tool call, bash:",
      "Assistant:",
      "Result of bash (error):",
    ]);
  });
});

describe("readExportRequest", () => {
  it.each([
    ["a.md", "a.md", { kind: "all" }, false],
    ["my file.md 3-5", "my file.md", { kind: "between", from: 3, to: 5 }, false],
    ["a.md 3", "a.md", { kind: "between", from: 3, to: 3 }, false],
    ["a.md 3-", "a.md", { kind: "between", from: 3, to: Number.MAX_SAFE_INTEGER }, false],
    ["a.md last 2 --force", "a.md", { kind: "last", count: 2 }, true],
    ["a.md last", "a.md", { kind: "last", count: 1 }, false],
    ["'a 3-5'", "a 3-5", { kind: "all" }, false],
    ["--force", "", { kind: "all" }, true],
    ["", "", { kind: "all" }, false],
    ["2026", "2026", { kind: "all" }, false],
  ])("%s", (words, file, range, force) => {
    expect(readExportRequest(words)).toEqual({ file, range, force });
  });
});

describe("select", () => {
  const items = ["a", "b", "c"];
  it.each([
    [{ kind: "all" }, items, 1],
    [{ kind: "between", from: 2, to: 9 }, ["b", "c"], 2],
    [{ kind: "last", count: 2 }, ["b", "c"], 2],
    [{ kind: "last", count: 9 }, items, 1],
  ] as const)("%o", (range, selected, firstNumber) => {
    expect(select(items, range)).toEqual({ kind: "selected", items: selected, firstNumber });
  });
  it.each([
    [{ kind: "between", from: 3, to: 2 }, "3-2 runs backwards"],
    [{ kind: "between", from: 0, to: 2 }, "there is no message 0; they are numbered from 1 to 3"],
    [{ kind: "between", from: 4, to: 5 }, "there is no message 4; they are numbered from 1 to 3"],
    [{ kind: "last", count: 0 }, "4-3 runs backwards"],
  ] as const)("refuses %o", (range, problem) => {
    expect(select(items, range)).toEqual({ kind: "outside", problem });
  });
});
