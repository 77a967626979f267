// A session that goes on and on: turns with a call of a tool that gives back 16 KB, everything else as it is by default.
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { atInput, openProgram, percentile95, typeLines } from "./pty-program.mjs";

const turns = 1000;
/** From here on nothing has a reason to grow. */
const warmTurns = 100;
/** Starting a shell takes longer than all the rest of a turn. */
const turnsPerShell = 10;
/** Without the letter that is typed. */
const lines = Array.from({ length: 256 }, (_, line) =>
  `${line} ${"of the output of a tool ".repeat(3)}`.slice(0, 63),
);

export async function soak(home) {
  writeFileSync(join(home, "soak.txt"), `${lines.join("\n")}\n`);
  const provider = new Worker(new URL("./provider.mjs", import.meta.url));
  const [{ url }] = await once(provider, "message");
  const program = openProgram(
    [fileURLToPath(new URL("../../dist/main.js", import.meta.url)), "-b", "anthropic", "--auto-tools"],
    { home, env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "bench" } },
  );
  try {
    await program.next(atInput);
    const first = await measureAfter(1, program, provider);
    const warm = await measureAfter(warmTurns - 1, program, provider);
    const last = await measureAfter(turns - warmTurns, program, provider);
    return rows(first, warm, last);
  } finally {
    await program.close();
    await provider.terminate();
  }
}

/** A prompt that comes before the turn has quite ended waits for that. */
async function measureAfter(count, program, provider) {
  const before = program.cpu();
  for (let turn = 1; turn <= count; turn += 1) {
    const answered = once(provider, "message");
    program.type(turn % turnsPerShell === 0 ? "run it\r" : "read it\r");
    await answered;
  }
  await program.quiet(300);
  const cpu = (program.cpu() - before) / count;
  const memory = program.memory();
  const { echoes } = await typeLines(program);
  return { memory, cpu, echo: percentile95(echoes) };
}

function rows(first, warm, last) {
  const where = `after ${turns.toLocaleString("en")} turns`;
  return [
    {
      name: `${where}, growth since ${warmTurns}`,
      value: last.memory - warm.memory,
      bound: 25,
      unit: `MB resident (to ${last.memory.toFixed(0)} MB)`,
    },
    {
      name: `${where}, 95 of 100 keys are back after`,
      value: last.echo / first.echo,
      bound: 1.3,
      unit: `times that after the first (${last.echo.toFixed(2)} ms beside ${first.echo.toFixed(2)} ms)`,
    },
    {
      name: `${where}, processor time of a turn`,
      value: last.cpu / warm.cpu,
      bound: 1.3,
      unit: `times that of the first ${warmTurns} (${last.cpu.toFixed(1)} ms beside ${warm.cpu.toFixed(1)} ms)`,
    },
  ];
}
