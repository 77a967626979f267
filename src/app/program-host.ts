/** The system as backends that run programs see it. */
import type { ProgramHost } from "../backends/cli/program-host.ts";
import type { Settings } from "../model/settings.ts";
import type { Host } from "./host.ts";

export function programHost(
  { cwd, env, clock, node }: Pick<Host, "cwd" | "env" | "clock" | "node">,
  settings: Settings,
): ProgramHost {
  return {
    cwd,
    async childEnv(keys) {
      const { childEnv } = await import("../tools/child-env.ts");
      const wanted = new Set(keys.map((key) => env[key]));
      const secrets = Object.values(settings.backends).flatMap(({ apiKey }) => apiKey ?? []);
      return childEnv({
        env,
        passEnv: [...settings.passEnv, ...keys],
        secrets: secrets.filter((secret) => !wanted.has(secret)),
      });
    },
    kill(group, signal) {
      try {
        return node.kill(-group, signal);
      } catch {
        return false;
      }
    },
    after: clock.after,
  };
}
