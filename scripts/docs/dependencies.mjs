// docs/dependencies.md: which packages are in the bundle, what they may be used under, and why they are there.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { manifestOf, packageFolders } from "../bundled-packages.mjs";
import { markdownTable } from "./table.mjs";

/** What each package that we chose is for. One that is bundled without a word here fails the check. */
const purposes = {
  "@agentclientprotocol/sdk": "agents that speak the Agent Client Protocol",
  "@anthropic-ai/sdk": "the Claude API",
  "@modelcontextprotocol/client": "MCP servers",
  blessed: "layout of the full screen",
  "blessed-contrib": "the charts of /usage, by single widgets",
  execa: "child processes",
  "get-east-asian-width": "how many columns a character takes",
  openai: "the OpenAI API and servers like it",
  unbash: "reads shell commands before they are allowed",
  yaml: "settings in YAML",
  zod: "checks what comes from outside",
};

export function dependenciesPage(root) {
  const read = (name) => JSON.parse(readFileSync(join(root, name), "utf8"));
  const modules = read("dist/meta.json").flatMap((chunk) => chunk.modules);
  const found = new Map(
    packageFolders(modules).map((folder) => [manifestOf(folder).name, manifestOf(folder)]),
  );
  const ways = shortestWays(read("package-lock.json").packages);
  const rows = [...found.values()]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((found) => row(found, ways));
  const depth = Math.max(...[...found.keys()].map((name) => ways.get(name).length));
  return page({ count: found.size, chosen: rows.filter(({ direct }) => direct).length, depth, rows });
}

function row({ name, license }, ways) {
  const way = ways.get(name);
  const direct = way.length === 1;
  const purpose = direct ? purposes[name] : `comes with ${way.slice(0, -1).join(" › ")}`;
  if (!license || !purpose)
    throw new Error(`${name} is bundled: say in scripts/docs/dependencies.mjs what for`);
  return { direct, cells: [name, license, purpose] };
}

/** For every package of the lock file the fewest packages that lead to it from ours, itself included. */
function shortestWays(packages) {
  const ways = new Map();
  const next = Object.keys(packages[""].devDependencies).map((name) => [name]);
  for (let way = next.shift(); way; way = next.shift()) {
    const name = way.at(-1);
    if (ways.has(name)) continue;
    ways.set(name, way);
    const nested =
      packages[
        `${way
          .slice(-2)
          .map((part) => `node_modules/${part}`)
          .join("/")}`
      ];
    const { dependencies = {}, peerDependencies = {} } = nested ?? packages[`node_modules/${name}`] ?? {};
    for (const other of Object.keys({ ...dependencies, ...peerDependencies })) next.push([...way, other]);
  }
  return ways;
}

const page = ({ count, chosen, depth, rows }) => `# What is in the bundle

The installed program depends on no package: what it needs is bundled when it is built. These ${count} packages are, ${chosen} of
them chosen by us, none further than ${depth} steps away (\`npm ls --all\` has the tree); of most only a part. Their licence texts
are in \`dist/licenses.txt\`, the exact versions in \`package-lock.json\`. Written by \`npm run docs\`; a test compares it with
the build.

No package of the lock file runs a script when it is installed, and ours has none that does for users. Packages that come
with blessed-contrib and are known to be vulnerable are either replaced (\`overrides\` in \`package.json\`) or not in the
bundle at all: its charts are taken widget by widget.

${markdownTable(
  ["package", "licence", "what for"],
  rows.map(({ cells }) => cells),
)}
`;
