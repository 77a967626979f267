/** Takes keys and tokens out of what is written to logs: those that are known, and what looks like one. */

export type Redact = (text: string) => string;

const mark = "[REDACTED]";

/** What services call their keys begins in ways that nothing else does. */
const shapes: readonly RegExp[] = [
  /\bsk-[A-Za-z0-9_-]{16,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bglpat-[A-Za-z0-9_-]{16,}/g,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,}/g,
  /\bAIza[0-9A-Za-z_-]{30,}/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/gs,
];

/** A name that says what it is, and its value; quotes may be those of JSON inside JSON. */
const named =
  /\b((?:api[_-]?key|apikey|secret|password|passwd|access[_-]?token|auth[_-]?token|authorization)\\?["']?\s*[:=]\s*\\?["']?(?:bearer\s+)?)[^\s"'\\,;}]{8,}/gi;

/** Takes out the secrets as they are, and nothing else. */
export function createConcealer(secrets: readonly string[]): Redact {
  return (text) => secrets.reduce((left, secret) => left.replaceAll(secret, mark), text);
}

/** Every text in a value of plain data; the same value where nothing was found. */
export function redactTexts<T>(value: T, redact: Redact): T {
  if (typeof value === "string") return redact(value) as T & string;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, redactTexts(part, redact)] as const);
  const isSame = entries.every(([key, part]) => part === value[key as keyof T & object]);
  if (isSame) return value;
  return (Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries)) as T;
}

/** `secrets`: values that are to go wherever they stand; short ones would take too much with them. */
export function createRedactor(secrets: readonly string[]): Redact {
  const known = [...new Set(secrets.filter(({ length }) => length >= shortestSecret).flatMap(forms))];
  known.sort((a, b) => b.length - a.length);
  return (text) => {
    const unknown = known.reduce((left, secret) => left.replaceAll(secret, mark), text);
    const shapeless = shapes.reduce((left, shape) => left.replace(shape, mark), unknown);
    return shapeless.replace(named, `$1${mark}`);
  };
}

const shortestSecret = 6;

/** As it is, and as it stands in JSON. */
function forms(secret: string): readonly string[] {
  return [secret, JSON.stringify(secret).slice(1, -1)];
}
