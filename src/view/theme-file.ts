/** Theme files: their form, what is wrong with one in words, and how one builds on another. Reads no files itself. */
import * as z from "zod/mini";
import { defaultTheme } from "./default-theme.ts";
import { roles } from "./line.ts";
import { type ByDepth, type Colour, colourNumbers, flagNames, type Theme } from "./theme.ts";

export interface ThemeFile {
  /** For messages. */
  readonly name: string;
  readonly text: string;
}

export type LoadedTheme =
  | { readonly kind: "ok"; readonly theme: Theme }
  | { readonly kind: "wrong"; readonly problems: readonly string[] };

export interface ThemeShelf {
  /** The file of the theme of that name; undefined when there is none. */
  find(theme: string): ThemeFile | undefined;
  /** The known word that comes closest to a mistyped one. */
  nearest(word: string, known: Iterable<string>): string | undefined;
}

/** "default" is built in. The roles that a theme names replace those of the theme it extends. */
export function loadTheme(name: string, shelf: ThemeShelf): LoadedTheme {
  return loadFrom(name, shelf, []);
}

function loadFrom(name: string, shelf: ThemeShelf, users: readonly Asking[]): LoadedTheme {
  if (name === "default") return { kind: "ok", theme: defaultTheme };
  const asking = users.at(-1);
  if (users.some((user) => user.theme === name)) return wrong(circle(name, users));
  const file = shelf.find(name);
  if (!file)
    return wrong(asking ? `${asking.file}: extends names ${quoted(name)}, ${absent}` : missing(name));
  const parsed = parse(file, shelf);
  if (parsed.kind === "wrong") return parsed;
  const { extends: base, $schema: _, ...theme } = parsed.content;
  if (base === undefined) return { kind: "ok", theme };
  const loaded = loadFrom(base, shelf, [...users, { theme: name, file: file.name }]);
  if (loaded.kind === "wrong") return loaded;
  return { kind: "ok", theme: { ...theme, roles: { ...loaded.theme.roles, ...theme.roles } } };
}

/** Who extends the theme that is being loaded. */
interface Asking {
  readonly theme: string;
  readonly file: string;
}

const absent = "but there is no theme of that name.";

function missing(name: string): string {
  return `There is no theme ${quoted(name)}.`;
}

function circle(name: string, users: readonly Asking[]): string {
  const names = [...users.map(({ theme }) => theme), name].map(quoted).join(" extends ");
  return `${users.at(-1)?.file}: the theme extends itself (${names}); remove one "extends".`;
}

const flag = byDepth(z.boolean());
const number = z.int().check(z.minimum(0), z.maximum(255));
const colour = byDepth<Colour>(z.union([number, z.enum([...colourNumbers.keys()])]));

const look = z.strictObject({
  ...optionals(flagNames, flag),
  fg: z.optional(colour),
  bg: z.optional(colour),
});

const content = z.strictObject({
  $schema: z.optional(z.string()),
  description: z.optional(z.string()),
  extends: z.optional(z.string()),
  roles: z.strictObject(optionals(roles, look)),
});

function byDepth<T>(value: z.ZodMiniType<T>): z.ZodMiniType<ByDepth<T>> {
  return z.union([value, z.strictObject(optionals(["0", "8", "16", "256"], value))]) as z.ZodMiniType<
    ByDepth<T>
  >;
}

function optionals<K extends string, S extends z.ZodMiniType>(
  keys: readonly K[],
  schema: S,
): Record<K, z.ZodMiniOptional<S>> {
  const entries = keys.map((key) => [key, z.optional(schema)]);
  return Object.fromEntries(entries) as Record<K, z.ZodMiniOptional<S>>;
}

type Parsed = { readonly kind: "ok"; readonly content: z.infer<typeof content> } | Wrong;
type Wrong = Extract<LoadedTheme, { kind: "wrong" }>;

function wrong(...problems: readonly string[]): Wrong {
  return { kind: "wrong", problems };
}

function parse({ name, text }: ThemeFile, shelf: ThemeShelf): Parsed {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return wrong(`${name} is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  const result = content.safeParse(json);
  if (result.success) return { kind: "ok", content: result.data };
  const problems = result.error.issues.flatMap((issue) => explain(issue, shelf));
  return wrong(...new Set(problems.map((problem) => `${name}: ${problem}`)));
}

function explain(issue: z.core.$ZodIssue, shelf: ThemeShelf): readonly string[] {
  const place = issue.path.slice(0, attributeLevel).map(String);
  if (issue.code === "unrecognized_keys" && place.length < attributeLevel) {
    return issue.keys.map((key) => unknownKey(key, place, shelf));
  }
  const what = place.length === 0 ? "it" : place.join(".");
  return [`${what} must be ${expectedAt(place)}.`];
}

/** Values of attributes stand this deep: roles, the role, the attribute. */
const attributeLevel = 3;

/** What the keys are called at each level. */
const levels = [
  { called: "key", known: ["description", "extends", "roles"] },
  { called: "role", known: roles },
  { called: "attribute", known: [...flagNames, "fg", "bg"] },
] as const;

function unknownKey(key: string, place: readonly string[], { nearest }: ThemeShelf): string {
  const { called, known } = levels[place.length] ?? levels[0];
  const guess = nearest(key, known);
  const advice = guess ? `did you mean ${quoted(guess)}?` : `the ${called}s are ${known.join(", ")}.`;
  return `${[...place, key].join(".")} is no ${called} of a theme; ${advice}`;
}

const object = "an object with names and values";

const expectedColour =
  'a number from 0 to 255, a colour such as "blue", "bright-blue" or "default", ' +
  'or one for each number of colours, such as {"256": 75, "8": "blue"}';

const expected: Readonly<Partial<Record<string, string>>> = {
  description: "text",
  extends: "the name of a theme",
  $schema: "text",
  fg: expectedColour,
  bg: expectedColour,
};

const expectedFlag = 'true, false, or one for each number of colours, such as {"0": true, "8": false}';

function expectedAt(place: readonly string[]): string {
  const key = place.at(-1) ?? "";
  if (place.length === attributeLevel) return expected[key] ?? expectedFlag;
  return (place.length === 1 ? expected[key] : undefined) ?? object;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
