// What is shown, step by step, on any stage: see stock-stage.mjs and our-stage.mjs. It knows no terminal.

/** A title and a gap above the history; a gap, a status bar and the input line below. */
const rowsAround = 6;
export const historyLength = 200;
const deltas = 200;
const words = "the loop speaks to a backend and runs tools while every display shows what happens".split(" ");
const typed = "please explain why the build fails on the old host";

/** `open` puts the widgets on a stage and returns what hands over the content of step 0, 1, 2 ... */
export const scenes = {
  typing: { steps: typed.length, open: openTyping },
  streaming: { steps: deltas, open: (stage) => openStreaming(stage, [], answer) },
  streamingPieces: { steps: deltas, open: (stage) => openStreaming(stage, [], answerInPieces) },
  streamingBelow: { steps: deltas, open: (stage) => openStreaming(stage, history(stage.columns), answer) },
  scrolling: { steps: 50, open: openScrolling },
  nothing: { steps: 10, open: openUnchanged },
  everything: { steps: 10, open: openPages },
};

/** A delta is a word and the blank before it, as most tokens of models are; or a piece that begins anywhere. */
const pieceLength = 6;
export const textPerDelta = {
  streaming: answer(deltas).length / deltas,
  streamingPieces: pieceLength,
};

function openTyping(stage) {
  const { input } = openChat(stage, history(stage.columns));
  return (step) => input.show(typed.slice(0, (step % typed.length) + 1));
}

function openStreaming(stage, before, textAfter) {
  const { pane, input, height } = openChat(stage, before);
  input.show("next");
  return (step) => {
    const lines = [...before, ...wrap(textAfter(step + 1), stage.columns)];
    pane.show(lines, Math.max(0, lines.length - height));
  };
}

function openScrolling(stage) {
  const lines = history(stage.columns);
  const { pane, height } = openChat(stage, lines);
  const bottom = lines.length - height;
  return (step) => pane.show(lines, bottom - 1 - (step % bottom));
}

function openUnchanged(stage) {
  openChat(stage, history(stage.columns));
  return () => {};
}

/** Two pages that have no cell in common, in turn. */
function openPages(stage) {
  const pane = stage.pane(0, stage.rows);
  const pages = ["x", "y"].map((letter) =>
    Array.from({ length: stage.rows }, (_, y) => ({
      text: page(letter, stage.columns),
      isBold: y % 6 === 0,
    })),
  );
  pane.show(pages[1], 0);
  return (step) => pane.show(pages[step % 2], 0);
}

function page(letter, columns) {
  return Array.from({ length: columns }, (_, x) => (x % 7 === 0 ? letter.toUpperCase() : letter)).join("");
}

function openChat(stage, lines) {
  const height = stage.rows - rowsAround;
  stage.bar(0, "treadle");
  const pane = stage.pane(2, height);
  stage.bar(stage.rows - 2, "ready");
  const input = stage.input(stage.rows - 1);
  pane.show(lines, Math.max(0, lines.length - height));
  return { pane, input, height };
}

/** Lines of unlike lengths. One in six is a user's, and bold. */
function history(columns) {
  return Array.from({ length: historyLength }, (_, index) => {
    const isBold = index % 6 === 0;
    const length = isBold ? 20 : Math.floor(columns * (0.5 + 0.4 * Math.sin(index)));
    return { text: `${index}${answer(columns, index)}`.slice(0, length).trimEnd(), isBold };
  });
}

function answer(wordCount, from = 0) {
  return Array.from(
    { length: wordCount },
    (_, index) => ` ${words[((index + from) * 4) % words.length]}`,
  ).join("");
}

function answerInPieces(pieceCount) {
  return answer(2 * deltas).slice(0, pieceCount * pieceLength);
}

function wrap(text, width) {
  const lines = [""];
  for (const word of text.trimStart().split(" ")) {
    const line = lines.at(-1);
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => ({ text: line, isBold: false }));
}
