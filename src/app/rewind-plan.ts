/** What going back to a checkpoint would do to each file. Looks, and changes nothing. */
import { join } from "node:path";
import { createBlobStore, hashOf } from "../sessions/blob-store.ts";
import { type Checkpoint, checkpointDirectory, type FileBefore } from "../sessions/checkpoint.ts";
import { unifiedDiff } from "../tools/diff.ts";
import type { PathGuard } from "../tools/path-guard.ts";
import { isInside } from "../tools/path-policy.ts";
import { versionOf } from "../tools/regular-file.ts";
import { type ResolvedPath, realPathOf } from "../tools/resolve-path.ts";
import { type Snapshot, takeSnapshot } from "../tools/snapshot.ts";
import { mostKeptBytes } from "./track-writes.ts";

export type RewindStep =
  | {
      readonly kind: "restore";
      readonly path: string;
      readonly work: StepWork;
      readonly content: Uint8Array;
      readonly mode: number;
    }
  | {
      readonly kind: "remove";
      readonly path: string;
      readonly work: StepWork;
      readonly directories: readonly string[];
    }
  | { readonly kind: "skip"; readonly path: string; readonly reason: string }
  | { readonly kind: "fail"; readonly path: string; readonly reason: string };

export interface StepWork {
  readonly file: ResolvedPath;
  readonly now: Exclude<Snapshot, { kind: "unkept" }>;
  /** It must still be the same when the step is done. */
  readonly version: string;
  /** Somebody else has changed the file since our tools wrote it. */
  readonly foreign: boolean;
  /** From what it is to what it will be, where both are text. */
  readonly diff: string | undefined;
}

export interface PlanDeps {
  /** All of the session, the oldest first. */
  readonly list: readonly Checkpoint[];
  readonly directory: string;
  readonly cwd: string;
  readonly guard: PathGuard;
}

interface Wanted {
  readonly path: string;
  readonly before: FileBefore;
  readonly session: string;
  written: string | undefined;
}

export async function planRewind(to: Checkpoint, deps: PlanDeps): Promise<readonly RewindStep[]> {
  const cwd = await realPathOf(deps.cwd);
  const steps: RewindStep[] = [];
  for (const wanted of wantedFiles(to, deps.list)) steps.push(await planFile(wanted, cwd, deps));
  return steps;
}

/** Each file as it was before the first write since then, and what our tools last made of it. */
function wantedFiles(to: Checkpoint, list: readonly Checkpoint[]): readonly Wanted[] {
  const wanted = new Map<string, Wanted>();
  for (const { number, cwd, session, files } of list) {
    if (number < to.number || cwd !== to.cwd) continue;
    for (const { path, before, written } of files) {
      const known = wanted.get(path);
      if (known) known.written = written;
      else wanted.set(path, { path, before, session, written });
    }
  }
  return [...wanted.values()];
}

async function planFile(wanted: Wanted, cwd: string, deps: PlanDeps): Promise<RewindStep> {
  const { path, before } = wanted;
  const fail = (reason: string): RewindStep => ({ kind: "fail", path, reason });
  const place = join(cwd, path);
  const verdict = await deps.guard(place, "write");
  if (!verdict.ok) return fail(verdict.refusal);
  const file = { ...verdict.file, given: path };
  if (file.outside || file.real !== place) return fail("A symbolic link stands in its way.");
  if (before.kind === "unkept") return { kind: "skip", path, reason: before.reason };
  const version = await versionOf(file);
  const now = await takeSnapshot(file, mostKeptBytes);
  if (now.kind === "unkept") return fail(now.reason);
  const foreign = now.kind === "file" && hashOf(now.content) !== wanted.written;
  const work = { file, now, version, foreign };
  if (before.kind === "absent") {
    if (now.kind === "absent") return { kind: "skip", path, reason: "It is not there." };
    // Nobody but us writes the journal; but what it names is removed only where we would have made it.
    const directories = before.directories.filter((directory) => isInside(cwd, directory));
    return { kind: "remove", path, directories, work: { ...work, diff: textDiff(now.content, nothing) } };
  }
  if (now.kind === "file" && hashOf(now.content) === before.hash && now.mode === before.mode) {
    return { kind: "skip", path, reason: "It is the same." };
  }
  const content = createBlobStore(join(deps.directory, checkpointDirectory(wanted.session))).get(before.hash);
  if (!content) return fail("What was kept of it is damaged or gone.");
  const diff = textDiff(now.kind === "file" ? now.content : nothing, content);
  return { kind: "restore", path, content, mode: before.mode, work: { ...work, diff } };
}

const nothing = new Uint8Array();

function textDiff(before: Uint8Array, after: Uint8Array): string | undefined {
  const [a, b] = [textOf(before), textOf(after)];
  return a === undefined || b === undefined ? undefined : unifiedDiff(a, b);
}

function textOf(content: Uint8Array): string | undefined {
  if (content.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}
