/** Commands from Markdown files. They are read when they are used, listed or completed, never before. */
import type { CustomCommandList } from "../commands/command.ts";
import { configPaths, type Environment } from "../config/paths.ts";
import type { Draft } from "./compose.ts";

export interface CustomCommands extends CustomCommandList {
  /** What is sent for `/name args`; undefined where there is no such command, a string where it cannot be used. */
  draft(name: string, args: string): Promise<Draft | string | undefined>;
}

export interface CustomCommandOptions {
  readonly env: Environment;
  readonly cwd: string;
  readonly home: string;
  /** A name of the program's own: its command or an alias of one. */
  readonly isTaken: (name: string) => boolean;
}

export function createCustomCommands({ env, cwd, home, isTaken }: CustomCommandOptions): CustomCommands {
  async function read() {
    const { findCommandFiles, readCommand } = await import("../config/custom-commands.ts");
    const { createGuidanceReader } = await import("../config/guidance-file.ts");
    const { readTrust } = await import("../config/trust.ts");
    const { guidedDirectory } = await import("./guidance.ts");
    const { config, state } = configPaths(env, home);
    const trusted = readTrust(state).guided.has(guidedDirectory(cwd, home));
    const files = findCommandFiles({ cwd, home, config }, trusted ? ["user", "project"] : ["user"]);
    const readFile = createGuidanceReader();
    return Promise.all(
      files.map(async (file) => {
        const problem = `The command in ${file.shown} is ignored`;
        if (isTaken(file.name)) return `${problem}: /${file.name} is a command of treadle's own.`;
        const command = await readCommand(file, readFile);
        return typeof command === "string"
          ? { name: file.name, problem: `${problem}: ${command}.` }
          : command;
      }),
    );
  }

  async function list(): ReturnType<CustomCommandList["list"]> {
    const all = await read();
    const commands = all.flatMap((one) => (typeof one === "object" && "body" in one ? [one] : []));
    const problems = all.flatMap((one) => {
      if (typeof one === "string") return [one];
      return "problem" in one ? [one.problem] : [];
    });
    return { commands, problems };
  }

  return {
    list,
    async draft(name, args) {
      const found = (await read()).find((one) => typeof one === "object" && one.name === name);
      if (found === undefined || typeof found === "string") return undefined;
      if ("problem" in found) return found.problem;
      const { fillArguments } = await import("../input/arguments.ts");
      const text = fillArguments(found.body, args);
      return { text, pasted: true, named: text, ...(found.owner === "project" && { insideOnly: true }) };
    },
  };
}
