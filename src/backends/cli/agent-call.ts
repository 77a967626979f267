/** From a profile and a prompt to the command line. Pure. */
import type { AgentProfile } from "./profiles.ts";

export interface AgentCall {
  readonly file: string;
  readonly args: readonly string[];
  /** Exactly what standard input carries; without it there is none. */
  readonly input?: string;
}

export interface CallFacts {
  readonly prompt: string;
  readonly model?: string;
  /** Of the agent's own conversation, to be taken up again. */
  readonly session?: string;
  /** The user's own settings, which win over the profile. */
  readonly command?: string;
  readonly args?: readonly string[];
  readonly promptVia?: "argument" | "stdin";
}

export function agentCall(profile: AgentProfile, facts: CallFacts): AgentCall {
  const own = facts.args ?? profile.args;
  const asks = own.some((item) => item.includes("{prompt}"));
  const via = asks ? "argument" : (facts.promptVia ?? profile.promptVia);
  const promptSlot = via === "stdin" ? profile.stdin : profile.argument;
  const slots: Readonly<Record<string, readonly string[]>> = {
    "{args}": own,
    "{model}": facts.model === undefined ? [] : (profile.model ?? []),
    "{resume}": facts.session === undefined ? [] : (profile.resume ?? []),
    "{prompt}": asks ? [] : promptSlot,
  };
  const template = profile.argv.flatMap((item) => slots[item] ?? [item]);
  const args = template.flatMap((item) => fillIn(item, profile, facts));
  const file = facts.command ?? profile.command;
  return via === "stdin" ? { file, args, input: facts.prompt } : { file, args };
}

const nul = String.fromCharCode(0);

/** In one pass: what a prompt contains is not looked at again. */
function fillIn(item: string, profile: AgentProfile, facts: CallFacts): readonly string[] {
  const values: Readonly<Record<string, string>> = {
    prompt: facts.prompt.replaceAll(nul, " "),
    model: facts.model ?? "",
    session: facts.session ?? "",
  };
  const filled = item.replaceAll(/\{(prompt|model|session)\}/g, (_whole, name: string) => values[name] ?? "");
  const isPrompt = item.startsWith("{prompt}");
  const isTaken = filled.startsWith("-") || profile.reserved?.includes(filled.trim());
  if (!isPrompt || !isTaken) return [filled];
  return profile.guard === "--" ? ["--", filled] : [` ${filled}`];
}
