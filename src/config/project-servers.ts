/** MCP servers that a project names in its `.mcp.json`: read as data, with everything that a user must see of each. */
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import type { McpServerSettings } from "../model/settings.ts";
import { type Environment, findServersFile, realPath, shownPath } from "./paths.ts";
import { readSettingsText } from "./settings-file.ts";
import { readSourceFile } from "./source-file.ts";
import { entriesAt, previewFields, type Tree } from "./tree.ts";

export interface ProjectServer {
  readonly name: string;
  /** Variables that it refers to are filled in. */
  readonly settings: McpServerSettings;
  /** Variables and headers as they are written, references among them. */
  readonly written: Readonly<Record<"env" | "headers", Readonly<Record<string, string>>>>;
  /** SHA-256 of the directory, the name and the settings as they are written. */
  readonly hash: string;
}

export type ServersReading =
  | { readonly kind: "none" }
  /** Never an error, for the directory may be anybody's. In a sentence. */
  | { readonly kind: "unusable"; readonly message: string }
  | {
      readonly kind: "found";
      /** For messages. */
      readonly name: string;
      /** Real path of the directory that the servers start in. */
      readonly directory: string;
      readonly servers: readonly ProjectServer[];
      /** Sentences for the user. */
      readonly notices: readonly string[];
    };

export interface Surroundings {
  readonly cwd: string;
  readonly home: string;
  readonly env: Environment;
}

export async function readProjectServers({ cwd, home, env }: Surroundings): Promise<ServersReading> {
  const path = findServersFile(cwd, home);
  if (path === undefined) return { kind: "none" };
  const name = shownPath(path, cwd, home);
  const source = readSourceFile(path);
  if (source.kind === "failed") return unusable(name, `${source.reason}.`);
  const reading = await readSettingsText({ name, text: source.file.text, owner: { kind: "servers", env } });
  if (reading.kind === "error") return unusable(name, reading.messages[0] ?? "");
  const directory = realPath(dirname(path));
  const written = new Map(entriesAt(reading.written, "mcp_servers").map((entry) => [entry.key, entry.value]));
  const servers = Object.entries(reading.layer.mcpServers ?? {}).flatMap(([own, settings]) => {
    const tree = written.get(own);
    return tree === undefined ? [] : [projectServer(directory, own, settings, tree)];
  });
  return { kind: "found", name, directory, servers, notices: reading.notices };
}

function projectServer(
  directory: string,
  name: string,
  settings: McpServerSettings,
  tree: Tree,
): ProjectServer {
  const all = [directory, name, previewFields(tree), settings.args, settings.passEnv];
  return {
    name,
    settings,
    written: { env: textsAt(tree, "env"), headers: textsAt(tree, "headers") },
    hash: createHash("sha256").update(JSON.stringify(all)).digest("hex"),
  };
}

function textsAt(tree: Tree, key: string): Readonly<Record<string, string>> {
  const texts = entriesAt(tree, key).flatMap((entry): [string, string][] =>
    entry.value.kind === "scalar" ? [[entry.key, String(entry.value.value)]] : [],
  );
  return Object.fromEntries(texts);
}

function unusable(name: string, reason: string): ServersReading {
  return { kind: "unusable", message: `The MCP servers in ${name} are ignored: ${reason}` };
}
