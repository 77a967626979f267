// Runs inside xterm: plays a scene between the program and the terminal around it, then takes the window's picture.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { startChat } from "./chat.mjs";
import { scenes } from "./scenes.mjs";

const [name, file] = process.argv.slice(2);
const scene = scenes.find((candidate) => candidate.name === name);

process.stdin.setRawMode(true);
const chat = startChat({ ...scene, onBytes: (bytes) => process.stdout.write(bytes), isAnswered: true });
process.stdin.on("data", chat.answer);
try {
  await chat.play(scene);
  await shoot();
} catch (error) {
  writeFileSync(`${file}.failed`, String(error));
}
await chat.close();
process.exit();

/** The window is drawn when two pictures in a row are the same. */
async function shoot() {
  let last = Buffer.alloc(0);
  for (let attempt = 0; attempt < 50; attempt++) {
    const { stdout } = spawnSync("import", ["-window", process.env.WINDOWID, "-strip", "png:-"], {
      maxBuffer: 1e8,
    });
    if (stdout.length > 0 && stdout.equals(last)) return writeFileSync(file, stdout);
    last = stdout;
    await pause(100);
  }
  throw new Error("the window never stopped changing");
}
