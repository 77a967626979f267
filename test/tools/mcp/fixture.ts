/** Real servers for tests: our fixture with its habits, in front of a toolbox. */
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { ApprovalMode } from "../../../src/model/approval.ts";
import type { McpServerSettings, ToolSettings } from "../../../src/model/settings.ts";
import { openServers, type Servers } from "../../../src/tools/mcp/servers.ts";
import { adjustedForeign } from "../../../src/tools/tool-table.ts";
import { makeWorkspace, policyWith, type Workspace } from "../workspace.ts";

export const fixture = join(import.meta.dirname, "../../fixtures/mcp/server.mjs");

export interface Noted {
  readonly pid?: number;
  readonly slow?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface Fixture {
  readonly servers: Servers;
  readonly said: string[];
  readonly logged: () => number;
  readonly workspace: Workspace;
  /** What the servers noted, in order. */
  readonly noted: () => readonly Noted[];
  readonly pids: () => readonly number[];
}

export interface FixtureOptions {
  readonly mode?: ApprovalMode;
  readonly toolSettings?: Readonly<Record<string, ToolSettings>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Settings for a server with these habits. */
export function habits(...words: readonly string[]): McpServerSettings {
  return { command: process.execPath, args: [fixture, ...words] };
}

export function openFixture(
  servers: Readonly<Record<string, McpServerSettings>>,
  { mode = "default", toolSettings = {}, env = {} }: FixtureOptions = {},
): Fixture {
  const noteFile = join(mkdtempSync(join(tmpdir(), "treadle-mcp-")), "notes");
  const withLog = Object.entries(servers).map(([name, settings]) => [
    name,
    settings.command === undefined ? settings : { ...settings, env: { MCP_LOG: noteFile, ...settings.env } },
  ]);
  const said: string[] = [];
  let logged = 0;
  const opened = openServers({
    servers: Object.fromEntries(withLog),
    version: "1",
    cwd: tmpdir(),
    env: { ...process.env, ...env },
    tell: (text) => said.push(text),
    log(_, chunk) {
      logged += chunk.length;
    },
  });
  onTestFinished(() => opened.close());
  const workspace = makeWorkspace({
    policy: policyWith(mode),
    moreTools: () => adjustedForeign(opened.tools(), toolSettings),
  });
  const noted = (): readonly Noted[] =>
    existsSync(noteFile)
      ? readFileSync(noteFile, "utf8")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as Noted)
      : [];
  const pids = () => noted().flatMap(({ pid }) => pid ?? []);
  return { servers: opened, said, logged: () => logged, workspace, noted, pids };
}
