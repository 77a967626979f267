// A real xterm on an X server without a screen. What runs in it is stage.mjs, which takes the picture.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const stage = fileURLToPath(new URL("stage.mjs", import.meta.url));

export const xtermNeeds = { Xvfb: "xvfb", xterm: "xterm", import: "imagemagick" };

export async function withXServer(work) {
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  try {
    const [number] = await Promise.race([once(server.stdio[3], "data"), failureOf(server, "Xvfb")]);
    return await work(`:${String(number).trim()}`);
  } finally {
    server.kill();
  }
}

/** As it comes, but for a font that is easy to read. Its window holds the pointer, and with it the keyboard. */
export async function shootInXterm({ name, columns, rows, options = [] }, { display, home, file }) {
  const font = ["-fa", "DejaVu Sans Mono", "-fs", "11"];
  const window = [
    "-geometry",
    `${columns}x${rows}+400+200`,
    "-b",
    "6",
    "+sb",
    "-u8",
    "-tn",
    "xterm-256color",
  ];
  const command = ["-e", process.execPath, stage, name, file];
  const xterm = spawn("xterm", [...font, ...window, ...options, ...command], {
    env: { PATH: process.env.PATH, LANG: "C.UTF-8", HOME: home, DISPLAY: display },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await once(xterm, "exit");
  if (existsSync(`${file}.failed`)) throw new Error(readFileSync(`${file}.failed`, "utf8"));
}

async function failureOf(child, name) {
  const [reason] = await once(child, "exit");
  throw new Error(`${name} ended at once, with ${reason}`);
}
