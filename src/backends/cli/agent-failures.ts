/** Why a run of an agent is no answer, in its own words where it has any, and what to do about it. */
import type { Failure, FailureKind } from "../../model/backend.ts";
import { detailOf } from "../error-detail.ts";
import type { AgentEnd } from "./agent-run.ts";
import type { AgentProfile } from "./profiles.ts";
import { createScreenLines } from "./screen-lines.ts";

/** Whom the messages are about. */
export interface AgentNames {
  readonly command: string;
  /** Where its settings are: "backends.coro". */
  readonly settings: string;
  readonly profile: AgentProfile;
  readonly timeoutSeconds: number;
  /** Texts that must not be shown, whoever quotes them. */
  readonly secrets: readonly string[];
}

export interface AgentFailure {
  readonly failure: Failure;
  /** What to do, or what else is known. */
  readonly hint: string;
}

/** What the run has shown by its end. */
export interface RunFacts {
  readonly end: AgentEnd;
  /** What the agent said is wrong. */
  readonly problem?: string;
  readonly isFinished: boolean;
  /** Whether it has said or done anything: then it is not simply run again. */
  readonly hasActed: boolean;
  readonly errors: string;
  readonly stray: string;
}

/** Undefined when the answer is complete. Cancelling is not looked at. */
export function failureOf(facts: RunFacts, names: AgentNames): AgentFailure | undefined {
  const { end, problem } = facts;
  if (end.kind === "not-started") return notStarted(end.code, names);
  if (end.kind === "timed-out") return timedOut(names);
  if (end.kind === "flooded") return flooded(names);
  const said = problem ?? lastWords(facts.errors) ?? lastWords(facts.stray);
  if (problem !== undefined || isBad(end)) return broken(said, facts, names);
  const isCut = names.profile.tellsEnd && !facts.isFinished;
  return isCut ? unreadable(said, facts, names) : undefined;
}

function isBad(end: AgentEnd): boolean {
  return end.kind === "signalled" || (end.kind === "exited" && end.code !== 0);
}

function notStarted(code: string, { command, settings }: AgentNames): AgentFailure {
  const setting = `\`${settings}.command\``;
  if (code === "ENOENT") {
    return other(`Command '${command}' not found`, `Install ${command}, or name its program in ${setting}.`);
  }
  if (code === "EACCES") {
    return other(`Command '${command}' may not be run`, `Make it executable, or correct ${setting}.`);
  }
  if (code === "E2BIG") {
    const hint = `Set \`${settings}.prompt_via\` to stdin if ${command} reads it, or lower \`${settings}.context_messages\`.`;
    return other(`The prompt is too long for the command line of ${command}`, hint);
  }
  return other(`Command '${command}' could not be started (${code})`, `Check ${setting}.`);
}

function timedOut({ settings, timeoutSeconds }: AgentNames): AgentFailure {
  const hint = `Everything it had started was stopped; \`${settings}.timeout\` gives it more seconds.`;
  return other(`Command timed out after ${duration(timeoutSeconds)}`, hint);
}

function duration(seconds: number): string {
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, "minute"] : [seconds, "second"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function flooded({ command, settings }: AgentNames): AgentFailure {
  return other(
    `${command} wrote without end and was stopped`,
    `Ask for less, or check \`${settings}.args\`.`,
  );
}

function broken(said: string | undefined, facts: RunFacts, names: AgentNames): AgentFailure {
  const how = howItEnded(facts.end, names);
  if (said === undefined) return other(how, `Run ${names.command} by itself to see what is wrong.`);
  const message = shown(said, names);
  const kind = kindOf(said, facts.hasActed);
  return { failure: { kind, message }, hint: kind === "auth" ? `${how}: ${logIn(names)}.` : `${how}.` };
}

function howItEnded(end: AgentEnd, { command, profile }: AgentNames): string {
  if (end.kind === "signalled") return `${command} was ended by ${end.signal}`;
  if (end.kind !== "exited" || end.code === 0) return `${command} could not answer`;
  const meaning = profile.exitCodes?.[end.code];
  return `${command} ended with exit code ${end.code}${meaning ? ` (${meaning})` : ""}`;
}

function logIn({ command, profile }: AgentNames): string {
  const [key] = profile.keys;
  return `run ${command} by itself and log in${key ? `, or set ${key}` : ""}`;
}

function unreadable(said: string | undefined, facts: RunFacts, names: AgentNames): AgentFailure {
  const { command, settings } = names;
  const hint = `Try again; if it stays so, update ${command} or check \`${settings}.command\` and \`${settings}.profile\`.`;
  if (facts.hasActed) return other(`${command} ended before its answer was complete`, hint);
  const words = said === undefined ? "nothing" : `"${shown(said, names)}"`;
  return other(`${command} did not answer in the format that is expected of it, but wrote ${words}`, hint);
}

function other(message: string, hint: string): AgentFailure {
  return { failure: { kind: "other", message }, hint };
}

/** One short line without secrets. */
function shown(text: string, { secrets }: AgentNames): string {
  const known = secrets.filter((secret) => secret.length >= 8);
  return detailOf(text, (whole) => known.reduce((rest, secret) => rest.replaceAll(secret, "***"), whole));
}

/** The line that speaks of an error, or the last one. */
function lastWords(output: string): string | undefined {
  const screen = createScreenLines();
  const lines = [...screen.read(output), ...screen.end()]
    .map(({ text }) => text.trim())
    .filter((text) => text !== "");
  return lines.find((text) => /^(?:\S+: )?(?:fatal|error|panicked)\b/i.test(text)) ?? lines.at(-1);
}

const kinds: readonly (readonly [FailureKind, RegExp])[] = [
  ["auth", /\b401\b|invalid api key|unauthori[sz]ed|not logged in|please (?:run )?\/?log ?in|authenticat/i],
  ["context-overflow", /prompt is too long|context[ _](?:window|length|limit)/i],
  ["rate-limit", /\b429\b|rate.?limit|usage limit|quota/i],
  ["overloaded", /\b529\b|overloaded/i],
];

/** The kinds that are tried again by themselves are for agents that have done nothing yet. */
function kindOf(said: string, hasActed: boolean): FailureKind {
  const kind = kinds.find(([, pattern]) => pattern.test(said))?.[0] ?? "other";
  return hasActed && (kind === "rate-limit" || kind === "overloaded") ? "other" : kind;
}
