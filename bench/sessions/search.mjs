// A search across sessions against grep over the same files, alternately, with the files in memory.
// Give the size with TREADLE_BENCH_SESSIONS (10000 sessions of 100 KB are 1 GB).
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const count = Number(process.env.TREADLE_BENCH_SESSIONS ?? 2000);
const sessionBytes = 100 * 1024;
const rounds = 7;
const needle = "zebra finch";
const program = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

export async function sessionSearch() {
  const home = mkdtempSync(join(tmpdir(), "treadle-bench-search-"));
  const directory = join(home, "treadle", "sessions");
  try {
    writeSessions(directory);
    const ours = [];
    const theirs = [];
    for (let round = 0; round < rounds; round += 1) {
      theirs.push(timed("grep", ["-r", "-i", needle, directory], {}));
      ours.push(timed(process.execPath, [program, "--search", needle], { XDG_STATE_HOME: home }));
    }
    const [our, their] = [fastest(ours), fastest(theirs)];
    const size = ((count * sessionBytes) / 2 ** 20).toFixed(0);
    console.log(
      `search of ${count} sessions, ${size} MB: ${our.cpu.toFixed(0)} ms of CPU, ${our.wall.toFixed(0)} ms; ` +
        `grep -ri: ${their.cpu.toFixed(0)} ms of CPU, ${their.wall.toFixed(0)} ms`,
    );
    return [
      { name: "search, CPU", value: our.cpu / their.cpu, bound: 3, unit: "times grep -ri" },
      { name: "search, time", value: our.wall / their.wall, bound: 3, unit: "times grep -ri" },
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const words =
  "the of to and a in is it you that he was for on are with as his they be at one have this from or had by hot but some what there we can out other were all your when up use word how said an each she which do their time if will way about many then them would write like so these her long make thing see him two has look more day could go come did my sound no most number who over know water than call first people may down side been now find const function return import export async await error file path test session message search string".split(
    " ",
  );

function writeSessions(directory) {
  mkdirSync(directory, { recursive: true });
  let seed = 1;
  const random = (below) => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return seed % below;
  };
  const text = () => Array.from({ length: 40 + random(400) }, () => words[random(words.length)]).join(" ");
  for (let session = 0; session < count; session += 1) {
    const id = `session-${session}`;
    const lines = [
      JSON.stringify({ type: "session", version: 1, id, created: "2026-01-01T00:00:00.000Z", cwd: "/" }),
    ];
    for (let bytes = 0, at = 0; bytes < sessionBytes; at += 1) {
      const said = session % 500 === 7 && at === 3 ? `${text()} a Zebra Finch ${text()}` : text();
      lines.push(JSON.stringify({ type: "message", at, message: messageOf(at % 3, said) }));
      bytes += lines.at(-1).length;
    }
    writeFileSync(join(directory, `${id}.jsonl`), `${lines.join("\n")}\n`);
  }
}

function messageOf(kind, said) {
  if (kind === 0) return { role: "user", text: said };
  if (kind === 1) return { role: "assistant", parts: [{ type: "text", text: said }] };
  return { role: "tool", result: { callId: "c", name: "bash", output: said, isError: false } };
}

function timed(command, args, env) {
  const started = performance.now();
  // The shell waits for the command, and tells what its children took.
  const script = 'exec 3>&2 2>/dev/null; "$@" >/dev/null; times >&3';
  const { stderr } = spawnSync("sh", ["-c", script, "sh", command, ...args], {
    env: { PATH: process.env.PATH, HOME: tmpdir(), LANG: "C.UTF-8", ...env },
    encoding: "utf8",
  });
  return { wall: performance.now() - started, cpu: childTime(stderr) };
}

/** The second line of `times`: user and system time of the children, as 0m0.12s. */
function childTime(text) {
  const spans = [...text.split("\n")[1].matchAll(/(\d+)m([\d.]+)s/g)];
  return spans.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  );
}

/** Whatever else the machine does can only make a run slower. */
function fastest(runs) {
  return { wall: Math.min(...runs.map(({ wall }) => wall)), cpu: Math.min(...runs.map(({ cpu }) => cpu)) };
}
