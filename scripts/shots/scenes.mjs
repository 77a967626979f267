// The pictures as data: which terminal, how large, and what is done before the picture is taken.
import { setTimeout as pause } from "node:timers/promises";

const question = /^ *y +.*once/m;
/** A question takes no key that comes sooner. */
const notFresh = 500;
const esc = String.fromCharCode(27);
const pageUp = `${esc}[5~`;
const shiftDown = `${esc}[1;2B`;

export const scenes = [
  {
    name: "xterm-scrolled",
    terminal: "xterm",
    columns: 80,
    rows: 24,
    async play({ press, repeat, expect }) {
      await press("demo long\r", /end of the long answer[\s\S]*Tokens/);
      await press("demo slow\r", /This answer comes/);
      await repeat(pageUp, /A long answer/);
      await repeat(shiftDown, /And a quotation/);
      await press("and what does edit ask", /what does edit ask/);
      // Until the slow answer is over: the line for what is going on is empty again.
      await expect(/\n *\n> and what[\s\S]* new lines below/);
    },
  },
  {
    name: "xterm-approval",
    terminal: "xterm",
    options: ["-rv"],
    columns: 120,
    rows: 36,
    async play({ press }) {
      await press("demo read\r", /read worked[\s\S]*Tokens/);
      await press("demo edit\r", question);
    },
  },
  {
    name: "xtermjs-tools",
    terminal: "xterm.js",
    columns: 100,
    rows: 30,
    async play({ press }) {
      await press("/theme loom\r", /loom/);
      await press("demo reasoning\r", /some models send it[\s\S]*Tokens/);
      await press("demo bash\r", question);
      await pause(notFresh);
      await press("y", /bash worked[\s\S]*Tokens/);
    },
  },
  {
    name: "xtermjs-help",
    terminal: "xterm.js",
    columns: 120,
    rows: 36,
    async play({ press }) {
      await press("?", /Ctrl-R/);
    },
  },
];
