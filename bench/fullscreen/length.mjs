// What a long chat costs: a key after 100 lines, and after thousands and a million of them, and the way to its start.
import { bundle } from "../bundle.mjs";
import { atInput, openProgram, percentile95, typeLines } from "./pty-program.mjs";

/** And a word without a letter at the same place in another: only what differs is sent. */
const lengths = [
  { lines: 100, word: "short" },
  { lines: 5000, word: "middle" },
  { lines: 1_000_000, word: "gigantic" },
];
const ctrlHome = "\x1b[1;5H";
const ctrlEnd = "\x1b[1;5F";
/** The header of long-chat.mjs: of characters that stand nowhere else, as only what differs is sent. */
const firstLine = "~~~~~~~~";

export async function length(home) {
  const program = openProgram(["--expose-gc", await bundle("bench/fullscreen/long-chat.ts", home)], {
    home,
  });
  try {
    await program.next(atInput);
    await typeLines(program);
    const measured = [];
    for (const length of lengths) measured.push(await measureAt(program, length));
    const [first, ...rest] = measured;
    const top = await goToTop(program);
    return [...rest.flatMap((figures) => rows(figures, first)), ...topRows(top, measured.at(-1))];
  } finally {
    await program.close();
  }
}

async function measureAt(program, { lines, word }) {
  const fed = program.next(word);
  program.type(`${lines} ${word}\r`);
  // First its echo, then the notice.
  await fed;
  await program.next(word);
  await program.quiet(300);
  const memory = program.memory();
  const { echoes, bytes } = await typeLines(program);
  return { lines, memory, echo: percentile95(echoes), bytes: bytes / echoes.length };
}

async function goToTop(program) {
  const shown = program.next(firstLine);
  const typedAt = performance.now();
  program.type(ctrlHome);
  const ms = (await shown) - typedAt;
  await program.quiet(300);
  const memory = program.memory();
  program.type(ctrlEnd);
  await program.quiet(50);
  return { ms, memory };
}

function rows({ lines, echo, bytes, memory }, first) {
  const where = `after ${lines.toLocaleString("en")} lines`;
  return [
    {
      name: `${where}, 95 of 100 keys are back after`,
      value: echo / first.echo,
      bound: 1.3,
      unit: `times that after ${first.lines} lines (${echo.toFixed(2)} ms beside ${first.echo.toFixed(2)} ms)`,
    },
    { name: `${where}, a typed key`, value: bytes, bound: 3, unit: "bytes" },
    { name: `${where}, growth`, value: memory - first.memory, bound: 25, unit: "MB resident" },
  ];
}

function topRows({ ms, memory }, last) {
  const where = `after ${last.lines.toLocaleString("en")} lines`;
  return [
    { name: `${where}, the first line is back after`, value: ms, bound: 50, unit: "ms" },
    { name: `${where}, growth by going there`, value: memory - last.memory, bound: 5, unit: "MB resident" },
  ];
}
