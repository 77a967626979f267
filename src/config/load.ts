/**
 * All sources of settings laid over each other: defaults, the user's file, the trusted project's file, the environment,
 * the flags. Must not load zod, yaml or crypto unless there is a file to read.
 */
import { dirname, resolve } from "node:path";
import { defaultSettings, oneShotMaxIterations, type Settings } from "../model/settings.ts";
import { besideFile } from "./beside.ts";
import { chooseAgent, knownVariants, type Rank } from "./choose-agent.ts";
import { type FromEnvironment, readEnvironment } from "./environment.ts";
import type { Flags } from "./invocation.ts";
import { type Layer, mergeLayers, oneBackendSetting } from "./layer.ts";
import {
  configPaths,
  type Environment,
  type Found,
  findAgentsFile,
  findProjectFile,
  findUserFile,
  isSpecificationName,
  shownPath,
} from "./paths.ts";
import type { FileReading, FileSettings, SettingsText } from "./settings-file.ts";
import { readSourceFile } from "./source-file.ts";
import { chooseVariant, mergeVariants, type Variant } from "./variants.ts";

export interface LoadRequest {
  readonly flags: Pick<Flags, "settings" | "agent" | "config" | "spec" | "baseUrl">;
  readonly env: Environment;
  readonly cwd: string;
  readonly home: string;
  /** Nobody can be asked to go on: the default limit of a turn is higher. */
  readonly oneShot?: boolean;
}

export interface Source {
  readonly kind: "user" | "project";
  readonly path: string;
}

export type Loaded =
  | {
      readonly kind: "ok";
      readonly settings: Settings;
      /** Sentences for the user. */
      readonly notices: readonly string[];
      /** The files that were used. */
      readonly sources: readonly Source[];
      readonly variants: readonly Variant[];
    }
  | LoadError;

export interface LoadError {
  readonly kind: "error";
  readonly messages: readonly string[];
}

export async function loadSettings(request: LoadRequest): Promise<Loaded> {
  const environment = readEnvironment(request.env);
  const user = addSpec(await readUserFile(request, environment.config), await readSpec(request));
  const project = await readProjectFile(request);
  const messages = [...environment.messages, ...messagesOf(user), ...messagesOf(project)];
  if (user.kind === "error" || project.kind === "error" || messages.length > 0) return failed(messages);
  return assemble(request, environment, user, project);
}

function failed(messages: readonly string[]): LoadError {
  return { kind: "error", messages };
}

/** What a file contributed; a file that is not there contributes nothing. */
type Contribution =
  | ({ readonly kind: "ok"; readonly source?: Source } & Omit<FileSettings, "written">)
  | LoadError;

const nothing = { kind: "ok", layer: {}, agents: [], notices: [] } as const satisfies Contribution;

function messagesOf(contribution: Contribution): readonly string[] {
  return contribution.kind === "error" ? contribution.messages : [];
}

async function readUserFile(request: LoadRequest, configVariable: string | undefined): Promise<Contribution> {
  const { flags, env, home } = request;
  const named = flags.config ?? configVariable;
  if (named !== undefined)
    return readNamedFile(request, named, flags.config === undefined ? "TREADLE_CONFIG" : "--config");
  return readFound(request, findUserFile(configPaths(env, home)), "settings");
}

async function readFound(request: LoadRequest, found: Found, what: string): Promise<Contribution> {
  const { cwd, home } = request;
  if (found.kind === "none") return nothing;
  if (found.kind === "hidden") {
    // One sentence about the directory is enough.
    if (what === "agents") return nothing;
    const name = shownPath(found.directory, cwd, home);
    return { ...nothing, notices: [`Your ${what} in ${name} are ignored: ${found.reason}.`] };
  }
  if (found.kind === "several") {
    const names = found.paths.map((path) => shownPath(path, cwd, home)).join(" and ");
    return failed([`There are several ${what} files: keep only one of ${names}.`]);
  }
  return readOwnFile(request, found.path);
}

/** A specification of agents is laid over the user's file. */
async function readSpec(request: LoadRequest): Promise<Contribution> {
  const { env, home } = request;
  const { spec } = request.flags;
  if (spec === undefined) return readFound(request, findAgentsFile(configPaths(env, home)), "agents");
  if (isSpecificationName(spec)) return readOwnFile(request, resolve(request.cwd, spec));
  return failed([
    `--spec must name a file that ends in .pl, .yaml, .yml or .json, not ${JSON.stringify(spec)}.`,
  ]);
}

