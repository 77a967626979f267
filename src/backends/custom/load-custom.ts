/**
 * A module of the user's own as a backend. What it exports is checked before it is used, and what it says is checked
 * while it speaks: a mistake in it is a failed request, never a broken loop.
 */
import type { Backend } from "../../model/backend.ts";
import type { BackendSettings } from "../../model/settings.ts";
import { isRecord } from "../json.ts";
import { checkedStream } from "./checked-stream.ts";
import { answerAtOnce } from "./send-message.ts";

export interface CustomOptions extends BackendSettings {
  readonly name: string;
  readonly label: string;
  /** Loads the file as a module. */
  readonly load: (file: string) => Promise<unknown>;
}

/** Rejects, with a reason for the user, when the module cannot be a backend. */
export async function createCustom(options: CustomOptions): Promise<Backend> {
  const { name, label, module: file, load } = options;
  if (!file) throw new Error(`set \`backends.${name}.module\` to the file of your module.`);
  const made = await make(await loaded(file, load), options);
  const speak = typeof made.stream === "function" ? made.stream.bind(made) : answerAtOnce(made);
  if (!speak) throw new Error(`${file} must export createBackend, stream or send_message.`);
  return {
    name,
    label: textOr(made.label, label),
    model: textOr(options.model, textOr(made.model, "of its own choice")),
    ...(made.ownTools === true && { ownTools: true as const }),
    stream: (request, signal) => checkedStream(() => speak(request, signal), name, signal),
    ...(typeof made.close === "function" && { close: made.close.bind(made) }),
  };
}

async function loaded(file: string, load: CustomOptions["load"]): Promise<Record<string, unknown>> {
  let exported: unknown;
  try {
    exported = await load(file);
  } catch (error) {
    throw new Error(`${file} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isRecord(exported)) throw new Error(`${file} exports nothing.`);
  const { default: main } = exported;
  // What is named counts; the default may be the backend, or a function that makes it.
  if (typeof main === "function") return { createBackend: main, ...exported };
  return isRecord(main) ? { ...main, ...exported } : { ...exported };
}

/** `createBackend` gets the settings without the key's name being guessed: it may hold one. */
async function make(
  exported: Record<string, unknown>,
  { load: _load, ...settings }: CustomOptions,
): Promise<Record<string, unknown>> {
  if (typeof exported.createBackend !== "function") return exported;
  const made: unknown = await exported.createBackend(settings);
  if (!isRecord(made)) throw new Error("its createBackend returns no backend.");
  return made;
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" && value.trim() !== "" ? value : otherwise;
}
