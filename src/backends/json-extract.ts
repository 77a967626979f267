/** Finds the JSON objects in a text that a model wrote. Knows nothing of what they mean. */
import { isRecord, type Json } from "./json.ts";

/** A text can hold very many braces that begin nothing. */
const maxAttempts = 1000;

/** Those in fenced blocks; where there are none, those in the running text. An array counts as its objects. */
export function extractJson(text: string): readonly Json[] {
  const fenced = [...text.matchAll(/^\s*```\w*\s*\n(.*?)```/gms)].flatMap(([, inner = ""]) =>
    parseObjects(inner),
  );
  return fenced.length > 0 ? fenced : bareObjects(text);
}

/** The object, or the objects of the array, that the whole text is; none where it is something else. */
export function parseObjects(text: string): readonly Json[] {
  try {
    const value: unknown = JSON.parse(text);
    return (Array.isArray(value) ? value : [value]).filter(isRecord);
  } catch {
    return [];
  }
}

function bareObjects(text: string): readonly Json[] {
  const found: Json[] = [];
  let at = text.indexOf("{");
  for (let attempt = 0; at >= 0 && attempt < maxAttempts; attempt += 1) {
    const end = endOfValue(text, at);
    const objects = end < 0 ? [] : parseObjects(text.slice(at, end));
    found.push(...objects);
    at = text.indexOf("{", objects.length > 0 ? end : at + 1);
  }
  return found;
}

function endOfValue(text: string, start: number): number {
  const isEnd = createValueScan();
  for (let at = start; at < text.length; at += 1) if (isEnd(text.charAt(at))) return at + 1;
  return -1;
}

/** Takes the characters of an object or an array one by one; true for the one that closes it. */
export function createValueScan(): (char: string) => boolean {
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  return (char) => {
    if (isEscaped) isEscaped = false;
    else if (char === '"') inString = !inString;
    else if (inString) isEscaped = char === "\\";
    else if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") depth -= 1;
    return depth === 0 && !inString;
  };
}
