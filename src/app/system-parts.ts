/** The parts of the system prompt that are in force in a session, and what its commands may do with skills. */
import type { SkillPowers } from "../commands/command.ts";
import { promptPart, type SystemPart } from "../context/system-parts.ts";
import type { Emit } from "../loop/bus.ts";
import type { Engine } from "./engine.ts";
import type { Guidance } from "./guidance.ts";
import { latest } from "./latest.ts";
import type { Lazily } from "./lazily.ts";

export interface SystemPartsOf {
  readonly engine: Engine;
  readonly guidance: Lazily<Guidance>;
}

/** What the user is to know of the files goes to `emit`. */
export async function systemParts(
  { engine, guidance }: SystemPartsOf,
  emit: Emit,
): Promise<readonly SystemPart[]> {
  const settings = engine.settings();
  const { notes, skills, systemPrompt } = settings;
  // Other agents read the notes and skills of the project by themselves.
  if (engine.backend().ownTools || !(notes || skills)) return promptPart(systemPrompt);
  const tools = (await engine.toolbox().get()).specs();
  const canRead = tools.some(({ name }) => name === "read");
  const { parts, notices } = await (await guidance.get()).look(settings, canRead);
  for (const text of notices) emit({ type: "notice", level: "warning", text });
  return parts;
}

export function skillPowers(guidance: Lazily<Guidance>): SkillPowers {
  return {
    list: async () => (await guidance.get()).skills(),
    body: async (skill) => (await guidance.get()).body(skill),
  };
}

export function createSkillNames(guidance: Lazily<Guidance>): () => readonly string[] {
  const { list } = skillPowers(guidance);
  return latest(async () => (await list()).map(({ name }) => name));
}
