/** The sessions there are, as lines to choose from. */
import { listSessions, peekSession, type SessionFile, sessionName } from "../sessions/session-files.ts";

export interface ListOptions {
  readonly most: number;
  readonly now: number;
  /** The file of the one that is open. */
  readonly open: string | undefined;
}

export function sessionList(directory: string, { most, now, open }: ListOptions): string {
  const files = listSessions(directory);
  if (files.length === 0) return "No session has been recorded yet.";
  const shown = files.slice(0, most).map((file) => row(file, now, open));
  const left = files.length - shown.length;
  return ["Sessions:", ...shown, ...(left > 0 ? [`... and ${left} more`] : [])].join("\n");
}

function row({ id, path, updated }: SessionFile, now: number, open: string | undefined): string {
  const { prompt, taskOf } = peekSession(path);
  const name = sessionName(path);
  const beside = taskOf === undefined ? "" : `(task of ${taskOf}) `;
  const title = name ?? `${beside}${excerpt(prompt ?? "")}`;
  return `${path === open ? "*" : " "} ${id}  ${age(now - updated)}  ${title}`.trimEnd();
}

const excerptLength = 40;

function excerpt(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, " ").trim()];
  if (characters.length <= excerptLength) return characters.join("");
  return `${characters.slice(0, excerptLength).join("")}...`;
}

const units = [
  { ms: 86_400_000, name: "d" },
  { ms: 3_600_000, name: "h" },
  { ms: 60_000, name: "min" },
] as const;

function age(ms: number): string {
  const unit = units.find((candidate) => ms >= candidate.ms);
  return unit ? `${Math.floor(ms / unit.ms)} ${unit.name} ago` : "just now";
}
