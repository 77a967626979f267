/** Copies the sample entries and writes down what ncurses says about them; make-fixtures.mjs runs it. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findEntry, type Located } from "../../../src/terminfo/locate.ts";
import { runInfocmp } from "./infocmp.ts";
import { type Oracle, oracleFrom } from "./oracle.ts";
import { askFormats, askNames, askPadding, askSession, usesStatics } from "./questions.ts";
import { sampleTerms, syntheticTerms } from "./sample.ts";
import { trickyFormats } from "./tricky-formats.ts";

type Found = Extract<Located, { kind: "found" }>;

export async function makeFixtures(root: string): Promise<string> {
  const ask = oracleFrom(join(root, "test/support/terminfo/oracle.c"));
  if (ask === undefined) {
    return "there is no C compiler, or no ncurses to compile with";
  }
  const fixtures = join(root, "test/fixtures/terminfo");
  const entries = join(fixtures, "entries");
  const database = mkdtempSync(join(tmpdir(), "treadle-database-"));
  execFileSync("tic", ["-x", "-o", database, join(fixtures, "synthetic.ti")]);
  copyEntries(sampleTerms, {}, database, (initial) => initial);
  rmSync(entries, { recursive: true, force: true });
  copyEntries([...sampleTerms, ...syntheticTerms], { TERMINFO: database }, entries, directoryOf);
  const transcript = interview(ask, database);
  writeFileSync(join(fixtures, "expected.txt"), transcript);
  const dumps = await runInfocmp([...sampleTerms, ...syntheticTerms], { TERMINFO: database });
  writeFileSync(join(fixtures, "infocmp.txt"), dumps.replaceAll(/^#.*\n/gm, ""), "latin1");
  return `${sampleTerms.length + syntheticTerms.length} entries, ${transcript.length} bytes of answers`;
}

function copyEntries(
  terms: readonly string[],
  env: Readonly<Record<string, string>>,
  to: string,
  directory: (initial: string) => string,
): void {
  for (const term of terms) {
    const copy = join(to, directory(term.slice(0, 1)), term);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(found(term, env).path, copy);
  }
}

/** A hexadecimal name for capitals: "E" and "e" would be one directory where case is ignored. */
function directoryOf(initial: string): string {
  return /[A-Z]/.test(initial) ? initial.charCodeAt(0).toString(16) : initial;
}

function found(term: string, env: Readonly<Record<string, string>>): Found {
  const located = findEntry(term, { env });
  if (located.kind !== "found") {
    throw new Error(`${term}: ${located.message}`);
  }
  return located;
}

function interview(ask: Oracle, database: string): string {
  const env = { TERMINFO: database };
  const terms = [...sampleTerms, ...syntheticTerms];
  const capabilities = terms.map((term) => ({ term, strings: found(term, env).entry.strings }));
  const formats = capabilities.map(({ strings }) =>
    [...strings.values()].filter((text) => text.includes("%")),
  );
  const questions = [
    ...askNames(),
    ...askFormats(new Set([...formats.flat(), ...trickyFormats]), "few"),
    ...formats
      .map((own) => own.filter(usesStatics))
      .flatMap((own) => (own.length > 1 ? askSession(own) : [])),
    ...capabilities.flatMap(({ term, strings }) => askPadding(term, strings)),
  ];
  return ask(questions, env);
}
