/** The keys of the full screen as the help shows them, and what people call them. It must not know key maps. */

export interface KeyRow {
  /** As `keyLabel` names them; each of them does it. */
  readonly keys: readonly string[];
  readonly does: string;
}

export const keyRows: readonly KeyRow[] = [
  { keys: ["enter"], does: "send; while something runs: queue" },
  { keys: ["newline", "alt-enter"], does: "new line; also \\ at the end of a line" },
  { keys: ["ctrl-c", "escape"], does: "stop what is running" },
  { keys: ["ctrl-d"], does: "leave, on an empty line" },
  { keys: ["tab"], does: "complete a command, a name, a path after @" },
  { keys: ["up", "ctrl-p"], does: "earlier entry; first what is queued, on an empty line" },
  { keys: ["down", "ctrl-n"], does: "later entry" },
  { keys: ["ctrl-r"], does: "search the entries" },
  { keys: ["ctrl-a", "home"], does: "start of the line" },
  { keys: ["ctrl-e", "end"], does: "end of the line" },
  { keys: ["alt-b", "alt-f"], does: "a word back, a word on" },
  { keys: ["ctrl-w", "ctrl-u", "ctrl-k"], does: "delete the word, to the start, to the end" },
  { keys: ["ctrl-y"], does: "insert what was deleted" },
  { keys: ["ctrl-_", "ctrl-x ctrl-u"], does: "undo" },
  { keys: ["page-up", "page-down", "alt-v", "ctrl-v"], does: "scroll a page" },
  { keys: ["ctrl-up", "ctrl-down"], does: "scroll half a page; also /up, /down" },
  { keys: ["shift-up", "shift-down"], does: "scroll a line; also /up 1, /down 1" },
  { keys: ["ctrl-home", "ctrl-end"], does: "the beginning, the end; also /top, /bottom" },
  { keys: ["alt-up", "alt-down"], does: "the message before, after; also /previous, /next" },
  { keys: ["ctrl-g"], does: "find in the history, then n, N; also /find" },
  { keys: ["ctrl-o"], does: "expand or collapse tool output and reasoning" },
  { keys: ["ctrl-l"], does: "draw the screen anew" },
  { keys: ["ctrl-x ctrl-e"], does: "write in $EDITOR" },
  { keys: ["ctrl-z"], does: "back to the shell; fg returns" },
  { keys: ["?"], does: "this help, on an empty line" },
];

/** What every keyboard has. */
const everywhere = new Set(["enter", "newline", "tab", "escape", "backspace", "space"]);

/** Whether a key can be pressed on a terminal whose description has these keys. */
export function isReachable(label: string, present: ReadonlySet<string>): boolean {
  return label.split(" ").every((key) => {
    if (present.has(key)) return true;
    const bare = key.replace(/^alt-(?=.)/, "");
    return everywhere.has(bare) || /^(?:ctrl-[a-z_]|.)$/su.test(bare);
  });
}

const names: Readonly<Partial<Record<string, string>>> = {
  newline: "Ctrl-J",
  escape: "Esc",
  "page-up": "PgUp",
  "page-down": "PgDn",
  "back-tab": "Shift-Tab",
};

/** "ctrl-a" as "Ctrl-A", "page-up" as "PgUp". */
export function keyName(label: string): string {
  return label.split(" ").map(oneName).join(" ");
}

function oneName(key: string): string {
  const modifiers = /^(?:(?:ctrl|alt|shift)-(?=.))*/.exec(key)?.[0] ?? "";
  const base = key.slice(modifiers.length);
  const isLetter = modifiers.includes("ctrl-") && base.length === 1;
  const name = names[base] ?? (isLetter ? base.toUpperCase() : base.length > 1 ? capital(base) : base);
  return modifiers.replace(/[a-z]+/g, capital) + name;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
