/** Whoever answered in a session answers again when it is resumed, unless flags say otherwise or it cannot be made. */
import type { Switching } from "../commands/command.ts";
import type { Flags } from "../config/invocation.ts";
import type { Engine } from "./engine.ts";
import type { RecordedSettings } from "./recorder.ts";

export interface Restored {
  /** In sentences. */
  readonly problems: readonly string[];
  /** Another model than the one that answered last. */
  readonly isAnother: boolean;
}

export type RestoreSettings = (recorded: RecordedSettings) => Promise<Restored>;

export function settingsRestorer(
  engine: Engine,
  switching: Pick<Switching, "useAgent" | "useBackend" | "useModel">,
  flags: Flags,
): RestoreSettings {
  const { settings: given } = flags;
  const answersAs = ({ backend, model }: RecordedSettings) =>
    engine.backend().name === backend && engine.backend().model === model;

  return async (recorded) => {
    const problems: string[] = [];
    const attempt = async (what: string, change: ReturnType<Switching["useModel"]>) => {
      const outcome = await change;
      if (outcome.kind === "kept")
        problems.push(`${what} of this session cannot be used: ${outcome.problem}`);
      return outcome.kind === "switched";
    };
    if (flags.agent === undefined && engine.settings().agent !== recorded.agent) {
      await attempt(`The agent ${recorded.agent}`, switching.useAgent(recorded.agent));
    }
    const free = given.backend === undefined && given.model === undefined;
    if (free && !answersAs(recorded)) await useAgain(recorded, attempt);
    return { problems, isAnother: !answersAs(recorded) };
  };

  async function useAgain(
    { backend, model }: RecordedSettings,
    attempt: (what: string, change: ReturnType<Switching["useModel"]>) => Promise<boolean>,
  ): Promise<void> {
    const same = engine.backend().name === backend;
    if (!same && !(await attempt(`The backend ${backend}`, switching.useBackend(backend)))) return;
    if (engine.backend().model !== model) await attempt(`The model ${model}`, switching.useModel(model));
  }
}
