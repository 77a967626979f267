/**
 * Suits V8 to a program that mostly waits, for a terminal or a provider: its defaults spend memory and other
 * processors' time for a throughput that nobody here would notice. It must not know what the program does.
 */
import { setFlagsFromString } from "node:v8";

/**
 * By the major version of V8, for those that they were measured with. All others are left alone: an unknown flag would
 * be complained of on the terminal.
 */
const flags: Readonly<Record<string, readonly string[]>> = {
  11: [
    // Code is optimised when it has run for longer. What streams in is over before optimising each function pays.
    "--interrupt-budget=1000000",
    // What is young is collected sooner instead of being given ever more room, up to 32 MB.
    "--semi-space-growth-factor=1",
    // So is the rest: after a third more, not after several times as much.
    "--heap-growing-percent=30",
  ],
};

export function tuneRuntime({ v8 }: Pick<NodeJS.ProcessVersions, "v8">): void {
  for (const flag of runtimeFlags(v8)) setFlagsFromString(flag);
}

export function runtimeFlags(v8: string): readonly string[] {
  const [major = ""] = v8.split(".");
  return flags[major] ?? [];
}
