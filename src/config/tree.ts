/** A settings file as a tree that remembers where each value stood. Knows neither syntax nor settings. */
import type { PreviewField } from "../model/tool.ts";

export type Tree = ScalarTree | ListTree | MapTree;

export interface ScalarTree {
  readonly kind: "scalar";
  readonly offset: number;
  readonly value: string | number | boolean | null;
  /** The environment variable that the value was taken from. */
  readonly variable?: string;
}

interface ListTree {
  readonly kind: "list";
  readonly offset: number;
  readonly items: readonly Tree[];
}

/** In file order; a key may occur twice until the file has been checked. */
export interface MapTree {
  readonly kind: "map";
  readonly offset: number;
  readonly entries: readonly MapEntry[];
}

export interface MapEntry {
  readonly key: string;
  readonly offset: number;
  readonly value: Tree;
}

export interface Problem {
  readonly offset: number;
  readonly text: string;
}

/** No root: the file is empty. */
export type Parsed =
  | { readonly kind: "parsed"; readonly root?: Tree; readonly notices?: readonly Problem[] }
  | { readonly kind: "failed"; readonly problems: readonly Problem[] };

export type Path = readonly (string | number)[];

/** Bounds of what a settings file may hold; no honest one comes near. */
export const maxDepth = 32;
export const maxValues = 10_000;
export const tooDeep = `the values are nested more than ${maxDepth} levels deep.`;
export const tooMany = `the file holds more than ${maxValues} values.`;

export function treeAt(tree: Tree, path: Path): Tree | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return tree;
  const child = childAt(tree, step);
  return child === undefined ? undefined : treeAt(child, rest);
}

function childAt(tree: Tree, step: string | number): Tree | undefined {
  if (tree.kind === "list" && typeof step === "number") return tree.items[step];
  return tree.kind === "map" ? entryAt(tree, step)?.value : undefined;
}

export function entryAt(tree: MapTree, key: string | number): MapEntry | undefined {
  return tree.entries.findLast((entry) => entry.key === key);
}

/** What is below the path, where that is a set of names; otherwise nothing. */
export function entriesAt(tree: Tree, ...path: readonly string[]): readonly MapEntry[] {
  const found = treeAt(tree, path);
  return found?.kind === "map" ? found.entries : [];
}

/** Every scalar with its path, in file order. */
export function scalars(tree: Tree, path: Path = []): readonly (readonly [Path, ScalarTree])[] {
  if (tree.kind === "scalar") return [[path, tree]];
  if (tree.kind === "list") return tree.items.flatMap((item, index) => scalars(item, [...path, index]));
  return tree.entries.flatMap((entry) => scalars(entry.value, [...path, entry.key]));
}

/** Every value of the tree by its key, complete and as written: for a user who must judge them. */
export function previewFields(tree: Tree, path: Path = []): readonly PreviewField[] {
  if (tree.kind === "map") {
    return tree.entries.flatMap((entry) => previewFields(entry.value, [...path, entry.key]));
  }
  return [{ label: pathText(path), value: written(tree) }];
}

function written(tree: Tree): string {
  if (tree.kind === "scalar") return String(tree.value);
  const items = tree.kind === "list" ? tree.items : tree.entries.map((entry) => entry.value);
  return `[${items.map(written).join(", ")}]`;
}

const longestSegment = 60;

export function pathText(path: Path): string {
  return path.map(segmentText).join("").replace(/^\./, "");
}

function segmentText(segment: string | number): string {
  if (typeof segment === "number") return `[${segment}]`;
  if (/^[\w-]+$/.test(segment) && segment.length <= longestSegment) return `.${segment}`;
  return `.${quoted(segment)}`;
}

const longestQuote = 40;

export function quoted(text: string): string {
  return JSON.stringify(text.length <= longestQuote ? text : `${text.slice(0, longestQuote)}...`);
}

/** "line:column", both from 1. */
export function positionText(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return `${lineOf(text, offset)}:${offset - lineStart + 1}`;
}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
