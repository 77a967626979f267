/** The one dependency rule: a folder imports only from the folders listed for it, and only its own packages. */
import { posix } from "node:path";
import { expect, test } from "vitest";
import { importsOf, sourceFiles } from "../support/sources.ts";

interface Allowed {
  readonly folders: readonly string[];
  readonly packages: readonly string[];
  readonly node: readonly string[];
}

const none = { folders: [], packages: [], node: [] } as const;
const everything = [
  ..."model text http terminfo loop context view input catalog config sessions backends tools terminal commands display manual".split(
    " ",
  ),
];

const table: Record<string, Allowed> = {
  model: { ...none, packages: ["zod/mini"] },
  text: { ...none, packages: ["get-east-asian-width"] },
  terminfo: { ...none, node: ["fs", "path"] },
  loop: { ...none, folders: ["model"] },
  context: { ...none, folders: ["model"] },
  view: { ...none, folders: ["model", "text"], packages: ["zod/mini", "marked"] },
  input: { ...none, folders: ["model", "text"] },
  catalog: { ...none, folders: ["model"], packages: ["zod/mini"] },
  config: {
    folders: ["model"],
    packages: ["zod/mini", "yaml"],
    node: ["fs", "path", "util", "crypto"],
  },
  sessions: { folders: ["model", "context"], packages: ["zod/mini"], node: ["fs", "path", "crypto", "vm"] },
  http: { ...none, node: ["http", "https", "net"] },
  backends: {
    folders: ["model", "context", "http"],
    packages: ["@anthropic-ai/sdk", "openai", "execa", "@agentclientprotocol/sdk"],
    node: ["child_process", "stream"],
  },
  tools: {
    folders: ["model"],
    packages: ["zod/mini", "execa", "unbash", "@modelcontextprotocol/client"],
    node: ["fs", "fs/promises", "path", "child_process", "crypto", "string_decoder", "stream"],
  },
  terminal: {
    folders: ["terminfo", "text"],
    packages: ["blessed"],
    node: ["fs", "tty", "stream", "events", "child_process", "module"],
  },
  commands: { ...none, folders: ["model", "context", "sessions", "catalog", "config"] },
  display: {
    folders: ["model", "text", "view", "input", "terminal"],
    packages: ["blessed", "blessed-contrib"],
    node: ["stream"],
  },
  manual: { ...none, folders: ["config", "commands"] },
  app: { folders: everything, packages: [], node: ["child_process", "fs", "path", "stream", "url", "v8"] },
  loader: { ...none, node: ["fs", "path", "vm"] },
  "start.ts": { ...none, folders: ["loader"], node: ["path"] },
  "main.ts": { folders: ["app", "http"], packages: [], node: ["fs", "os", "tty"] },
};

const imports = sourceFiles().flatMap(({ name, folder, text }) =>
  importsOf(text).map(({ from }) => ({ name, folder, from })),
);

test("there are imports to look at", () => {
  expect(imports.length).toBeGreaterThan(100);
});

test.each([...new Set(sourceFiles().map(({ folder }) => folder))])(
  "%s imports only what it may",
  (folder) => {
    const allowed = table[folder];
    expect(allowed, `${folder} has no line in the table`).toBeDefined();
    const strangers = imports
      .filter((entry) => entry.folder === folder)
      .filter(({ name, from }) => !isAllowed(from, name, folder, allowed ?? none))
      .map(({ name, from }) => `${name} imports ${from}`);
    expect(strangers).toEqual([]);
  },
);

function isAllowed(
  from: string,
  importer: string,
  folder: string,
  { folders, packages, node }: Allowed,
): boolean {
  if (from.startsWith("node:")) return node.includes(from.slice("node:".length));
  if (!from.startsWith(".")) return packages.some((name) => from === name || from.startsWith(`${name}/`));
  const target = posix.join(posix.dirname(importer), from).split("/")[0] ?? "";
  return target === folder || folders.includes(target);
}
