/** How a level of thinking is put to a Claude model. Pure; what each generation accepts is all it knows. */
import type { ThinkingLevel } from "../model/settings.ts";
import type { Json } from "./json.ts";

/** Part of the body of a request; empty where nothing is to be said. */
export function thinkingFields(level: ThinkingLevel | undefined, model: string, maxTokens: number): Json {
  if (level === undefined) return {};
  if (!decidesItself(model)) return budgetFields(level, maxTokens);
  if (level !== "off") {
    return { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: level } };
  }
  return alwaysThinks(model) ? { output_config: { effort: "low" } } : { thinking: { type: "disabled" } };
}

/** While it thinks, a model refuses to have its words chosen in another way. */
export function allowsSampling(level: ThinkingLevel | undefined): boolean {
  return level === undefined || level === "off";
}

/** Since 4.6 the model decides how much; older ones, and models of other makers, are given a budget. */
function decidesItself(model: string): boolean {
  const [, major, minor = "0"] = /claude-(?:[a-z]+-)?(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/.exec(model) ?? [];
  return Number(major) > 4 || (Number(major) === 4 && Number(minor) >= 6);
}

function alwaysThinks(model: string): boolean {
  return /claude-(?:fable|mythos)/.test(model);
}

const leastBudget = 1024;
const shares: Readonly<Record<Exclude<ThinkingLevel, "off">, number>> = {
  low: 0.25,
  medium: 0.5,
  high: 0.75,
};

/** The budget is part of the longest answer, and must leave room for one. */
function budgetFields(level: ThinkingLevel, maxTokens: number): Json {
  if (level === "off") return {};
  const budget = Math.max(leastBudget, Math.floor(maxTokens * shares[level]));
  return budget < maxTokens ? { thinking: { type: "enabled", budget_tokens: budget } } : {};
}
