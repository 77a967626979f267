// xterm.js in Chromium: the program's recorded bytes in a page without a network.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startChat } from "./chat.mjs";

export const xtermjsNeeds = { chromium: "chromium" };

const padding = 8;
const background = "#16181d";

export async function shootInChromium(scene, { home: place, file }) {
  const bytes = await record(scene);
  const page = join(place, `${scene.name}.html`);
  writeFileSync(page, pageOf(scene, bytes, packageIn(place)));
  const raw = join(place, `${scene.name}.page.png`);
  run("chromium", [
    "--headless",
    ...(process.getuid() === 0 ? ["--no-sandbox"] : []),
    "--disable-gpu",
    `--user-data-dir=${join(place, "profile")}`,
    "--window-size=1600,1200",
    "--virtual-time-budget=5000",
    `--screenshot=${raw}`,
    String(pathToFileURL(page)),
  ]);
  run("convert", [raw, "-trim", "+repage", file]);
}

async function record(scene) {
  const recorded = [];
  const chat = startChat({ ...scene, onBytes: (bytes) => recorded.push(bytes) });
  try {
    await chat.play(scene);
  } finally {
    await chat.close();
  }
  return Buffer.concat(recorded);
}

function pageOf({ columns, rows }, bytes, folder) {
  const part = (name) => readFileSync(join(folder, name), "utf8");
  const options = {
    cols: columns,
    rows,
    fontFamily: "DejaVu Sans Mono",
    // Cells of nine whole pixels.
    fontSize: 14.95,
    theme: { background, foreground: "#d6d8dd" },
  };
  return `<!doctype html><meta charset="utf-8"><style>${part("css/xterm.css")}
body { background: #fff; overflow: hidden }
.xterm { padding: ${padding}px; display: inline-block }
.xterm .xterm-viewport { overflow: hidden; background: ${background} }</style>
<div id="terminal"></div><script>${part("lib/xterm.js")}</script><script>
const terminal = new Terminal(${JSON.stringify(options)});
terminal.open(document.getElementById("terminal"));
terminal.focus();
terminal.write(Uint8Array.from(atob("${bytes.toString("base64")}"), (char) => char.charCodeAt(0)));
</script>`;
}

/** Fetched when a picture is taken, in the version of the emulator that the tests use: nothing else needs it. */
function packageIn(place) {
  const folder = join(place, "node_modules", "@xterm", "xterm");
  if (existsSync(folder)) return folder;
  const { version } = JSON.parse(
    readFileSync(new URL("../../node_modules/@xterm/headless/package.json", import.meta.url), "utf8"),
  );
  run("npm", ["install", "--no-save", "--ignore-scripts", "--prefix", place, `@xterm/xterm@${version}`]);
  return folder;
}

function run(command, args) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: "utf8", timeout: 60_000 });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`);
}
