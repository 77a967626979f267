// What one delta of an answer costs from the socket to the event, and that a long answer costs no more.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bundle } from "../bundle.mjs";

const deltas = 100_000;
const names = ["anthropic", "openai", "ollama"];
/** Microseconds of processor time; what one delta may take before a fast model is slowed down is far more. */
const mostPerDelta = 20;

export async function backends() {
  const folder = mkdtempSync(join(tmpdir(), "treadle-bench-"));
  const server = spawn(process.execPath, [
    fileURLToPath(new URL("./server.mjs", import.meta.url)),
    `${deltas}`,
  ]);
  try {
    const [port] = await once(server.stdout, "data");
    const probe = await bundle("bench/backends/probe.mjs", folder);
    const url = `http://127.0.0.1:${String(port).trim()}`;
    const rows = [];
    for (const name of names) rows.push(...(await measure(probe, name, url)));
    return rows;
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(probe, name, url) {
  const { stdout } = await promisify(execFile)(process.execPath, [probe, name, url, `${deltas}`]);
  const { perDelta, growth } = JSON.parse(stdout);
  const label = `${name}, answer of ${deltas.toLocaleString("en-US")} deltas`;
  return [
    { name: `${label}: socket to event`, value: perDelta, bound: mostPerDelta, unit: "µs per delta" },
    { name: `${label}: last quarter`, value: growth, bound: 1.3, unit: "times the first" },
  ];
}
