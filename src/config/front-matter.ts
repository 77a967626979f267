/** The lines between two rows of dashes at the top of a Markdown file. Knows not what they are about. */
import { entryAt } from "./tree.ts";

export type FrontMatter = Readonly<Record<"name" | "description" | "argument-hint", string | undefined>>;

export interface Split {
  readonly front?: string;
  readonly body: string;
}

export function splitFrontMatter(text: string): Split {
  const [whole, front] = new RegExp(dashed).exec(text) ?? [];
  if (whole === undefined || front === undefined) return { body: text };
  return { front, body: text.slice(whole.length) };
}

/** Sticky: at the top or nowhere. */
const dashed = /---[ \t]*\n([\s\S]*?)^---[ \t]*$\n?/my;

/** What is no YAML, as descriptions with a colon are not, is read line by line. */
export async function parseFrontMatter(front: string): Promise<FrontMatter> {
  const { parseYaml } = await import("./syntax-yaml.ts");
  const parsed = parseYaml(front);
  const root = parsed.kind === "parsed" ? parsed.root : undefined;
  if (root?.kind !== "map") return factsBy((key) => lineOf(front, key));
  const text = (key: string) => {
    const value = entryAt(root, key)?.value;
    return value?.kind === "scalar" && value.value !== null ? String(value.value) : undefined;
  };
  return factsBy(text);
}

function factsBy(text: (key: string) => string | undefined): FrontMatter {
  return { name: text("name"), description: text("description"), "argument-hint": text("argument-hint") };
}

function lineOf(front: string, key: string): string | undefined {
  return new RegExp(`^${key}:[ \\t]*(.+)$`, "m").exec(front)?.[1];
}
