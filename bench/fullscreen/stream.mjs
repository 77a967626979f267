// An answer of 8,000 bytes in 400 deltas 5 ms apart while keys are typed: bytes, processor time and echo, beside a
// chat made of stock blessed that is fed the same.
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { deleteLine, median, openProgram, percentile95 } from "./pty-program.mjs";

const answerBytes = 8000;
/** Of each, in turns: whatever else the machine does then falls on both. */
const rounds = 5;
const keyMs = 100;
const lostAfterMs = 1000;
/** After the last delta: for the last frames. */
const afterMs = 300;
const file = (name) => fileURLToPath(new URL(name, import.meta.url));

export async function stream(home) {
  const provider = new Worker(new URL("./provider.mjs", import.meta.url));
  try {
    const [{ url }] = await once(provider, "message");
    const where = { home, env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "bench" } };
    const [stock, ours] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      stock.push(await measure(openProgram([file("./stock-chat.mjs")], where), provider));
      ours.push(await measure(openProgram([file("../../dist/main.js"), "-b", "anthropic"], where), provider));
    }
    return rows(inAll(ours), inAll(stock));
  } finally {
    await provider.terminate();
  }
}

function inAll(measured) {
  return {
    sent: median(measured.map(({ sent }) => sent)),
    cpu: median(measured.map(({ cpu }) => cpu)),
    echoes: measured.flatMap(({ echoes }) => echoes),
  };
}

/** The second answer: at the first one much is compiled. */
async function measure(program, provider) {
  await program.next("\x1b[");
  await program.quiet(300);
  await answer(program, provider);
  program.type(deleteLine);
  const before = { sent: program.sent(), cpu: program.cpu() };
  const echoes = await answer(program, provider);
  const figures = { sent: program.sent() - before.sent, cpu: program.cpu() - before.cpu, echoes };
  await program.close();
  return figures;
}

async function answer(program, provider) {
  const streamed = once(provider, "message");
  program.type("stream\r");
  const echoes = await typeUntil(program, streamed);
  await sleep(afterMs);
  return echoes;
}

async function typeUntil(program, end) {
  const echoes = [];
  let over = false;
  end.then(() => {
    over = true;
  });
  for (await sleep(keyMs); !over; await sleep(keyMs)) {
    // Stock blessed loses a key that comes in one piece with the end of the line, as on a busy machine.
    echoes.push(await program.echo("z", lostAfterMs).catch(() => Number.POSITIVE_INFINITY));
  }
  return echoes;
}

function rows(ours, stock) {
  const ratio = (sent) => sent / answerBytes;
  const [our, their] = [percentile95(ours.echoes), percentile95(stock.echoes)];
  return [
    {
      name: "streaming, bytes sent for a byte of the answer",
      value: ratio(ours.sent),
      bound: 1.6,
      unit: `beside ${ratio(stock.sent).toFixed(2)} of stock blessed`,
    },
    {
      name: "streaming, processor time",
      value: ours.cpu / stock.cpu,
      bound: 1,
      unit: `times stock blessed at 30 frames/s (${ours.cpu.toFixed(0)} ms beside ${stock.cpu.toFixed(0)} ms)`,
    },
    {
      name: "streaming, 95 of 100 keys are back after",
      value: our,
      bound: 5,
      unit: `ms, beside ${their.toFixed(2)} ms of stock blessed`,
    },
  ];
}
