/** What the doctor says about the terminal. */
import type { ChosenDisplay } from "../../display/choose.ts";
import type { Settings } from "../../model/settings.ts";
import type { Capabilities } from "../../terminal/capabilities.ts";
import { createCharset } from "../../terminal/charset.ts";
import { createColours } from "../../terminal/colours.ts";
import { keyLabel } from "../../terminal/keys/key.ts";
import { keysOf } from "../../terminal/keys/table.ts";
import type { Terminal } from "../../terminal/look-up.ts";
import { chooseSize } from "../../terminal/size.ts";
import type { Entry } from "../../terminfo/read.ts";
import type { Host } from "../host.ts";
import type { Finding, Section } from "./report.ts";
import { usesOf } from "./uses.ts";

export function terminalSections(
  host: Host,
  settings: Settings | undefined,
  terminal: Terminal,
  chosen: ChosenDisplay,
): readonly Section[] {
  const { env, stdin, stdout } = host;
  const yesNo = (isTty: boolean | undefined) => (isTty ? "a terminal" : "not a terminal");
  const findings: Finding[] = [
    { label: "TERM", value: env.TERM || "not set" },
    ...entryFindings(terminal, env.TERM),
    { label: "standard input", value: yesNo(stdin.isTTY) },
    { label: "standard output", value: yesNo(stdout.isTTY) },
    { label: "display", value: `${chosen.display}, ${chosen.reason}` },
    { label: "display setting", value: settings?.display ?? "auto" },
  ];
  if (terminal.kind === "unknown") return [{ title: "Terminal", findings }];
  const { capabilities } = terminal;
  return [
    { title: "Terminal", findings: [...findings, ...appearance(host, capabilities)] },
    { title: "Capabilities in use", findings: usesOf(capabilities) },
  ];
}

function entryFindings(terminal: Terminal, term: string | undefined): readonly Finding[] {
  if (terminal.kind === "unknown") {
    return [
      { label: "entry", value: terminal.reason, advice: term ? howToInstall(term) : howToSet },
      { label: "looked in", value: terminal.searched.map(({ place }) => place).join(", ") || "nowhere" },
    ];
  }
  const { entry } = terminal.capabilities;
  const missing = terminal.capabilities.missingFor("fullscreen");
  return [
    { label: "entry", value: `${entry.names.join("|")} (${entry.description})` },
    { label: "found in", value: terminal.path },
    { label: "full screen", value: missing.length === 0 ? "possible" : `impossible: ${missing.join("; ")}` },
  ];
}

const howToSet = "Set TERM to the name of your terminal, such as xterm-256color.";

function howToInstall(term: string): string {
  return `Install the package ncurses-term (Debian, Termux: ncurses-utils), or copy the entry from a machine that has it: infocmp -x ${term} | ssh HOST tic -x -`;
}

function appearance({ env, terminalSize }: Host, { entry }: Capabilities): readonly Finding[] {
  const { columns, rows } = chooseSize({ reported: terminalSize(), env, entry });
  const noColour = Boolean(env.NO_COLOR);
  const { depth } = createColours(entry, { none: noColour });
  const { encoding, hasAlternates } = createCharset({ entry, locale: env });
  return [
    { label: "size", value: `${columns}x${rows}` },
    { label: "colours", value: `${depth || "none"}${noColour ? " (NO_COLOR is set)" : ""}` },
    { label: "characters", value: hasAlternates ? `${encoding}, lines from the alternate set` : encoding },
    { label: "keys", value: keysThere(entry) },
  ];
}

/** The keys by name; of function keys and of keys with modifiers there are too many to list. */
function keysThere(entry: Entry): string {
  const labels = [...new Set(keysOf(entry).map(({ key }) => keyLabel(key)))];
  const isFunctionKey = (label: string) => /^f\d+$/.test(label);
  const isModified = (label: string) => /^(?:ctrl|alt|shift)-./.test(label);
  const named = labels.filter((label) => !isFunctionKey(label) && !isModified(label));
  const functionKeys = labels.filter(isFunctionKey).length;
  const modified = labels.filter(isModified).length;
  const counts = [
    ...(functionKeys > 0 ? [`${functionKeys} function keys`] : []),
    ...(modified > 0 ? [`${modified} with shift, alt or ctrl`] : []),
  ];
  return [named.join(" "), ...counts].filter(Boolean).join(", ") || "none";
}
