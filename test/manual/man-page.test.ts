import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandTable } from "../../src/commands/table.ts";
import { environmentRows } from "../../src/config/environment.ts";
import { exitMeanings } from "../../src/config/exit-codes.ts";
import { files } from "../../src/config/help-tables.ts";
import { options } from "../../src/config/options.ts";
import { subcommands } from "../../src/config/subcommands.ts";
import { tables } from "../../src/config/tables.ts";
import { manPage } from "../../src/manual/man-page.ts";
import { definitions, roffText, verbatim } from "../../src/manual/roff.ts";
import { root } from "../support/program.ts";
import { isInstalled, runTool } from "../support/shells.ts";

const page = manPage("1.2.3");

test("the build has written it, with the version of the package", () => {
  const { version, man } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(readFileSync(join(root, man[0]), "utf8")).toBe(manPage(version));
});

test("names every option, subcommand, command, setting, file, variable and exit code", () => {
  const terms = [
    ...options.map(({ flag }) => `--${flag}`),
    ...subcommands.map(({ name }) => `treadle ${name}`),
    ...commandTable.map(({ name }) => `/${name}`),
    ...[...tables.settings(), ...files, ...environmentRows, ...exitMeanings].map(([term]) => term),
  ];
  const known = page.split("\n");
  expect(terms.filter((term) => !known.some((line) => line.includes(roffText(term))))).toEqual([]);
});

test("has the sections that readers look for", () => {
  const titles = [...page.matchAll(/^\.SH "(.*)"$/gm)].map(([, title]) => title);
  expect(titles).toEqual([
    ...["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "SUBCOMMANDS", "COMMANDS IN THE CHAT"],
    ...["SETTINGS", "FILES", "ENVIRONMENT", "EXIT STATUS", "EXAMPLES"],
  ]);
});

/** As a terminal shows it, without overstriking. */
function rendered(source: string): string {
  const args = ["-man", "-ww", "-Tascii", "-P-c", "-P-b", "-P-o", "-P-u"];
  return runTool("groff", args, `.TH X 1\n.SH Y\n${source}`);
}

test.skipIf(!isInstalled("groff"))("groff has nothing to warn of", () => {
  expect(runTool("groff", ["-man", "-ww", "-z", "-Tascii"], page)).toBe("");
});

test
  .skipIf(!isInstalled("groff"))
  .each([
    ".SH not a heading",
    "'br not a request",
    "a \\fBbackslash\\fR, \\n and \\(co",
    '"quoted" `text` ^ ~ -x --y',
    "$(date) %s \\",
  ])("%j is shown as it is written", (text) => {
  expect(rendered(definitions([["term", text]]))).toContain(text);
  expect(rendered(definitions([[text, "meaning"]]))).toContain(text);
  expect(rendered(verbatim([text]))).toContain(text);
});

test("nothing but ASCII is in it, and no line break of a text begins a request", () => {
  expect(page).toMatch(/^[ -~\n]*$/);
  expect(roffText("one\n.two \u{1f600}")).toBe("one .two \\[u1F600]");
});
