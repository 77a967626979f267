/** Files and directories named after `@`. What tools may not read is refused; what may hold secrets is asked about. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type LineRange, type Mention, readLineRange } from "../../input/mention.ts";
import type { Attachment } from "../../model/attachment.ts";
import type { Backend } from "../../model/backend.ts";
import { lookAt, type Present, readAttached } from "../../tools/attach-file.ts";
import type { PathGuard } from "../../tools/path-guard.ts";
import { toAbsolute } from "../../tools/resolve-path.ts";
import type { Attaching, MentionSource, Resolved } from "./mention-source.ts";

export interface FileSourceOptions {
  readonly cwd: string;
  readonly home: string;
  readonly toolbox: () => Promise<{ readonly guard?: PathGuard }>;
  readonly backend: () => Backend;
}

export function createFileSource(options: FileSourceOptions): MentionSource {
  return {
    async resolve(mention, attaching) {
      const { guard } = await options.toolbox();
      if (!guard) return undefined;
      for (const { path, lines } of readingsOf(mention)) {
        const looked = await lookAt(path, guard);
        if (looked.kind === "absent") continue;
        if (looked.kind === "refused") return { kind: "refused", reason: sentence(looked.reason) };
        return attachPresent(looked, { path, lines }, attaching, options);
      }
      const note = misspelt(mention, options);
      return note === undefined ? undefined : { kind: "text", note };
    },
  };
}

interface Reading {
  readonly path: string;
  readonly lines?: LineRange;
}

/** A file may be called `a:10`, so each name is tried as it stands before it is taken apart. */
function readingsOf({ targets }: Mention): readonly Reading[] {
  return targets.flatMap((target) => {
    const ranged = readLineRange(target);
    return ranged ? [{ path: target }, ranged] : [{ path: target }];
  });
}

async function attachPresent(
  present: Present,
  { path, lines }: Reading,
  attaching: Attaching,
  { backend }: FileSourceOptions,
): Promise<Resolved> {
  const { file, kind } = present;
  if (attaching.insideOnly && file.outside)
    return refused(`${path} lies outside the working directory; only you can attach it, by its name.`);
  const { label, model } = backend();
  if (present.maySecret && !(await allowed(present, `${label}, model ${model}`, attaching)))
    return refused(`${path} may hold secrets, and was not allowed to go along.`);
  const content = await readAttached(present, { ...attaching, lines });
  if (content.kind === "refused") return refused(content.reason);
  if (content.kind === "text") {
    const name = `${kind} ${path}${lines ? `, ${linesText(lines)}` : ""}`;
    const { text, cut } = content;
    return attached({ type: "text", name, text, ...(cut !== undefined && { cut }) });
  }
  const sees = (await backend().seesImages?.(attaching.signal)) ?? false;
  if (!sees) return refused(`${path} is an image, and ${model} (${label}) cannot be shown images.`);
  return attached({ type: "image", name: `image ${path}`, mediaType: content.mediaType, data: content.data });
}

async function allowed({ file }: Present, to: string, { ask }: Attaching): Promise<boolean> {
  const fields = [
    { label: "file", value: file.real },
    { label: "goes to", value: to },
    { label: "beware", value: "by its name it may hold passwords or keys" },
  ];
  const answer = await ask({ kind: "confirm", title: `Attach ${file.given}?`, fields });
  return answer?.verdict === "allow";
}

function linesText({ first, last }: LineRange): string {
  return first === last ? `line ${first}` : `lines ${first}-${last}`;
}

/** What looks like the name of a file and is none: quoted, or in a directory that is there. */
function misspelt(
  { written, targets, quoted }: Mention,
  { cwd, home }: FileSourceOptions,
): string | undefined {
  const target = targets.at(-1) ?? "";
  const path = readLineRange(target)?.path ?? target;
  const directory = dirname(toAbsolute(path, cwd, home));
  const isPath =
    quoted || (path.replace(/\/$/, "").includes("/") && directory !== "/" && existsSync(directory));
  return isPath ? `There is no file ${path}: ${written} is sent as text.` : undefined;
}

function attached(attachment: Attachment): Resolved {
  return { kind: "attached", attachment };
}

function refused(reason: string): Resolved {
  return { kind: "refused", reason };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
