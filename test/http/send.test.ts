/** Our client on real sockets: what it sends, what it makes of answers, and how it gives up. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type HttpAnswer, type HttpRequest, readText } from "../../src/http/answer.ts";
import { createSend, sendRequest } from "../../src/http/send.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function portOf(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  server.listen(0, "127.0.0.1");
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const serve = async (listen: RequestListener) => `http://127.0.0.1:${await portOf(createServer(listen))}/`;

/** A server that writes these bytes, whatever it is asked, and then closes. */
const serveBytes = async (bytes: string) =>
  `http://127.0.0.1:${await portOf(createTcpServer((socket) => void socket.on("error", () => {}).end(bytes)))}/`;

const never = new AbortController().signal;
const get: HttpRequest = { method: "GET", headers: {}, signal: never };
const textOf = (answer: HttpAnswer, signal = never) => readText(answer.packets(signal), 1000);

test("a request arrives as it was meant, and its answer comes back", async () => {
  const asked: unknown[] = [];
  const url = await serve(async (request, response) => {
    const { method, headers } = request;
    asked.push({ method, path: request.url, headers, body: await readText(request, 1000) });
    response.writeHead(201, { "X-Mine": "yes" }).end("Grüße");
  });
  const headers = { "x-api-key": "k", "content-type": "application/json" };
  const answer = await sendRequest(`${url}a/b?c=d`, { ...get, method: "POST", headers, body: '{"ü":1}' });
  expect(answer).toMatchObject({ status: 201, headers: { "x-mine": "yes" } });
  expect(await textOf(answer)).toBe("Grüße");
  const sent = { ...headers, "content-length": "8", "accept-encoding": "identity" };
  expect(asked).toMatchObject([{ method: "POST", path: "/a/b?c=d", headers: sent, body: '{"ü":1}' }]);
});

test("a redirect is an answer", async () => {
  const url = await serve((_request, response) => response.writeHead(307, { location: "/x" }).end());
  expect(await sendRequest(url, get)).toMatchObject({ status: 307, headers: { location: "/x" } });
});

test("a connection is used again once its answer is read", async () => {
  const ports = new Set<unknown>();
  const url = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    response.end("ok");
  });
  for (let round = 0; round < 3; round += 1) await textOf(await sendRequest(url, get));
  expect(ports.size).toBe(1);
});

test("an answer is read as it arrives, also by a slow reader", async () => {
  const url = await serve(async (_request, response) => {
    for (let line = 0; line < 2000; line += 1) {
      if (!response.write(`${line} ${"x".repeat(1000)}\n`)) await once(response, "drain");
    }
    response.end();
  });
  const { packets } = await sendRequest(url, get);
  let text = "";
  for await (const packet of packets(never)) {
    await new Promise((resolve) => setImmediate(resolve));
    text += Buffer.from(packet).toString("latin1");
  }
  expect(text.split("\n").map((line) => Number.parseInt(line, 10))).toHaveLength(2001);
  expect(text.endsWith(`1999 ${"x".repeat(1000)}\n`)).toBe(true);
});

test.each([
  ["closes at once", ""],
  ["closes within the head", "HTTP/1.1 200 OK\r\nconte"],
  ["speaks no HTTP", "220 mail.example ESMTP\r\n"],
  ["changes to another protocol", "HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"],
])("a server that %s gave no answer", async (_what, bytes) => {
  await expect(sendRequest(await serveBytes(bytes), get)).rejects.toThrow("fetch failed");
});

test("whoever is not there gave no answer, and the cause says why", async () => {
  const url = await serve(() => {});
  for (const close of closers.splice(0)) close();
  await expect(sendRequest(url, get)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
});

const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n";
test.each([
  ["is shorter than its length", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhello"],
  ["lacks its last chunk", chunked],
  ["has a broken chunk", `${chunked}oops\r\n`],
])("an answer that %s breaks off, after what came", async (_what, bytes) => {
  const { packets } = await sendRequest(await serveBytes(bytes), get);
  const reading = packets(never);
  expect(Buffer.from((await reading.next()).value ?? []).toString()).toBe("hello");
  await expect(reading.next()).rejects.toThrow("terminated");
});

test("an answer without a length ends with its connection", async () => {
  expect(await textOf(await sendRequest(await serveBytes("HTTP/1.0 200 OK\r\n\r\nhello"), get))).toBe(
    "hello",
  );
});

async function hanging(begin: RequestListener) {
  const closed: string[] = [];
  let asked = () => {};
  const arrived = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const url = await serve((request, response) => {
    response.on("close", () => closed.push("closed"));
    begin(request, response);
    asked();
  });
  return { url, arrived, closed };
}

test("cancelled before the answer begins, the connection is closed", async () => {
  const { url, arrived, closed } = await hanging(() => {});
  const controller = new AbortController();
  const sending = sendRequest(url, { ...get, signal: controller.signal });
  await arrived;
  controller.abort(new Error("enough"));
  await expect(sending).rejects.toThrow("enough");
  await expect.poll(() => closed).toEqual(["closed"]);
  await expect(sendRequest(url, { ...get, signal: AbortSignal.abort(new Error("no")) })).rejects.toThrow(
    "no",
  );
});

test("cancelled in the middle, nothing more is read and the connection is closed", async () => {
  const { url, closed } = await hanging((_request, response) => response.write("so far"));
  const controller = new AbortController();
  const { packets } = await sendRequest(url, get);
  const reading = packets(controller.signal);
  await reading.next();
  const next = reading.next();
  controller.abort(new Error("enough"));
  await expect(next).rejects.toMatchObject({ message: "terminated", cause: { message: "enough" } });
  await expect.poll(() => closed).toEqual(["closed"]);
});

test("given up by its reader, the connection is closed", async () => {
  const { url, closed } = await hanging((_request, response) => response.write("so far"));
  const { packets } = await sendRequest(url, get);
  for await (const packet of packets(never)) {
    expect(Buffer.from(packet).toString()).toBe("so far");
    break;
  }
  await expect.poll(() => closed).toEqual(["closed"]);
});

const impatient = createSend({ connectMs: 60_000, silenceMs: 30 });

test("a server that stays silent is given up", async () => {
  const { url, closed } = await hanging(() => {});
  await expect(impatient(url, get)).rejects.toMatchObject({ cause: { code: "ETIMEDOUT" } });
  await expect.poll(() => closed).toEqual(["closed"]);
});

test("an answer that falls silent breaks off", async () => {
  const { url, closed } = await hanging((_request, response) => response.write("so far"));
  const { packets } = await impatient(url, get);
  const reading = packets(never);
  await reading.next();
  await expect(reading.next()).rejects.toMatchObject({
    message: "terminated",
    cause: { code: "ECONNABORTED" },
  });
  await expect.poll(() => closed).toEqual(["closed"]);
});

test("a connection that is never made is given up", async () => {
  const silent = await portOf(createTcpServer((socket) => void socket.on("error", () => {})));
  const hasty = createSend({ connectMs: 30, silenceMs: 60_000 });
  const sending = hasty(`https://127.0.0.1:${silent}/`, get);
  await expect(sending).rejects.toMatchObject({ cause: { code: "ETIMEDOUT" } });
});

test("https is not spoken with whoever cannot", async () => {
  const url = await serve((_request, response) => response.end("ok"));
  await expect(sendRequest(url.replace("http:", "https:"), get)).rejects.toThrow("fetch failed");
});
