/** A directory of its own for a test, and a toolbox that works in it. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { ApprovalMode } from "../../src/model/approval.ts";
import type { ToolOutput, ToolVerdict } from "../../src/model/tool.ts";
import { createPolicy, type Policy } from "../../src/tools/policy/policy.ts";
import type { Rule } from "../../src/tools/policy/rules.ts";
import { createToolbox, type HookableToolbox, type ToolboxOptions } from "../../src/tools/toolbox.ts";

export interface Workspace {
  readonly cwd: string;
  readonly home: string;
  readonly outside: string;
  readonly toolbox: HookableToolbox;
  readonly path: (name: string) => string;
  readonly put: (name: string, content: string | Uint8Array) => string;
  readonly get: (name: string) => string;
  readonly judge: (name: string, input: Record<string, unknown>) => Promise<ToolVerdict>;
  readonly run: (name: string, input: Record<string, unknown>, live?: Partial<Live>) => Promise<ToolOutput>;
}

interface Live {
  readonly signal: AbortSignal;
  readonly onOutput: (text: string) => void;
}

export function makeWorkspace(options: Partial<ToolboxOptions> = {}): Workspace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "treadle-tools-")));
  const [cwd, home, outside] = ["work", "home", "outside"].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const directory of [cwd, home, outside]) mkdirSync(directory);
  const toolbox = createToolbox({ ...defaults(), cwd, home, ...options });
  onTestFinished(() => {
    toolbox.shutdown();
    rmSync(root, { recursive: true, force: true });
  });
  const path = (name: string) => join(cwd, name);
  const call = (name: string, input: Record<string, unknown>) => ({ id: "call", name, input });
  return {
    ...{ cwd, home, outside, toolbox, path },
    put(name, content) {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), content);
      return path(name);
    },
    get: (name) => readFileSync(path(name), "utf8"),
    judge: (name, input) => toolbox.judge(call(name, input)),
    run: (name, input, live = {}) =>
      toolbox.run(call(name, input), {
        signal: new AbortController().signal,
        onOutput: () => undefined,
        ...live,
      }),
  };
}

/** The value of a preview's field; undefined where the call was refused or has no such field. */
export function field(verdict: ToolVerdict, label: string): string | undefined {
  if (verdict.kind === "refuse") return undefined;
  return verdict.preview.fields.find((entry) => entry.label.startsWith(label))?.value;
}

/** Cautious, and with nothing allowed yet. */
export function policyWith(mode: ApprovalMode): Policy {
  const rules: Rule[] = [];
  return createPolicy({
    profile: "cautious",
    patterns: { allowed: [], blocked: [] },
    directory: "/here",
    now: () => 0,
    mode: () => mode,
    standing: () => "ask",
    memory: { rules: () => rules, add: (more) => void rules.push(...more) },
  });
}

const defaults: () => Omit<ToolboxOptions, "cwd" | "home"> = () => ({
  env: { PATH: process.env.PATH },
  allowed: ["bash", "read", "write", "edit"],
  policy: policyWith("default"),
  bashTimeoutMs: 10_000,
  maxResultChars: 40_000,
  passEnv: [],
  secrets: [],
  protectedPaths: [],
});
