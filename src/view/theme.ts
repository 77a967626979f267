/** What a theme says, and what it comes to on a terminal with so many colours. Knows no files and no terminal. */
import { type Role, roles } from "./line.ts";

/** How a kind of text looks on a certain terminal. Colours are those of the usual 256. */
export interface Attrs {
  readonly bold: boolean;
  readonly dim: boolean;
  readonly underline: boolean;
  readonly reverse: boolean;
  readonly italic: boolean;
  readonly fg: number;
  readonly bg: number;
}

/** The terminal's own colour. */
export const ownColour = -1;

export const flagNames = ["bold", "dim", "underline", "reverse", "italic"] as const;

/** How many colours a terminal has; 0 also where none are wanted (NO_COLOR). */
export const depths = [0, 8, 16, 256] as const;
export type Depth = (typeof depths)[number];

const basicColours = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"] as const;

/** Names of the colours 0 to 15, and "default" for the terminal's own. */
export const colourNumbers: ReadonlyMap<string, number> = new Map([
  ["default", ownColour],
  ...basicColours.map((name, index) => [name, index] as const),
  ...basicColours.map((name, index) => [`bright-${name}`, index + 8] as const),
]);

export type Colour = number | string;

/** One value for all terminals, or each for terminals that have at least so many colours. */
export type ByDepth<T> = T | Partial<Readonly<Record<`${Depth}`, T>>>;

type Flags = { readonly [F in (typeof flagNames)[number]]?: ByDepth<boolean> | undefined };

export interface Look extends Flags {
  readonly fg?: ByDepth<Colour> | undefined;
  readonly bg?: ByDepth<Colour> | undefined;
}

export interface Theme {
  readonly description?: string | undefined;
  readonly roles: { readonly [R in Role]?: Look | undefined };
}

export type ResolvedTheme = Readonly<Record<Role, Attrs>>;

/**
 * Each role takes from `text` the colours that it does not name or that the terminal lacks; `text` takes the
 * terminal's own. What is selected or found stands out, whatever the theme says.
 */
export function resolveTheme(theme: Theme, depth: Depth): ResolvedTheme {
  const plain = { fg: ownColour, bg: ownColour };
  const text = resolveLook(theme.roles.text ?? {}, depth, plain);
  const looks = roles.map((role) => [role, resolveLook(theme.roles[role] ?? {}, depth, text)] as const);
  const resolved = Object.fromEntries(looks) as Record<Role, Attrs>;
  for (const role of ["selection", "search-match"] as const) resolved[role] = standOut(resolved[role], text);
  return resolved;
}

function resolveLook(look: Look, depth: Depth, inherited: Pick<Attrs, "fg" | "bg">): Attrs {
  const flag = (name: (typeof flagNames)[number]) => valueAt(look[name], depth) ?? false;
  return {
    bold: flag("bold"),
    dim: flag("dim"),
    underline: flag("underline"),
    reverse: flag("reverse"),
    italic: flag("italic"),
    fg: colourAt(look.fg, depth) ?? inherited.fg,
    bg: colourAt(look.bg, depth) ?? inherited.bg,
  };
}

/** The value for the most colours that the terminal has. */
function valueAt<T extends Colour | boolean>(value: ByDepth<T> | undefined, depth: Depth): T | undefined {
  if (typeof value !== "object") return value;
  const fitting = depths.filter((count) => count <= depth && value[`${count}`] !== undefined);
  const most = fitting.at(-1);
  return most === undefined ? undefined : value[`${most}`];
}

function colourAt(value: ByDepth<Colour> | undefined, depth: Depth): number | undefined {
  const colour = valueAt(value, depth);
  if (colour === undefined) return undefined;
  const number = typeof colour === "number" ? colour : (colourNumbers.get(colour) ?? ownColour);
  return number < depth ? number : undefined;
}

function standOut(attrs: Attrs, text: Attrs): Attrs {
  const visible = attrs.reverse !== text.reverse || attrs.bg !== text.bg;
  return visible ? attrs : { ...attrs, reverse: !text.reverse };
}
