// Lets the widgets of blessed-contrib be bundled: with the parts of blessed that the screen has, and as modern code.
import { join } from "node:path";

export function chartPlugins(root) {
  return [sharedBlessed(join(root, "src", "terminal", "blessed-types.ts")), modernCanvases];
}

/** They require all of blessed; theirs must be the same classes as the screen's. */
function sharedBlessed(parts) {
  const id = "\0shared-blessed";
  return {
    name: "shared-blessed",
    resolveId: (source, importer = "") =>
      source === "blessed" && importer.includes("/blessed-contrib/") ? id : undefined,
    load: (asked) =>
      asked === id ? `module.exports = require(${JSON.stringify(parts)}).blessed;` : undefined,
  };
}

const canvases = /\/node_modules\/(?:ansi-term|drawille-blessed-contrib|drawille-canvas-blessed-contrib)\//;

/**
 * Their canvases have what modules may not have: octal escapes, and `new Buffer`, about which Node warns on the
 * terminal once the code is bundled.
 */
const modernCanvases = {
  name: "modern-canvases",
  transform: (code, id) =>
    canvases.test(id)
      ? code.replaceAll("\\033", "\\x1b").replaceAll("new Buffer(", "Buffer.alloc(")
      : undefined,
};
