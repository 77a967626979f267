// What the full screen costs in bytes and in time, beside stock blessed showing the same in the same run.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle, root } from "../bundle.mjs";
import { historyLength, textPerDelta } from "./scenes.mjs";

const terms = ["xterm-256color", "vt100", "wy50"];
const timedTerm = "xterm-256color";

const labels = {
  typing: "bytes per typed key",
  streaming: "bytes per streamed delta (a word)",
  streamingPieces: "bytes per streamed delta (6 characters, words cut)",
  streamingBelow: "bytes per streamed delta (a word), pane full",
  scrolling: "bytes per scrolled line",
  nothing: "bytes per frame without a change",
  everything: "bytes per frame of all cells",
};
/** For a scene on a terminal, or on all of them. Where there is none, stock blessed is the bound. */
const bounds = {
  "typing xterm-256color": 2,
  "scrolling vt100": 120,
  streaming: textPerDelta.streaming + 14,
  streamingPieces: textPerDelta.streamingPieces + 14,
  nothing: 0,
  everything: 1.25 * 80 * 24,
};
const timeLabels = { nothing: "nothing changed", typing: "key typed", everything: "all cells changed" };

export async function terminal() {
  const folder = mkdtempSync(join(tmpdir(), "treadle-bench-"));
  try {
    const probe = await bundle("bench/terminal/probe.mjs", folder);
    console.log(
      `full screen of 80x24 beside stock blessed (smartCSR, useBCE), history of ${historyLength} lines`,
    );
    return terms.flatMap((term) => rowsOf(term, run(probe, term, folder)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(probe, term, home) {
  const env = { PATH: process.env.PATH, HOME: home, TERM: term, LANG: "C.UTF-8" };
  const fixtures = join(root, "test", "fixtures", "terminfo", "entries");
  const args = [probe, fixtures, term === timedTerm ? "timed" : "untimed"];
  // blessed complains on stderr of entries that it cannot read.
  const answer = execFileSync(process.execPath, args, { env, cwd: home, encoding: "utf8", stdio: "pipe" });
  return JSON.parse(answer);
}

function rowsOf(term, { path, fellBack, bytes, times }) {
  const note = fellBack ? "; stock blessed cannot read it and takes an entry of its own" : "";
  console.log(`${term}: ${path}${note}`);
  return [
    ...Object.entries(bytes).map(([scene, figures]) => byteRow(term, scene, ...figures)),
    ...times.map((figures) => timeRow(term, figures)),
  ];
}

function byteRow(term, scene, ours, stock) {
  const bound = bounds[`${scene} ${term}`] ?? bounds[scene] ?? stock;
  return {
    name: `${labels[scene]}, ${term}`,
    value: ours,
    bound: Number(bound.toFixed(2)),
    unit: `beside ${stock.toFixed(2)} of stock blessed`,
  };
}

function timeRow(term, { scene, size, ours, stock }) {
  return {
    name: `time per frame, ${timeLabels[scene]}, ${size}, ${term}`,
    value: ours / stock,
    bound: 1,
    unit: `times stock blessed (${ours.toFixed(3)} ms beside ${stock.toFixed(3)} ms)`,
  };
}