function addSpec(user: Contribution, spec: Contribution): Contribution {
  if (user.kind === "error") return user;
  if (spec.kind === "error" || spec === nothing) return spec === nothing ? user : spec;
  return {
    ...user,
    ...spec,
    layer: mergeLayers(user.layer, spec.layer),
    agent: spec.agent ?? user.agent,
    agents: mergeVariants(user.agents, spec.agents),
    notices: [...user.notices, ...spec.notices],
  };
}

async function readNamedFile(request: LoadRequest, name: string, from: string): Promise<Contribution> {
  if (/\.(ya?ml|json)$/.test(name)) return readOwnFile(request, resolve(request.cwd, name));
  return failed([`${from} must name a file that ends in .yaml, .yml or .json, not ${JSON.stringify(name)}.`]);
}

async function readOwnFile({ env, cwd, home }: LoadRequest, path: string): Promise<Contribution> {
  const name = shownPath(path, cwd, home);
  const reading = readSourceFile(path);
  if (reading.kind === "failed") return failed([`Cannot read ${name}: ${reading.reason}.`]);
  const settings = await readContents({ name, text: reading.file.text, owner: { kind: "user", env } });
  if (settings.kind === "error") return settings;
  return { ...besideFile(settings, dirname(path)), source: { kind: "user", path } };
}

async function readContents(source: SettingsText): Promise<FileReading> {
  const { readSettingsText } = await import("./settings-file.ts");
  return readSettingsText(source);
}

/** Data until it is trusted: then its mistakes are errors like any other's. */
async function readProjectFile({ env, cwd, home }: LoadRequest): Promise<Contribution> {
  if (findProjectFile(cwd, home).kind === "none") return nothing;
  const { readProject } = await import("./project.ts");
  const { isTrusted, readTrust, untrustedNotice } = await import("./trust.ts");
  const reading = readProject(cwd, home);
  if (reading.kind === "none") return nothing;
  if (reading.kind === "unusable") return { ...nothing, notices: [reading.message] };
  const { project } = reading;
  const trust = readTrust(configPaths(env, home).state);
  const faults = trust.fault === undefined ? [] : [trust.fault.message];
  if (!isTrusted(trust, project))
    return { ...nothing, notices: [...faults, untrustedNotice(trust, project)] };
  const settings = await readContents({ name: project.name, text: project.text, owner: { kind: "project" } });
  return settings.kind === "error"
    ? settings
    : { ...settings, source: { kind: "project", path: project.path } };
}

type Read = Extract<Contribution, { readonly kind: "ok" }>;

function assemble(request: LoadRequest, environment: FromEnvironment, user: Read, project: Read): Loaded {
  const { flags } = request;
  const { variants, notices } = knownVariants(user.agents, project.agents);
  const names = { flag: flags.agent, variable: environment.agent, project: project.agent, user: user.agent };
  const agent = chooseAgent(names, variants);
  const choice = chooseVariant(variants, agent.name, agent.from);
  if (choice.kind === "unknown") return failed([choice.message]);
  const { variant } = choice;
  const at = (rank: Rank) => (agent.rank === rank ? variant.settings : {});
  const files = mergeLayers(user.layer, at("user"), project.layer, at("project"));
  const merged = mergeLayers(files, at("environment"), environment.layer, at("flags"), flags.settings);
  if (flags.baseUrl !== undefined && merged.backend === undefined) {
    return failed(["--base-url needs to know the backend: add --backend NAME."]);
  }
  return {
    kind: "ok",
    settings: complete(merged, variant.name, request),
    notices: [...user.notices, ...project.notices, ...notices, ...agent.notices],
    sources: [user.source, project.source].filter((source) => source !== undefined),
    variants,
  };
}

function complete(merged: Layer, agent: string, { flags, oneShot }: LoadRequest): Settings {
  const address =
    flags.baseUrl === undefined || merged.backend === undefined
      ? {}
      : oneBackendSetting(merged.backend, "base_url", flags.baseUrl);
  const limit = oneShot === true ? { maxIterations: oneShotMaxIterations } : {};
  return { ...defaultSettings, ...mergeLayers(limit, merged, address), agent };
}
