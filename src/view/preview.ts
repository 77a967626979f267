/** What the user is asked to allow, as text that hides nothing: for every display. Complete, never shortened. */
import type { PreviewField } from "../model/tool.ts";
import { type SafeText, sanitise, sanitiseLine } from "./sanitise.ts";

/** One line is JSON-quoted, so that blanks and invisible characters show; several keep their line breaks and tabs. */
export type PreviewText =
  | { readonly kind: "quoted"; readonly label: SafeText; readonly value: SafeText }
  | { readonly kind: "lines"; readonly label: SafeText; readonly lines: readonly SafeText[] };

export function previewText(field: PreviewField): PreviewText {
  const label = sanitiseLine(field.label);
  if (!field.value.includes("\n")) return { kind: "quoted", label, value: quoted(field.value) };
  // Each by itself: a CR before a line break is part of what is asked about.
  return { kind: "lines", label, lines: field.value.split("\n").map(sanitise) };
}

/** Where it would run. A tool that names the directory itself need not be repeated, but only if it tells the truth. */
export function withDirectory(fields: readonly PreviewField[], directory: string): readonly PreviewField[] {
  const where = { label: "directory", value: directory };
  const named = fields.some(({ label, value }) => label === where.label && value === where.value);
  return named ? fields : [...fields, where];
}

/** What a yes for longer than this call would allow. */
export function withRule(
  { rule }: { readonly rule?: string },
  fields: readonly PreviewField[],
): readonly PreviewField[] {
  return rule === undefined ? fields : [...fields, { label: "for longer", value: rule }];
}

export function quoted(value: string): SafeText {
  return sanitise(JSON.stringify(value));
}
