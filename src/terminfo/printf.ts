/** The part of C's printf that a terminfo format can ask for. It must not know the rest of the format. */

/** Flags, width and precision between `%` and the conversion letter. */
export interface Layout {
  readonly left: boolean;
  readonly zero: boolean;
  readonly space: boolean;
  readonly alternate: boolean;
  readonly width: number;
  readonly precision: number | undefined;
}

const largestWidth = 10_000;
const pattern = /^([-# 0]*)(\d*)(?:\.(\d*))?/;

/** Undefined for an empty or absurd one: ncurses then prints the bare value. */
export function parseLayout(text: string): Layout | undefined {
  const [, flags = "", width = "", precision] = pattern.exec(text) ?? [];
  const tooLarge = Number(width) > largestWidth || Number(precision ?? 0) > largestWidth;
  if (text === "" || tooLarge || text.split(".").length > 2) {
    return undefined;
  }
  return {
    left: flags.includes("-"),
    zero: flags.includes("0"),
    space: flags.includes(" "),
    alternate: flags.includes("#"),
    width: Number(width),
    precision: precision === undefined ? undefined : Number(precision),
  };
}

export type NumberConversion = "d" | "o" | "x" | "X";

/** `value` is a 32-bit integer. */
export function printNumber(conversion: NumberConversion, layout: Layout | undefined, value: number): string {
  const digits = convert[conversion](value);
  if (layout === undefined) {
    return value < 0 && conversion === "d" ? `-${digits}` : digits;
  }
  const sign = conversion === "d" ? signOf(value, layout) : "";
  const prefix = layout.alternate ? sign + alternatePrefix(conversion, value) : sign;
  const exact = withPrecision(digits, layout.precision);
  const full = layout.alternate && conversion === "o" && !exact.startsWith("0") ? `0${exact}` : exact;
  if (layout.zero && !layout.left && layout.precision === undefined) {
    return prefix + full.padStart(layout.width - prefix.length, "0");
  }
  return justify(prefix + full, layout);
}

export function printText(layout: Layout | undefined, text: string): string {
  return layout === undefined ? text : justify(text.slice(0, layout.precision), layout);
}

const convert: Readonly<Record<NumberConversion, (value: number) => string>> = {
  d: (value) => String(Math.abs(value)),
  o: (value) => (value >>> 0).toString(8),
  x: (value) => (value >>> 0).toString(16),
  X: (value) => (value >>> 0).toString(16).toUpperCase(),
};

function signOf(value: number, layout: Layout): string {
  if (value < 0) {
    return "-";
  }
  return layout.space ? " " : "";
}

function alternatePrefix(conversion: NumberConversion, value: number): string {
  const isHex = conversion === "x" || conversion === "X";
  return isHex && value !== 0 ? `0${conversion}` : "";
}

/** Precision 0 prints nothing for zero, as in C. */
function withPrecision(digits: string, precision: number | undefined): string {
  return precision === 0 && digits === "0" ? "" : digits.padStart(precision ?? 0, "0");
}

function justify(text: string, layout: Layout): string {
  return layout.left ? text.padEnd(layout.width) : text.padStart(layout.width);
}
