/** Finds a model by the many names it goes by. Pure text: knows neither limits nor prices. */

export interface NameMatch {
  readonly id: string;
  /** Only a date, a version of the service or the like stands around it: prices hold for it too. */
  readonly same: boolean;
}

/** As names are compared: without provider, tag and date, in lower case, dots as dashes. */
export function plainName(model: string): string {
  const own = model.trim().toLowerCase().split("/").at(-1) ?? "";
  const [name = ""] = own.split(/[:@]/);
  return name.replaceAll(".", "-").replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, "");
}

/** What stands behind a colon, as in `gpt-4o:extended`. */
export function tagOf(model: string): string {
  return /:([^/]*)$/.exec(model.trim().toLowerCase())?.[1] ?? "";
}

/** The very name first, then the longest that it begins with, then the longest that it contains. */
export function findName(ids: Iterable<string>, model: string): NameMatch | undefined {
  const name = plainName(model);
  const candidates = [...ids]
    .map((id) => ({ id, plain: plainName(id) }))
    .filter(({ plain }) => plain !== "")
    .sort((a, b) => b.plain.length - a.plain.length);
  const found =
    candidates.find(({ plain }) => plain === name) ??
    candidates.find(({ plain }) => name.startsWith(plain) && isWhole(name, plain, 0)) ??
    candidates.find(({ plain }) => isWhole(name, plain, name.indexOf(plain)));
  if (!found) return undefined;
  const { id, plain } = found;
  return { id, same: sameModel.test(name.slice(name.indexOf(plain) + plain.length)) };
}

/** Between dashes, and not followed by the rest of a version: gpt-4 is not gpt-4.7. */
function isWhole(name: string, part: string, at: number): boolean {
  if (at < 0 || (at > 0 && name[at - 1] !== "-")) return false;
  if (part.endsWith("-")) return true;
  const rest = name.slice(at + part.length);
  return rest === "" || (rest.startsWith("-") && !/^-\d{1,2}(?:-|$)/.test(rest));
}

/** What may follow the name of a model that is still the same one. */
const sameModel = /^(?:-(?:\d{3,}|v\d+(?:-\d+)?|latest|preview|exp|beta|it|instruct|thinking))*$/;
