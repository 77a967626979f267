// From exec to the prompt on the full screen, against a bare program, measured alternately; and what it takes idle.
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { atInput, openProgram } from "./pty-program.mjs";

const rounds = 15;
const idleMs = 1500;
const mostMemory = 70;
const bare = { args: [fileURLToPath(new URL("./bare-echo.mjs", import.meta.url))], prompt: "> " };
const ours = {
  args: [fileURLToPath(new URL("../../dist/main.js", import.meta.url)), "-b", "offline"],
  prompt: atInput,
};

export async function start(home) {
  const times = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.bare.push(await timeToPrompt(bare, home));
    times.ours.push(await timeToPrompt(ours, home));
  }
  // The fastest of each: whatever else the machine does can only make a start slower.
  const [our, their] = [Math.min(...times.ours), Math.min(...times.bare)];
  return [
    {
      name: "full screen, start to prompt",
      value: our / their,
      bound: 2.5,
      unit: `times a bare raw-mode program (${our.toFixed(0)} ms beside ${their.toFixed(0)} ms)`,
    },
    ...(await idle(home)),
  ];
}

async function timeToPrompt({ args, prompt }, home) {
  const startedAt = performance.now();
  const program = openProgram(args, { home });
  const took = (await program.next(prompt)) - startedAt;
  await program.close();
  return took;
}

async function idle(home) {
  const program = openProgram(ours.args, { home });
  await program.next(ours.prompt);
  await program.quiet(300);
  const before = program.sent();
  await sleep(idleMs);
  const [sent, memory] = [program.sent() - before, program.memory()];
  await program.close();
  return [
    { name: "full screen, idle", value: sent, bound: 0, unit: `bytes sent in ${idleMs / 1000} s` },
    { name: "full screen, idle", value: memory, bound: mostMemory, unit: "MB resident" },
  ];
}
