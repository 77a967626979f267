// A server in a process of its own, so that its work is not counted: the same long answer for everyone who asks.
import { createServer } from "node:http";

const count = Number(process.argv[2]);
const perPacket = 20;

const sse = (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
const line = (object) => `${JSON.stringify(object)}\n`;
const usage = { input_tokens: 1, output_tokens: 1 };
const formats = {
  "/v1/messages": {
    type: "text/event-stream",
    head:
      sse({ type: "message_start", message: { id: "m", content: [], usage } }) +
      sse({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
    delta: (text) => sse({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }),
    tail:
      sse({ type: "content_block_stop", index: 0 }) +
      sse({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage }) +
      sse({ type: "message_stop" }),
  },
  "/v1/chat/completions": {
    type: "text/event-stream",
    head: "",
    delta: (content) => `data: ${line({ choices: [{ index: 0, delta: { content } }] })}\n`,
    tail: `data: ${line({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\ndata: [DONE]\n\n`,
  },
  "/api/chat": {
    type: "application/x-ndjson",
    head: "",
    delta: (content) => line({ model: "m", message: { role: "assistant", content }, done: false }),
    tail: line({ message: { role: "assistant", content: "" }, done: true, done_reason: "stop" }),
  },
};

const server = createServer(async (request, response) => {
  request.resume();
  const format = formats[request.url];
  if (!format) return response.writeHead(404).end("{}");
  response.writeHead(200, { "content-type": format.type });
  response.write(format.head);
  for (let sent = 0; sent < count; sent += perPacket) {
    const deltas = Array.from({ length: perPacket }, (_, at) => format.delta(`word${(sent + at) % 1000} `));
    if (!response.write(deltas.join(""))) await new Promise((resolve) => response.once("drain", resolve));
  }
  response.end(format.tail);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
