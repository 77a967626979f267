/** Which agents there are, which one is in force and who chose it; a project gains no power through them. */
import { defaultSettings } from "../model/settings.ts";
import { ownKeys } from "./layer.ts";
import { builtInVariants, mergeVariants, type Variant } from "./variants.ts";

/** A name of an agent and where it is written, for messages. */
export interface AgentName {
  readonly name: string;
  readonly from: string;
}

/** An agent ranks with the source that chose it: over the other keys of a file, under the other variables or flags. */
export type Rank = "user" | "project" | "environment" | "flags";

interface ChosenAgent extends AgentName {
  readonly rank: Rank;
  readonly notices: readonly string[];
}

interface AgentNames {
  readonly flag?: string;
  readonly variable?: string;
  readonly project?: AgentName;
  readonly user?: AgentName;
}

export function chooseAgent(names: AgentNames, variants: readonly Variant[]): ChosenAgent {
  const { flag, variable, project, user } = names;
  if (flag !== undefined) return { name: flag, from: "--agent", rank: "flags", notices: [] };
  if (variable !== undefined) {
    return { name: variable, from: "TREADLE_AGENT", rank: "environment", notices: [] };
  }
  const own = { name: defaultSettings.agent, from: "default", ...user, rank: "user" } as const;
  if (project === undefined) return { ...own, notices: [] };
  const keys = powersOf(variants, project.name);
  if (keys.length === 0) return { ...project, rank: "project", notices: [] };
  const refusal = `${project.from}: agent ${project.name} is ignored in a project file because it sets ${keys.join(" and ")}: choose it with --agent or in your own configuration.`;
  return { ...own, notices: [refusal] };
}

interface KnownVariants {
  readonly variants: readonly Variant[];
  readonly notices: readonly string[];
}

/** A project may add agents and change harmless ones, never one that may do what the project may not. */
export function knownVariants(user: readonly Variant[], project: readonly Variant[]): KnownVariants {
  const own = mergeVariants(builtInVariants, user);
  const isRefused = ({ name }: Variant) => powersOf(own, name).length > 0;
  return {
    variants: mergeVariants(
      own,
      project.filter((variant) => !isRefused(variant)),
    ),
    notices: project
      .filter(isRefused)
      .map(
        ({ name }) =>
          `The project's changes to agent ${name} are ignored: make them in your own configuration.`,
      ),
  };
}

/** The keys that the agent sets and a project may not. */
function powersOf(variants: readonly Variant[], name: string): readonly string[] {
  const variant = variants.find((candidate) => candidate.name === name);
  return variant === undefined ? [] : ownKeys(variant.settings);
}
