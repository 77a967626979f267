/** YAML with positions, within bounds: no tags, few values, little depth. Loaded only when a YAML file is there. */
import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  Parser,
  type YAMLMap,
} from "yaml";
import {
  type MapEntry,
  maxDepth,
  maxValues,
  type Parsed,
  type Problem,
  type Tree,
  tooDeep,
  tooMany,
} from "./tree.ts";

const options = {
  schema: "core",
  prettyErrors: false,
  resolveKnownTags: false,
  merge: false,
  // Checked later and in linear time, together with the key's path.
  uniqueKeys: false,
  logLevel: "error",
} as const;

export function parseYaml(text: string): Parsed {
  const tokens = [...new Parser().parse(text)];
  // The composer is recursive, and Node aborts rather than throws when a regular expression meets the stack's end.
  if (tokens.some(isTooDeep)) return failed({ offset: 0, text: tooDeep });
  const [document, second] = [...new Composer(options).compose(tokens, true, text.length)];
  if (second !== undefined)
    return failed({ offset: second.range[0], text: "only one YAML document is allowed." });
  if (document === undefined || document.contents === null) return faults(document) ?? { kind: "parsed" };
  return faults(document) ?? toTree(document);
}

function failed(...problems: readonly Problem[]): Parsed {
  return { kind: "failed", problems };
}

function isTooDeep(root: CST.Token): boolean {
  let level: readonly CST.Token[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap(innerTokens);
  }
  return false;
}

function innerTokens(token: CST.Token): readonly CST.Token[] {
  if (token.type === "document") return token.value === undefined ? [] : [token.value];
  if (!("items" in token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value].filter((inner) => inner != null));
}

type Faulty = Pick<Document, "errors" | "warnings">;

function faults(document: Faulty | undefined): Parsed | undefined {
  const found = [...(document?.errors ?? []), ...(document?.warnings ?? [])];
  if (found.length === 0) return undefined;
  return failed(
    ...found.slice(0, maxValues).map((fault) => ({ offset: fault.pos[0], text: faultText(fault) })),
  );
}

/** Where the parser's own words would repeat the text of the file, which may be long or a secret. */
const ownWords: Readonly<Record<string, string>> = {
  TAG_RESOLVE_FAILED: "tags (words that begin with !) are not allowed.",
  BAD_DIRECTIVE: "directives (lines that begin with %) are not understood.",
  BAD_DQ_ESCAPE: "this is not valid YAML: there is no such escape in double quotes.",
  UNEXPECTED_TOKEN: "this is not valid YAML: something here does not belong.",
};

function faultText({ code, message }: { readonly code: string; readonly message: string }): string {
  const words = ownWords[code];
  if (words !== undefined) return words;
  return `this is not valid YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}.`;
}

interface Anchored {
  readonly tree: Tree;
  readonly size: number;
}

/**
 * An alias shares the tree of its anchor and counts as if it were copied, so that a small file cannot become a
 * huge one. An anchor is known only once its value is complete: no tree can hold itself.
 */
function toTree(document: Document.Parsed): Parsed {
  const anchors = new Map<string, Anchored>();
  const problems: Problem[] = [];
  let count = 0;

  function convert(node: unknown, offset: number): Tree {
    const before = count;
    count += 1;
    const tree = read(node, offset);
    const anchor = anchorOf(node);
    if (anchor !== undefined) anchors.set(anchor, { tree, size: count - before });
    return tree;
  }

  function read(node: unknown, offset: number): Tree {
    const start = offsetOf(node) ?? offset;
    if (isAlias(node)) return follow(node.source, start);
    if (isMap(node)) return { kind: "map", offset: start, entries: readEntries(node, start) };
    if (isSeq(node)) {
      return { kind: "list", offset: start, items: node.items.map((item) => convert(item, start)) };
    }
    return { kind: "scalar", offset: start, value: isScalar(node) ? scalarValue(node.value) : null };
  }

  function readEntries(map: YAMLMap, offset: number): readonly MapEntry[] {
    return map.items.flatMap((pair) => readEntry(pair, offset) ?? []);
  }

  function readEntry({ key, value }: Pair, mapOffset: number): MapEntry | undefined {
    const offset = offsetOf(key) ?? mapOffset;
    if (isScalar(key)) return { key: keyText(key), offset, value: convert(value, offset) };
    problems.push({ offset, text: "a key must be a plain name." });
    return undefined;
  }

  function follow(source: string, offset: number): Tree {
    const anchored = anchors.get(source);
    count += anchored?.size ?? 0;
    if (anchored !== undefined) return anchored.tree;
    problems.push({ offset, text: "the alias has no anchor before it." });
    return { kind: "scalar", offset, value: null };
  }

  const root = convert(document.contents, 0);
  if (count > maxValues) return failed({ offset: 0, text: tooMany });
  return problems.length > 0 ? failed(...problems) : { kind: "parsed", root };
}

function offsetOf(node: unknown): number | undefined {
  if (!isAlias(node) && !isMap(node) && !isSeq(node) && !isScalar(node)) return undefined;
  return node.range?.[0];
}

function anchorOf(node: unknown): string | undefined {
  return isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined;
}

function keyText(key: { readonly value: unknown; readonly source?: string }): string {
  return key.source ?? String(key.value);
}

function scalarValue(value: unknown): string | number | boolean | null {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return value === null ? null : String(value);
}
