// The least that a chat program in Node can do: print a prompt and wait. The measure for our own start.
import { createInterface } from "node:readline";

const lines = createInterface({ input: process.stdin });
process.stdout.write("A chat of twelve lines\n");
process.stdout.write("You: ");
lines.on("line", (line) => {
  if (line === "exit") process.exit(0);
  process.stdout.write(`Assistant: ${line}\n`);
  process.stdout.write("You: ");
});
lines.on("close", () => process.exit(0));
