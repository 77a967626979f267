/** /init: the same file as treadle init writes, from what is in use, shown in the chat's own question. */
import { accessOf } from "../../backends/registry.ts";
import { commentedConfig } from "../../config/commented-config.ts";
import { approvalModeOf } from "../../model/approval.ts";
import { defaultSettings } from "../../model/settings.ts";
import type { Controller } from "../controller.ts";
import type { Engine } from "../engine.ts";
import { canBeModel, later } from "./choices.ts";
import type { Machine } from "./machine.ts";
import { type Chosen, makePlan, missing, type Plan } from "./plan.ts";
import { findPlace, keptSentence, placeConfig } from "./write-config.ts";

interface Chat {
  readonly engine: Pick<Engine, "backend" | "settings">;
  readonly ask: Controller["ask"];
}

/** `[BACKEND [MODEL]]`; what came of it, in sentences. */
export type SetUpInChat = (words: string, chat: Chat, signal: AbortSignal) => Promise<string>;

export async function setUpInChat(
  machine: Machine,
  words: string,
  { engine, ask }: Chat,
  signal: AbortSignal,
): Promise<string> {
  const { host } = machine;
  const place = findPlace(host);
  if (place.kind === "none") return place.problem;
  if (place.kind === "taken") return keptSentence(place.oldShown);
  const [name, model, ...more] = words.split(/\s+/).filter((word) => word !== "");
  if (more.length > 0) return "Usage: /init [BACKEND [MODEL]]";
  if (model !== undefined && !canBeModel(model)) return `${JSON.stringify(model)} is no name of a model.`;
  const mode = approvalModeOf(engine.settings());
  // What was allowed for one session is not for all.
  const approvalMode = mode === "yolo" ? defaultSettings.approvalMode : mode;
  const plan = await makePlan(machine, approvalMode);
  const backend =
    name === undefined ? backendInUse(plan, engine) : (accessOf(name, engine.settings())?.name ?? "");
  if (backend === "") return `There is no backend ${JSON.stringify(name)}; /backend lists them.`;
  const chosen = { backend, model: model ?? modelInUse(plan, engine, backend), approvalMode };
  const text = commentedConfig(plan.firstSettings(chosen));
  const fields = [...foundFields(plan), { label: "file", value: text }];
  const answer = await ask(
    { kind: "confirm", title: `Write these settings to ${place.shown}?`, fields },
    signal,
  );
  if (answer?.verdict !== "allow") return `Nothing was written; ${another}`;
  const placed = placeConfig(host, place, text);
  if (placed.kind === "failed") return placed.problem;
  return [`Written: ${place.shown}. It holds from the next start on.`, ...missing(plan, backend)].join("\n");
}

const another = "/init BACKEND MODEL writes others.";

/** The demo is not what anybody wants for good. */
function backendInUse({ usual }: Plan, engine: Chat["engine"]): string {
  const { name } = engine.backend();
  return name === "offline" ? (usual ?? later) : name;
}

/** Empty where it is the usual one, which may change with the program. */
function modelInUse({ candidates }: Plan, engine: Chat["engine"], backend: Chosen["backend"]): string {
  const inUse = engine.backend();
  const [first = ""] = candidates.find((known) => known.backend === backend)?.models ?? [];
  if (inUse.name !== backend) return canBeModel(first) ? first : "";
  const wanted = first === "" ? accessOf(backend, engine.settings())?.model : inUse.model;
  return wanted !== undefined && canBeModel(wanted) ? wanted : "";
}

function foundFields({ candidates }: Plan): readonly { readonly label: string; readonly value: string }[] {
  return candidates.map(({ backend, finding }) => ({ label: backend, value: finding }));
}
