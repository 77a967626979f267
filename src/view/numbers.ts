/** Counts, amounts and times in as few columns as tell them apart. */
import { type SafeText, safeText } from "./sanitise.ts";

const units = [
  { size: 1_000_000, sign: "M" },
  { size: 1_000, sign: "k" },
] as const;

/** 950, 1.2k, 24k, 200k, 1.5M */
export function shortCount(count: number): SafeText {
  const unit = units.find(({ size }) => count >= size);
  if (!unit) return String(Math.round(count)) as SafeText;
  const value = count / unit.size;
  // Cut, not rounded: 999,999 is not yet a million.
  const shown = value < 10 ? Math.floor(value * 10) / 10 : Math.floor(value);
  return `${shown}${unit.sign}` as SafeText;
}

/** What it has cost, in dollars: cents, and as much more as a small amount needs. Unknown is not nothing. */
export function shortCost(dollars: number | undefined): SafeText {
  if (dollars === undefined) return safeText`$?`;
  const digits = dollars === 0 || dollars >= 0.1 ? 2 : 4;
  return `$${dollars.toFixed(digits)}` as SafeText;
}

/** 7 s, 2 m 05 s, 1 h 00 m */
export function shortTime(ms: number): SafeText {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return safeText`${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} m ${twoDigits(seconds % 60)} s` as SafeText;
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} m` as SafeText;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, "0");
}

/** 0 to 100; 100 only when all of it is used. */
export function percent(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(100, Math.max(0, Math.floor((part / whole) * 100)));
}

/** A bar of `columns`: something done is something seen, and full is done. */
export function bar(part: number, whole: number, columns: number): SafeText {
  const share = percent(part, whole) / 100;
  const full = part > 0 ? Math.max(1, Math.floor(share * columns)) : 0;
  return ("█".repeat(full) + "░".repeat(columns - full)) as SafeText;
}
