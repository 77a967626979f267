/** The arguments of a prompt as they are typed: `name=value`, `name="two words"`, or in order. Pure. */
import { type DescribedPrompt, type PromptArgument, promptUsage } from "./described-prompts.ts";

export type ReadArguments =
  | { readonly kind: "read"; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: "problem"; readonly message: string };

/** What is not named fills what is open, in order; the last one takes all that is left. */
export function readArguments(prompt: DescribedPrompt, text: string): ReadArguments {
  const wanted = prompt.arguments;
  const { values, rest, unknown } = takeNamed(wanted, text);
  const call = `/${prompt.name} ${promptUsage(prompt)}`.trim();
  const problem = (what: string): ReadArguments => ({ kind: "problem", message: `${what}: ${call}` });
  if (unknown !== undefined)
    return problem(`/${prompt.name} has no argument ${unknown} (a text with = in it stands in quotes)`);
  const open = wanted.filter(({ name }) => !values.has(name));
  const left = fill(open, rest, values);
  if (left !== "")
    return problem(`/${prompt.name} takes ${wanted.length === 0 ? "no arguments" : "fewer arguments"}`);
  const missing = wanted.filter(({ name, required }) => required && !values.has(name));
  if (missing.length > 0)
    return problem(`/${prompt.name} lacks ${missing.map(({ name }) => name).join(" and ")}`);
  return { kind: "read", values: Object.fromEntries(values) };
}

interface Named {
  readonly values: Map<string, string>;
  /** What else there is, as it was written. */
  readonly rest: string;
  /** Looks like the name of an argument, and is none. */
  readonly unknown?: string;
}

function takeNamed(wanted: readonly PromptArgument[], text: string): Named {
  const values = new Map<string, string>();
  let rest = "";
  let left = text;
  while (left.trim() !== "") {
    const gap = /^\s*/.exec(left)?.[0] ?? "";
    left = left.slice(gap.length);
    const named = wanted.find(({ name }) => left.startsWith(`${name}=`));
    const [, unknown] = /^([A-Za-z_][\w-]*)=/.exec(left) ?? [];
    if (!named && unknown !== undefined && wanted.length > 0) return { values, rest, unknown };
    const { raw, value } = firstWord(named ? left.slice(named.name.length + 1) : left);
    if (named) values.set(named.name, value);
    else rest += gap + raw;
    left = left.slice(raw.length + (named ? named.name.length + 1 : 0));
  }
  return { values, rest: rest.trim() };
}

/** What is left when nothing is open any more. */
function fill(open: readonly PromptArgument[], text: string, values: Map<string, string>): string {
  let left = text;
  for (const [index, { name }] of open.entries()) {
    if (left === "") break;
    const { raw, value } = firstWord(left);
    const isAll = raw === left || index < open.length - 1;
    values.set(name, isAll ? value : left);
    left = isAll ? left.slice(raw.length).trim() : "";
  }
  return left;
}

const quoted = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)')(?=\s|$)/s;

function firstWord(text: string): { readonly raw: string; readonly value: string } {
  const [whole, double, single] = quoted.exec(text) ?? [];
  if (whole === undefined) {
    const raw = /^\S*/.exec(text)?.[0] ?? "";
    return { raw, value: raw };
  }
  return { raw: whole, value: double?.replaceAll(/\\(["\\])/g, "$1") ?? single ?? "" };
}
