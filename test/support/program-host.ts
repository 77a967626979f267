/** The system for backends that run programs: real processes, with the agents of the fixtures found first. */
import { dirname, join } from "node:path";
import type { ProgramHost } from "../../src/backends/cli/program-host.ts";
import { childEnv } from "../../src/tools/child-env.ts";
import { root, scratch } from "./program.ts";

export const agentsFolder = join(root, "test", "fixtures", "cli-agents");

/** Where the fixtures are found, and node for them. */
export const agentsPath = `${agentsFolder}:${dirname(process.execPath)}:/usr/bin:/bin`;

export function testHost(env: Readonly<Record<string, string>> = {}, cwd = scratch()): ProgramHost {
  return {
    cwd,
    childEnv: async (keys) =>
      childEnv({ env: { PATH: agentsPath, HOME: cwd, ...env }, passEnv: keys, secrets: [] }),
    kill(group, signal) {
      try {
        return process.kill(-group, signal);
      } catch {
        return false;
      }
    },
    after(ms, act) {
      const timer = setTimeout(act, ms);
      return { cancel: () => clearTimeout(timer) };
    },
  };
}
