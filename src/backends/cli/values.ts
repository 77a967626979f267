/** Looks into JSON of which nothing is certain. */
import { isRecord, type Json } from "../json.ts";

export function stringIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function countIn(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}

export function recordIn(value: unknown): Json {
  return isRecord(value) ? value : {};
}

export function recordsIn(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Sets the texts of one answer apart, unless they are parts of one. */
export function createParagraphs() {
  let last = "";
  let isNew = false;
  return {
    /** What comes now is a text of its own. */
    begin() {
      isNew = true;
    },
    isEmpty: () => last === "",
    add(text: string): string {
      if (text === "") return "";
      const gap = isNew && last !== "" ? (last.endsWith("\n") ? "\n" : "\n\n") : "";
      isNew = false;
      last = text;
      return gap + text;
    },
  };
}
