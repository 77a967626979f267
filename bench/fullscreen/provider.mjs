// A provider on the loopback, in a thread of its own. It tells when it has given an answer: to "stream" a long one, to
// "read it" or "run it" a call of the tool, and "ok" to everything else.
import { createServer } from "node:http";
import { parentPort } from "node:worker_threads";

const deltas = 400;
const bytesPerDelta = 20;
const deltaMs = 5;
/** Without the letter that is typed meanwhile. */
const words = "the loop speaks to a backend and runs tools while every display shows what happens".split(" ");

const calls = {
  "read it": { name: "read", input: { path: "soak.txt" } },
  "run it": { name: "bash", input: { command: "cat soak.txt" } },
};

const server = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request.setEncoding("utf8")) body += piece;
  const asked = JSON.stringify(JSON.parse(body).messages.at(-1));
  response.writeHead(200, { "content-type": "text/event-stream" });
  const called = Object.keys(calls).find((prompt) => asked.includes(prompt));
  if (called) return response.end(callOf(calls[called]));
  const done = () => parentPort.postMessage({ kind: "answered" });
  if (!asked.includes("stream")) return response.end(opening + textDelta("ok") + closing, done);
  response.write(opening);
  send(response, answer(), done);
});
server.listen(0, "127.0.0.1", () => {
  parentPort.postMessage({ kind: "listening", url: `http://127.0.0.1:${server.address().port}` });
});

/** Every delta at its time, even if the one before was late. */
function send(response, pieces, done) {
  const startedAt = performance.now();
  const step = (index) => {
    if (index === pieces.length) {
      response.end(closing);
      return done();
    }
    response.write(textDelta(pieces[index]));
    setTimeout(step, startedAt + (index + 1) * deltaMs - performance.now(), index + 1);
  };
  step(0);
}

/** Paragraphs, cut without regard to words. */
function answer() {
  let text = "";
  for (let word = 0; text.length < deltas * bytesPerDelta; word += 1) {
    text += `${words[(word * 4) % words.length]}${word % 70 === 69 ? ".\n\n" : " "}`;
  }
  return Array.from({ length: deltas }, (_, at) => text.slice(at * bytesPerDelta, (at + 1) * bytesPerDelta));
}

const usage = { input_tokens: 10, output_tokens: 1 };
const message = { id: "msg_1", type: "message", role: "assistant", model: "mock", content: [] };
const start = sse("message_start", { message: { ...message, stop_reason: null, usage } });
const opening = start + sse("content_block_start", { index: 0, content_block: { type: "text", text: "" } });
const closing = end("end_turn");
let called = 0;

function textDelta(text) {
  return sse("content_block_delta", { index: 0, delta: { type: "text_delta", text } });
}

function callOf({ name, input }) {
  called += 1;
  const block = { type: "tool_use", id: `toolu_${called}`, name, input: {} };
  const delta = { type: "input_json_delta", partial_json: JSON.stringify(input) };
  return (
    start +
    sse("content_block_start", { index: 0, content_block: block }) +
    sse("content_block_delta", { index: 0, delta }) +
    end("tool_use")
  );
}

function end(stop_reason) {
  return (
    sse("content_block_stop", { index: 0 }) +
    sse("message_delta", { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } }) +
    sse("message_stop", {})
  );
}

function sse(type, data) {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}
