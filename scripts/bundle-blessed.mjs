// Makes one file of the parts of blessed in use. It stays CommonJS: blessed was not written for strict mode.
import { join } from "node:path";
import { build } from "rolldown";

/** Put beside the chunk that requires it. Returns the chunks written. */
export async function bundleBlessed(root, directory) {
  const { output } = await build({
    cwd: root,
    input: join(root, "src", "terminal", "blessed-parts.cjs"),
    platform: "node",
    plugins: [standIns(join(root, "node_modules", "blessed", "lib")), hexEscapes],
    output: { file: join(directory, "blessed-parts.cjs"), format: "cjs", minify: true },
  });
  return output;
}

/**
 * Two modules are not what they are in blessed. Its reader of terminfo entries is never called: our program has its
 * capabilities already. And its Unicode tables require all of blessed, which loads widgets by computed names, for the
 * width of a tab alone.
 */
function standIns(library) {
  const screen = JSON.stringify(join(library, "widgets", "screen.js"));
  const sources = new Map([
    ["program.js ./tput", "module.exports = function Tput() {};"],
    ["unicode.js ../", `exports.screen = require(${screen});`],
  ]);
  const prefix = "\0stand-in ";
  return {
    name: "stand-ins",
    resolveId(source, importer = "") {
      const name = `${importer.slice(library.length + 1)} ${source}`;
      return importer.startsWith(library) && sources.has(name) ? prefix + name : undefined;
    },
    load: (id) => (id.startsWith(prefix) ? sources.get(id.slice(prefix.length)) : undefined),
  };
}

/** The bundler reads no octal escapes. */
const hexEscapes = {
  name: "hex-escapes",
  transform: (code) =>
    code.replaceAll(
      /\\([0-3][0-7]{2})/g,
      (_, digits) => `\\x${Number.parseInt(digits, 8).toString(16).padStart(2, "0")}`,
    ),
};

const file = "./blessed-parts.cjs";

/** The chunks of the program take that file as they take each other. */
export const besideBlessed = {
  name: "beside-blessed",
  transform: (code, id) =>
    id.endsWith("/blessed-types.ts") ? code.replace("createRequire(import.meta.url)", "require") : undefined,
  resolveId: (source) => (source === file ? { id: file, external: true } : undefined),
};
