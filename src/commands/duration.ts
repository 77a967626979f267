/** How long, as people write it: 30s, 10m, 1h, 1d, 500ms; a bare number is seconds. */

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** In milliseconds; undefined where the text says no duration. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9})(ms|s|m|h|d)?$/.exec(text.trim().toLowerCase());
  if (!match) return undefined;
  return Number(match[1]) * (units[match[2] ?? "s"] ?? 1000);
}
