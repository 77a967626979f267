/** What the full screen does with a terminal's capabilities, and what it does without them. */
import type { Capabilities } from "../../terminal/capabilities.ts";
import { extendedName, type StringName } from "../../terminfo/names.ts";
import type { Finding } from "./report.ts";

interface Use {
  readonly what: string;
  /** Each of these sets is enough; the first that is complete is taken. */
  readonly any: readonly (readonly StringName[])[];
  readonly otherwise: string;
}

const uses: readonly Use[] = [
  { what: "address the cursor", any: [["cup"]], otherwise: "no full screen" },
  { what: "clear the screen", any: [["clear"], ["ed"]], otherwise: "no full screen" },
  { what: "erase to the end of a line", any: [["el"]], otherwise: "spaces are written" },
  { what: "erase characters", any: [["ech"]], otherwise: "spaces are written" },
  {
    what: "scroll",
    any: [
      ["csr", "ind", "ri"],
      ["il1", "dl1"],
      ["il", "dl"],
    ],
    otherwise: "the rows are written again",
  },
  { what: "leave your screen as it was", any: [["smcup", "rmcup"]], otherwise: "it is left tidy" },
  { what: "make the arrow keys send", any: [["smkx", "rmkx"]], otherwise: "they send by themselves, or not" },
  { what: "hide the cursor while painting", any: [["civis", "cnorm"]], otherwise: "it stays visible" },
  { what: "bold", any: [["bold"]], otherwise: "not shown" },
  { what: "dim", any: [["dim"]], otherwise: "not shown" },
  { what: "underline", any: [["smul"]], otherwise: "not shown" },
  { what: "reverse", any: [["rev"], ["smso"]], otherwise: "not shown" },
  { what: "italics", any: [["sitm"]], otherwise: "not shown" },
  {
    what: "colours",
    any: [
      ["setaf", "setab"],
      ["setf", "setb"],
    ],
    otherwise: "none",
  },
  { what: "draw lines", any: [["acsc", "smacs", "rmacs"]], otherwise: "UTF-8 or ASCII" },
  {
    what: "tell a paste from typing",
    any: [[extendedName("BE"), extendedName("BD"), extendedName("PS"), extendedName("PE")]],
    otherwise: "by how fast it comes",
  },
  {
    what: "scroll with the wheel (--mouse)",
    any: [["kmous", extendedName("XM")]],
    otherwise: "the mouse stays the terminal's own",
  },
  { what: "show a frame as one", any: [[extendedName("Sync")]], otherwise: "as it arrives" },
];

export function usesOf({ has }: Capabilities): readonly Finding[] {
  return uses.map(({ what, any, otherwise }) => {
    const taken = any.find((names) => names.every((name) => has(name)));
    const wanted = any.map((names) => names.join(" ")).join(" or ");
    return { label: what, value: taken ? taken.join(" ") : `without ${wanted}: ${otherwise}` };
  });
}
