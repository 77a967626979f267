// One long answer through one backend: microseconds from the socket to the event, and whether they grow with it.
import { createAnthropic } from "../../src/backends/anthropic.ts";
import { createOllama } from "../../src/backends/ollama.ts";
import { createOpenAi } from "../../src/backends/openai.ts";

const [name, url, deltas] = process.argv.slice(2);
const access = { name, label: name, apiKey: "bench", baseUrl: url };
const create = { anthropic: createAnthropic, openai: createOpenAi, ollama: createOllama };
const tools = [{ name: "bash", description: "", schema: { type: "object" }, confirm: true }];
const request = { messages: [{ role: "user", text: "go" }], tools, maxTokens: 100 };

const backend = await create[name](access);
const count = Number(deltas);
const warmRounds = 3;
const rounds = [];
for (let round = 0; round < warmRounds + 5; round += 1) rounds.push(await measure());
const measured = rounds.slice(warmRounds);
const median = (key) => measured.map((row) => row[key]).sort((a, b) => a - b)[2];
console.log(JSON.stringify({ perDelta: median("perDelta"), growth: median("growth") }));

async function measure() {
  const marks = [];
  let seen = 0;
  const started = process.cpuUsage();
  await answer(backend, () => {
    seen += 1;
    if (seen === 1 || seen % (count / 4) === 0) marks.push(process.cpuUsage(started));
  });
  if (seen !== count) throw new Error(`${seen} of ${count} deltas arrived`);
  const times = marks.map(({ user, system }) => user + system);
  const quarter = (at) => (times[at] - times[at - 1]) / (count / 4);
  return { perDelta: (times[4] - times[0]) / count, growth: quarter(4) / quarter(1) };
}

async function answer(from, onText) {
  for await (const event of from.stream(request, new AbortController().signal)) {
    if (event.type === "text") onText();
    if (event.type === "failed") throw new Error(event.failure.message);
  }
}
