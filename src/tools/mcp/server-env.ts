/** The environment of a server: next to nothing, and what the user names. Pure. */
import type { McpServerSettings } from "../../model/settings.ts";

const always = ["HOME", "PATH", "SHELL", "TERM", "USER", "LOGNAME"];

export function serverEnv(
  env: Readonly<Record<string, string | undefined>>,
  { passEnv = [], env: own = {} }: McpServerSettings,
): Record<string, string> {
  const passed = [...always, ...passEnv].flatMap((name): [string, string][] => {
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(passed), ...own };
}
