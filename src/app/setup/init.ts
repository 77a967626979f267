/** `treadle init`: at most three questions on plain lines, then a settings file that explains itself. */
import { commentedConfig } from "../../config/commented-config.ts";
import type { InitInvocation } from "../../config/invocation.ts";
import type { ApprovalMode } from "../../model/approval.ts";
import { sanitise } from "../../view/sanitise.ts";
import { complain } from "../complain.ts";
import { openLines } from "../entered.ts";
import { exitCodes } from "../exit-code.ts";
import type { Host } from "../host.ts";
import {
  approvalChoices,
  backendChoices,
  type Choices,
  choiceLines,
  later,
  modelChoices,
  readChoice,
} from "./choices.ts";
import type { Machine } from "./machine.ts";
import { type Chosen, makePlan, missing, type Plan } from "./plan.ts";
import { findPlace, keptSentence, placeConfig, type Target } from "./write-config.ts";

/** Undefined at the end of the input. */
type Ask = (choices: Choices) => Promise<string | undefined>;

export async function init(machine: Machine, invocation: InitInvocation): Promise<number> {
  const { host, settings } = machine;
  const { flags, yes, force } = invocation;
  const place = findPlace(host);
  if (place.kind === "none") return wrong(host, place.problem);
  if (place.kind === "taken" && !force) return wrong(host, keptSentence(place.oldShown));
  if (!yes && host.stdin.isTTY !== true) return complain(host, [nobodyToAsk]);
  const plan = await makePlan(machine, flags.settings.approvalMode ?? settings.approvalMode);
  const { backend } = flags.settings;
  if (backend !== undefined && plan.nameOf(backend) === undefined) {
    return complain(host, [`There is no backend ${JSON.stringify(backend)}; treadle doctor lists them.`]);
  }
  const chosen = yes
    ? await choose(plan, invocation, async ({ options, usual }) => options[usual]?.value)
    : await askFor(host, plan, invocation, place.shown);
  if (chosen?.backend === later && flags.settings.model !== undefined) return complain(host, [whose]);
  if (chosen === undefined) return wrong(host, "Left before the last answer; nothing was written.");
  return write(host, place, plan, chosen);
}

const nobodyToAsk =
  "treadle init asks at a terminal, and standard input is none: add --yes to take what it finds, or start it at a terminal.";

const nothingChosen =
  "No backend is chosen: each start takes a key or an Ollama that it finds, or else the offline demo.";
const whose = "--model needs to know the backend: add --backend NAME.";

function wrong(host: Host, message: string): number {
  complain(host, [message]);
  return exitCodes.error;
}

async function askFor(
  host: Host,
  plan: Plan,
  invocation: InitInvocation,
  shown: string,
): Promise<Chosen | undefined> {
  const say = (text: string) => host.stdout.write(sanitise(text));
  const lines = openLines(host.stdin);
  say(`This writes your settings to ${shown}. Enter takes what is marked with *.\n`);
  try {
    return await choose(plan, invocation, async (choices) => {
      say(`\n${choiceLines(choices)}`);
      for (;;) {
        const typed = await lines.next();
        if (typed === undefined) {
          say("\n");
          return undefined;
        }
        const answer = readChoice(choices, typed);
        if (answer !== undefined) return answer;
        say(`${choices.hint}\n[${choices.usual + 1}]: `);
      }
    });
  } finally {
    lines.close();
  }
}

/** What the flags say is not asked. Undefined when the answers came to an end. */
async function choose(plan: Plan, { flags }: InitInvocation, ask: Ask): Promise<Chosen | undefined> {
  const given = flags.settings;
  const { candidates, usual, nameOf } = plan;
  const backend =
    given.backend === undefined
      ? await ask(backendChoices(candidates, usual, nameOf))
      : nameOf(given.backend);
  if (backend === undefined) return undefined;
  const model = given.model ?? (backend === later ? "" : await ask(await modelsOf(plan, backend)));
  if (model === undefined) return undefined;
  const approvalMode = given.approvalMode ?? (await ask(approvalChoices));
  return approvalMode === undefined
    ? undefined
    : { backend, model, approvalMode: approvalMode as ApprovalMode };
}

async function modelsOf(plan: Plan, backend: string): Promise<Choices> {
  const models = plan.candidates.find((candidate) => candidate.backend === backend)?.models ?? [];
  return modelChoices(backend, models, await plan.usualModel(backend));
}

function write(host: Host, place: Target, plan: Plan, chosen: Chosen): number {
  const placed = placeConfig(host, place, commentedConfig(plan.firstSettings(chosen)));
  if (placed.kind === "failed") return wrong(host, placed.problem);
  const lines = [
    `Written: ${place.shown}`,
    chosen.backend === later ? nothingChosen : `Backend: ${chosen.backend}`,
    ...(placed.copy === undefined ? [] : [`Your old settings are in ${placed.copy}.`]),
    ...missing(plan, chosen.backend),
    ...(host.env.TREADLE_CONFIG
      ? ["TREADLE_CONFIG names another file: this one counts when it is not set."]
      : []),
    "Start with treadle; treadle doctor tells what is in force.",
  ];
  host.stdout.write(sanitise(`${lines.join("\n")}\n`));
  return exitCodes.ok;
}
