// Starts the program once, up to its prompt, and keeps beside it the code that V8 made of it. Run by the build, with
// the program's directory and `plain` or `full`: the full screen is shown to a terminal that is not there.
const fs = require("node:fs");
const { join } = require("node:path");

const [, , directory, display] = process.argv;
process.argv.splice(2, 2, "--backend", "offline");
const patienceMs = 10_000;

const { stdin, stdout } = process;
if (display === "full") {
  Object.assign(stdin, { isTTY: true, setRawMode: () => stdin });
  Object.assign(stdout, { isTTY: true, columns: 80, rows: 24 });
}

/** What the program writes goes nowhere, and tells when the prompt has come. */
const prompts = { plain: "You: ", full: "\x1b[23;3H" };
function watch(bytes) {
  if (Buffer.from(bytes).includes(prompts[display])) setImmediate(keep);
  return bytes.length;
}
const { writeSync } = fs;
fs.writeSync = (_, bytes) => watch(bytes);
stdout.write = (bytes) => watch(bytes) > 0;

const { compiled, place } = require(join(directory, "main.js"));
setTimeout(() => process.exit(1), patienceMs);

function keep() {
  fs.writeSync = writeSync;
  fs.mkdirSync(place, { recursive: true });
  for (const [name, code] of compiled()) fs.writeFileSync(join(place, name), code);
  process.kill(process.pid, "SIGKILL");
}
