/** What a server tells of its tools, made fit for a model and pinned by a hash. Trusts none of it; talks to nobody. */
import { createHash } from "node:crypto";
import { toolNameFor } from "./tool-names.ts";

/** As the protocol has it, as far as we look at it. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string | null;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean };
}

export interface DescribedTool {
  /** What the model calls it. */
  readonly name: string;
  readonly server: string;
  /** What the server calls it. */
  readonly ownName: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** What the server claims; it may be a lie. */
  readonly claims: { readonly onlyLooks: boolean; readonly destroys: boolean };
  /** SHA-256 of name, description, schema and claims as they were told. */
  readonly pin: string;
}

export interface Described {
  readonly tools: readonly DescribedTool[];
  /** In sentences: what was left out, and why. */
  readonly problems: readonly string[];
}

const mostTools = 200;
const longestDescription = 4000;
const longestSchema = 100_000;

/** `origin` goes into the pins. */
export function describeTools(server: string, listed: readonly ListedTool[], origin?: string): Described {
  const tools = new Map<string, DescribedTool>();
  const problems: string[] = [];
  const leaveOut = (what: string, why: string) =>
    problems.push(`The MCP server ${server} offers ${what}, which is left out: ${why}.`);
  for (const tool of listed.slice(0, mostTools)) {
    const described = describeTool(server, tool, origin);
    const what = `the tool ${JSON.stringify(cleanText(tool.name, 80))}`;
    if (JSON.stringify(tool.inputSchema).length > longestSchema) leaveOut(what, "its schema is too long");
    else if (tools.has(described.name)) leaveOut(`${what} twice`, "the first one counts");
    else tools.set(described.name, described);
  }
  const more = listed.length - mostTools;
  if (more > 0) leaveOut(`${more} more tools`, `${mostTools} are enough`);
  return { tools: [...tools.values()], problems };
}

function describeTool(server: string, tool: ListedTool, origin?: string): DescribedTool {
  const { name, description, inputSchema, annotations = {} } = tool;
  const { readOnlyHint = false, destructiveHint } = annotations;
  const told = [name, description ?? "", inputSchema, readOnlyHint, destructiveHint];
  const pinned = origin === undefined ? told : [...told, origin];
  return {
    name: toolNameFor(server, name),
    server,
    ownName: name,
    description: cleanText(description ?? "", longestDescription),
    schema: inputSchema,
    claims: { onlyLooks: readOnlyHint && destructiveHint !== true, destroys: destructiveHint === true },
    pin: createHash("sha256").update(JSON.stringify(pinned)).digest("hex"),
  };
}

/** Nothing that a model reads and a person does not see: control, format and tag characters, half characters. */
export function cleanText(text: string, most: number): string {
  const clean = text
    .slice(0, most * 4)
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{C}\n\t]/gu, "");
  const chars = Array.from(clean);
  return chars.length <= most ? clean : `${chars.slice(0, most).join("")} [shortened]`;
}

export interface ListChange {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** By what the server calls them. */
export function compareTools(
  known: ReadonlyMap<string, string>,
  tools: readonly DescribedTool[],
): ListChange {
  const now = new Map(tools.map(({ ownName, pin }) => [ownName, pin]));
  const names = [...now.keys()];
  return {
    added: names.filter((name) => !known.has(name)),
    changed: names.filter((name) => known.has(name) && known.get(name) !== now.get(name)),
    removed: [...known.keys()].filter((name) => !now.has(name)),
  };
}
