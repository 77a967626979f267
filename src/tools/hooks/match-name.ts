/** Names of tools against patterns in which * stands for any characters and ? for one. */

/** Without patterns, every name matches. */
export function matchesName(patterns: readonly string[] | undefined, name: string): boolean {
  return patterns === undefined || patterns.some((pattern) => toExpression(pattern).test(name));
}

function toExpression(pattern: string): RegExp {
  const source = pattern
    .replace(/\*+/g, "*")
    .replace(/[\\^$.+()[\]{}|/]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "su");
}
