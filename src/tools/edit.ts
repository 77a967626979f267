/** The tool that replaces one passage of a text file. */
import * as z from "zod/mini";
import type { PreviewField } from "../model/tool.ts";
import { unifiedDiff } from "./diff.ts";
import { fileAliases, fileTitle, pathFields } from "./file-rendering.ts";
import { troubleSentence } from "./file-trouble.ts";
import { replaceFile } from "./regular-file.ts";
import type { ResolvedPath } from "./resolve-path.ts";
import { loadText } from "./text-file.ts";
import { type FileTool, fail, succeed } from "./tool.ts";

const input = z.object({
  path: z.string().check(z.describe("Path to file")),
  old_string: z.string().check(z.describe("Text to find; it must occur exactly once")),
  new_string: z.string().check(z.describe("Replacement text")),
});

type EditInput = z.infer<typeof input>;

type EditPlan =
  | { readonly ok: true; readonly after: string }
  | { readonly ok: false; readonly problem: string };

export const editTool: FileTool<EditInput> = {
  name: "edit",
  description: "Edit a text file: replace old_string, which must occur exactly once, by new_string.",
  confirm: true,
  access: "write",
  input,
  aliases: fileAliases,
  title: (call) => fileTitle("edit", call),
  async preview(call, { file }) {
    return [...pathFields(file), ...(await changeFields(call, file))];
  },
  async run(call, { file }) {
    const plan = planEdit(await loadText(file), call);
    if (!plan.ok) return fail(plan.problem);
    await replaceFile(file, Buffer.from(plan.after));
    return succeed(`Edited ${call.path}`);
  },
};

/** The text after the edit. In a file whose lines all end in CR LF, both strings are taken to mean that too. */
export function planEdit(before: string, { path, old_string, new_string }: EditInput): EditPlan {
  if (old_string === "") return { ok: false, problem: "old_string is empty - use write to create a file" };
  const adapt = usesCrLf(before) ? toCrLf : (text: string) => text;
  const [wanted, replacement] = [adapt(old_string), adapt(new_string)];
  if (wanted === replacement) return { ok: false, problem: "old_string and new_string are the same" };
  const count = countOccurrences(before, wanted);
  if (count === 0) {
    return {
      ok: false,
      problem: `old_string not found in ${path} - read the file and copy the text exactly`,
    };
  }
  if (count > 1) {
    const times = count < maxCounted ? `${count}` : `at least ${maxCounted}`;
    return { ok: false, problem: `old_string found ${times} times - must be unique` };
  }
  const at = before.indexOf(wanted);
  return { ok: true, after: before.slice(0, at) + replacement + before.slice(at + wanted.length) };
}

/** The changed lines; both strings as they are where there is no diff to show. */
async function changeFields(call: EditInput, file: ResolvedPath): Promise<readonly PreviewField[]> {
  const before = await loadText(file).catch((error: unknown) => ({
    problem: troubleSentence(error, file.given),
  }));
  const plan = typeof before === "string" ? planEdit(before, call) : { ok: false as const, ...before };
  const changes = typeof before === "string" && plan.ok ? unifiedDiff(before, plan.after) : undefined;
  if (changes !== undefined) return [{ label: "changes", value: changes }];
  return [
    { label: "old_string", value: call.old_string },
    { label: "new_string", value: call.new_string },
    ...(plan.ok || plan.problem === undefined ? [] : [{ label: "problem", value: plan.problem }]),
  ];
}

/** Long overlapping occurrences take ages to count, and nobody needs the exact number. */
const maxCounted = 1000;

/** Overlapping ones count too: "aa" is not unique in "aaa". */
function countOccurrences(text: string, wanted: string): number {
  let count = 0;
  for (let at = text.indexOf(wanted); at >= 0 && count < maxCounted; at = text.indexOf(wanted, at + 1)) {
    count += 1;
  }
  return count;
}

function usesCrLf(text: string): boolean {
  return text.includes("\r\n") && !/(^|[^\r])\n/.test(text);
}

function toCrLf(text: string): string {
  return text.replace(/\r?\n/g, "\r\n");
}
