/** What treadle init goes by: what was found here, and what would be taken without any settings. */
import { accessOf } from "../../backends/registry.ts";
import type { FirstSettings } from "../../config/commented-config.ts";
import type { ApprovalMode } from "../../model/approval.ts";
import type { Settings } from "../../model/settings.ts";
import { canBeModel, later } from "./choices.ts";
import type { Machine } from "./machine.ts";
import { type Candidate, survey } from "./survey.ts";

export interface Plan {
  readonly candidates: readonly Candidate[];
  /** The backend that would be taken without settings; absent where that is the demo. */
  readonly usual?: string;
  /** The full name of a backend, or undefined where there is none. */
  nameOf(typed: string): string | undefined;
  /** What is taken where no model is named; undefined where nobody can tell. */
  usualModel(backend: string): Promise<string | undefined>;
  firstSettings(chosen: Chosen): FirstSettings;
}

export interface Chosen {
  readonly backend: string;
  /** Empty: the usual one. */
  readonly model: string;
  readonly approvalMode: ApprovalMode;
}

export async function makePlan(machine: Machine, approvalMode: ApprovalMode): Promise<Plan> {
  const settings: Settings = { ...machine.settings, approvalMode };
  const candidates = await survey(machine);
  const { backend: _, ...unset } = settings;
  const choice = await machine.choose(unset);
  const find = (name: string) => candidates.find(({ backend }) => backend === name);
  return {
    candidates,
    ...(!choice.isLastResort && { usual: choice.name }),
    nameOf: (typed) => accessOf(typed, settings)?.name,
    async usualModel(backend) {
      const [first] = (find(backend)?.models ?? []).filter(canBeModel);
      if (first !== undefined) return first;
      const made = await machine.make(settings, { name: backend, reason: "" });
      return made.kind === "ok" ? made.backend.model : undefined;
    },
    firstSettings({ backend, model, approvalMode }) {
      if (backend === later) return { approvalMode };
      const { keyVariable } = find(backend) ?? {};
      return {
        backend,
        approvalMode,
        ...(model !== "" && { model }),
        ...(keyVariable !== undefined && { keyVariable }),
      };
    },
  };
}

/** What has to be done before the backend can answer, in sentences. */
export function missing({ candidates }: Plan, backend: string): readonly string[] {
  const { ready = true, keyVariable } = candidates.find((known) => known.backend === backend) ?? {};
  if (ready || keyVariable === undefined) return [];
  return [`Set the key before you start: export ${keyVariable}=...`];
}
