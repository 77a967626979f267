// A chat as one writes it with blessed and the provider's library: a box for the text, repainted 30 times a second,
// and a textbox below.
import Anthropic from "@anthropic-ai/sdk";
import blessed from "blessed";

const screen = blessed.screen({ smartCSR: true, fullUnicode: true });
const box = blessed.box({ parent: screen, top: 0, bottom: 2, scrollable: true, alwaysScroll: true });
const status = blessed.box({
  parent: screen,
  bottom: 1,
  height: 1,
  content: "ready",
  style: { inverse: true },
});
const input = blessed.textbox({ parent: screen, bottom: 0, height: 1, inputOnFocus: true });
const client = new Anthropic();
const messages = [];
let text = "";
let changed = false;

function add(piece) {
  text += piece;
  changed = true;
}

setInterval(() => {
  if (!changed) return;
  changed = false;
  box.setContent(text);
  box.setScrollPerc(100);
  screen.render();
}, 1000 / 30);

input.on("submit", (line) => {
  input.clearValue();
  input.focus();
  add(`\n> ${line}\n`);
  ask(line);
});
input.focus();
screen.render();

async function ask(line) {
  status.setContent("streaming");
  messages.push({ role: "user", content: line });
  const stream = client.messages.stream({ model: "mock", max_tokens: 8192, messages });
  stream.on("text", add);
  const { role, content } = await stream.finalMessage();
  messages.push({ role, content });
  status.setContent("ready");
}
