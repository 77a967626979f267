/** Other programs' ways of naming MCP servers, made into ours: `mcpServers`, `type`, or a list of servers with their names. */
import type { MapEntry, Tree } from "./tree.ts";

export function usualMcpForm(root: Tree): Tree {
  if (root.kind !== "map") return root;
  const entries = root.entries.map((entry) =>
    /^mcp_?servers$/i.test(entry.key) ? { ...entry, key: "mcp_servers", value: usual(entry.value) } : entry,
  );
  return { ...root, entries };
}

function usual(tree: Tree): Tree {
  const named = byName(tree);
  if (named.kind !== "map") return named;
  return {
    ...named,
    entries: named.entries.map((entry) => ({ ...entry, value: withTransport(entry.value) })),
  };
}

/** Others say `type`, and some of them `streamable-http`. */
function withTransport(server: Tree): Tree {
  if (server.kind !== "map") return server;
  const entries = server.entries.map(({ key, value, offset }) => {
    if (key !== "type") return { key, value, offset };
    const isHttp = value.kind === "scalar" && /^streamable[-_]?http$/i.test(String(value.value));
    return { key: "transport", offset, value: isHttp ? { ...value, value: "http" } : value };
  });
  return { ...server, entries };
}

/** A list in which something has no name stays as it is, to be complained about. */
function byName(tree: Tree): Tree {
  if (tree.kind !== "list") return tree;
  const entries = tree.items.map(named);
  return entries.every((entry) => entry !== undefined) ? { kind: "map", offset: tree.offset, entries } : tree;
}

function named(item: Tree): MapEntry | undefined {
  if (item.kind !== "map") return undefined;
  const name = item.entries.find(({ key }) => key === "name")?.value;
  if (name?.kind !== "scalar" || typeof name.value !== "string") return undefined;
  const rest = item.entries.filter(({ key }) => key !== "name");
  return { key: name.value, offset: item.offset, value: { ...item, entries: rest } };
}
