/**
 * A toolbox with the user's hooks around every run. What stands before a run can forbid it, and forbids it when it cannot
 * be asked; everything else only warns.
 */
import type { HookPoint, HookSettings } from "../../model/settings.ts";
import type { Toolbox, ToolCall, ToolOutput, ToolRunContext } from "../../model/tool.ts";
import { createProcessGroups } from "../process-group.ts";
import { fail } from "../tool.ts";
import type { HookableToolbox, LocalToolbox, ToolTurn } from "../toolbox.ts";
import { matchesName } from "./match-name.ts";
import { type HookEnd, runHook } from "./run-hook.ts";

export interface HookOptions {
  readonly hooks: readonly HookSettings[];
  readonly cwd: string;
  /** The same as for tools. */
  readonly env: Readonly<Record<string, string>>;
}

const passed: HookEnd = { kind: "passed" };

export function withHooks(toolbox: HookableToolbox, { hooks, cwd, env }: HookOptions): LocalToolbox {
  const groups = createProcessGroups();
  const place = { cwd, env, groups };

  const chosen = (point: HookPoint, tool?: string) =>
    hooks.filter(({ on, tools }) => on === point && (tool === undefined || matchesName(tools, tool)));
  const run = (hook: HookSettings, { task }: ToolTurn, facts: object, signal: AbortSignal) =>
    runHook(hook, { event: hook.on, ...facts, directory: cwd, task }, place, signal);

  /** The first that does not let it pass. */
  async function ask(asked: readonly HookSettings[], facts: object, turn: ToolTurn, signal: AbortSignal) {
    for (const hook of asked) {
      const end = await run(hook, turn, facts, signal);
      if (end.kind !== "passed") return end;
    }
    return passed;
  }

  async function tell(told: readonly HookSettings[], facts: object, turn: ToolTurn, signal: AbortSignal) {
    for (const hook of told) {
      const end = await run(hook, turn, facts, signal);
      if (end.kind === "failed") turn.warn(`The ${hook.on} hook failed: ${end.message}`);
    }
  }

  const hooked = (turn: ToolTurn, runTool: Toolbox["run"]): Toolbox["run"] =>
    async function runHooked(call: ToolCall, live: ToolRunContext): Promise<ToolOutput> {
      const { name: tool } = call;
      const [before, after] = [chosen("before_tool", tool), chosen("after_tool", tool)];
      if (before.length + after.length === 0) return runTool(call, live);
      const facts = { tool, input: await toolbox.inputOf(call) };
      const end = await ask(before, facts, turn, live.signal);
      if (end.kind === "cancelled") return fail("Not started: cancelled by the user");
      if (end.kind === "failed") return { ...fail(`Blocked by a hook: ${end.message}`), refused: true };
      const done = await runTool(call, live);
      const { output, isError } = done;
      await tell(after, { ...facts, output, isError }, turn, live.signal);
      return done;
    };

  return {
    ...toolbox,
    run: hooked({ task: "app", warn: () => undefined }, toolbox.run),
    forTurn(turn) {
      const tools = toolbox.forTurn(turn);
      return { ...tools, run: hooked(turn, tools.run) };
    },
    hooks: {
      async ended(turn, outcome, signal) {
        const told = chosen("turn_end");
        if (!signal.aborted) return tell(told, { outcome }, turn, signal);
        void tell(told, { outcome }, turn, new AbortController().signal);
      },
    },
    shutdown() {
      groups.killAll();
      toolbox.shutdown();
    },
  };
}
