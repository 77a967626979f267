// A provider on the loopback, in a thread of its own. It says "ok", and to "stream" what is measured; then tells so.
import { createServer } from "node:http";
import { parentPort } from "node:worker_threads";

const deltas = 400;
const bytesPerDelta = 20;
const deltaMs = 5;
/** Without the letter that is typed meanwhile. */
const words = "the loop speaks to a backend and runs tools while every display shows what happens".split(" ");

const server = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request.setEncoding("utf8")) body += piece;
  const isStream = JSON.stringify(JSON.parse(body).messages.at(-1)).includes("stream");
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(opening);
  if (isStream) return send(response, answer(), () => parentPort.postMessage({ kind: "streamed" }));
  send(response, ["ok"], () => {});
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
    response.write(
      sse("content_block_delta", { index: 0, delta: { type: "text_delta", text: pieces[index] } }),
    );
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
const opening =
  sse("message_start", { message: { ...message, stop_reason: null, usage } }) +
  sse("content_block_start", { index: 0, content_block: { type: "text", text: "" } });
const closing =
  sse("content_block_stop", { index: 0 }) +
  sse("message_delta", {
    delta: { stop_reason: "end_turn", stop_sequence: null },
    usage: { output_tokens: 5 },
  }) +
  sse("message_stop", {});

function sse(type, data) {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}
