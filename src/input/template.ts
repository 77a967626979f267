/** Prompts with blanks to fill in: `@name key=value key="two words" and the rest`. Reads no file. */

export interface Template {
  readonly name: string;
  readonly description?: string;
  /** With the names of values in braces. */
  readonly text: string;
}

export interface TemplateCall {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
  /** What stands after the values, as it was written. */
  readonly rest: string;
}

/** Undefined where the line does not begin like one. */
export function parseTemplateCall(line: string): TemplateCall | undefined {
  const [head, name] = /^@([A-Za-z][\w-]*)(?:\s+|$)/.exec(line) ?? [];
  if (head === undefined || name === undefined) return undefined;
  const values: Record<string, string> = Object.create(null);
  let rest = line.slice(head.length);
  for (let found = value.exec(rest); found; found = value.exec(rest)) {
    const [whole, key = "", , double, single, bare = ""] = found;
    values[key] = double?.replaceAll(/\\(["\\])/g, "$1") ?? single ?? bare;
    rest = rest.slice(whole.length);
  }
  return { name, values: { ...values }, rest: rest.trim() };
}

const value = /^([A-Za-z_]\w*)=("((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"']\S*))(?:\s+|$)/s;

/** What the template asks for, in the order in which it does. */
export function parametersOf({ text }: Template): readonly string[] {
  return [...new Set([...text.matchAll(blank)].map(([, name = ""]) => name))];
}

const blank = /\{([A-Za-z_]\w*)\}/g;

export type Rendered =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing"; readonly names: readonly string[] };

/** The rest of the line is the first value that was not named; with none to fill, it comes at the end. */
export function renderTemplate(template: Template, { values, rest }: TemplateCall): Rendered {
  const wanted = parametersOf(template);
  const open = wanted.filter((name) => !Object.hasOwn(values, name));
  const [first] = open;
  const filled = first !== undefined && rest !== "" ? { ...values, [first]: rest } : values;
  const names = open.filter((name) => !Object.hasOwn(filled, name));
  if (names.length > 0) return { kind: "missing", names };
  // In one pass: what is filled in is not looked through again.
  const text = template.text.replaceAll(blank, (_, name: string) => filled[name] ?? "");
  return { kind: "text", text: first === undefined && rest !== "" ? `${text}\n\n${rest}` : text };
}

/** How it is to be used. */
export function templateUsage(template: Template): string {
  return [`@${template.name}`, ...parametersOf(template).map((name) => `${name}=…`)].join(" ");
}
