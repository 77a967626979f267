/** The models that can be completed: what the service lists and, until it has, what the catalogue knows. Never waits. */
import type { Switching } from "../commands/command.ts";
import type { Backend } from "../model/backend.ts";
import type { Engine } from "./engine.ts";

export interface ModelNamesParts {
  readonly engine: Pick<Engine, "backend" | "catalogue">;
  readonly switching: Pick<Switching, "models">;
}

/** The service is asked when the names are first wanted of it. */
export function createModelNames({ engine, switching }: ModelNamesParts): () => readonly string[] {
  let asked: Backend | undefined;
  let listed: readonly string[] | undefined;

  async function ask(backend: Backend): Promise<void> {
    asked = backend;
    listed = undefined;
    const { names } = await switching.models();
    if (engine.backend() === backend) listed = names.filter(canBeTyped);
  }

  return () => {
    const backend = engine.backend();
    // Who cannot tell is not asked again: the catalogue does.
    if (backend !== asked) ask(backend).catch(() => {});
    return listed ?? engine.catalogue.names();
  };
}

function canBeTyped(name: string): boolean {
  return /^[^\s\p{Cc}\p{Cf}]+$/u.test(name);
}
