/** How deeply data is nested. What is too deep cannot be written as JSON again, and so neither kept nor sent. */

export const mostDepth = 200;

export function isShallow(value: unknown, most = mostDepth): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (most === 0) return false;
  return Object.values(value).every((inner) => isShallow(inner, most - 1));
}
