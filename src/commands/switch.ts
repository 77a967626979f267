/** /backend, /model, /models and /agent: who answers from now on. The conversation is kept. */
import type { CommandEntry, CommandHost, Switched } from "./command.ts";

function told(outcome: Switched): string {
  if (outcome.kind === "kept") return `Nothing is changed: ${outcome.problem}`;
  return `Backend: ${outcome.label}, model ${outcome.model}, from now on.`;
}

function listing(title: string, names: readonly string[], current: string): string {
  return [title, ...names.map((name) => `${name === current ? "*" : " "} ${name}`)].join("\n");
}

const common = { whileBusy: false } as const;

export const backend: CommandEntry = {
  ...common,
  name: "backend",
  aliases: ["be", "sw"],
  usage: "[NAME]",
  summary: "list the backends, or switch to one",
  async run(host, args) {
    const { switching } = host;
    if (args === "") return host.say(listing("Backends:", switching.backends(), host.backend().name));
    host.say(told(await switching.useBackend(args)));
  },
};

export const model: CommandEntry = {
  ...common,
  name: "model",
  aliases: [],
  usage: "[NAME]",
  summary: "show the model, or switch to another",
  async run(host, args) {
    if (args === "") return host.say(`Model: ${host.backend().model}; /models lists others.`);
    if (/\s/.test(args)) return host.say("Error: the name of a model has no spaces. Usage: /model [NAME]");
    host.say(told(await host.switching.useModel(args)));
  },
};

export const models: CommandEntry = {
  ...common,
  name: "models",
  aliases: [],
  usage: "",
  summary: "list the models that can be asked",
  run: listModels,
};

async function listModels(host: CommandHost): Promise<void> {
  const { from, names, problem } = await host.switching.models();
  const why = problem === undefined ? "the backend does not tell" : problem;
  const title = from === "service" ? "Models:" : `Models that treadle knows (${why}):`;
  host.say(listing(title, names, host.backend().model));
}

export const agent: CommandEntry = {
  ...common,
  name: "agent",
  aliases: [],
  usage: "[NAME]",
  summary: "list the agents, or switch to one",
  async run(host, args) {
    const { switching } = host;
    if (args === "") return host.say(listing("Agents:", switching.agents(), host.settings().agent));
    host.say(told(await switching.useAgent(args)));
  },
};
