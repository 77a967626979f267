/** The tool that writes a whole file. */
import * as z from "zod/mini";
import type { PreviewField } from "../model/tool.ts";
import { unifiedDiff } from "./diff.ts";
import { fileAliases, fileTitle, pathFields } from "./file-rendering.ts";
import { notRegular } from "./file-trouble.ts";
import { replaceFile, statsOf, versionOf } from "./regular-file.ts";
import type { ResolvedPath } from "./resolve-path.ts";
import { loadText } from "./text-file.ts";
import { type FileTool, succeed } from "./tool.ts";

const input = z.object({
  path: z.string().check(z.describe("Path to file")),
  content: z.string().check(z.describe("Content to write")),
});

type WriteInput = z.infer<typeof input>;

export const writeTool: FileTool<WriteInput> = {
  name: "write",
  description: "Write content to a file. Creates missing directories and replaces a file that exists.",
  confirm: true,
  access: "write",
  input,
  aliases: fileAliases,
  title: (call) => fileTitle("write", call),
  // What the user was not shown must not be lost.
  basis: ({ file }) => versionOf(file),
  async preview({ content }, { file }) {
    return [
      ...pathFields(file),
      ...(await effectFields(file, content)),
      { label: `content (${Buffer.byteLength(content)} bytes)`, value: content },
    ];
  },
  async run({ path, content }, { file }) {
    const bytes = Buffer.from(content);
    await replaceFile(file, bytes);
    return succeed(`Wrote ${bytes.length} bytes to ${path}`);
  },
};

/** Whether a file is created or replaced, and the changed lines where both versions are text. */
async function effectFields(file: ResolvedPath, content: string): Promise<readonly PreviewField[]> {
  const old = await statsOf(file);
  if (old === undefined) return [{ label: "effect", value: "creates a new file" }];
  const trouble = notRegular(old, file.given);
  if (trouble !== undefined) return [{ label: "problem", value: trouble.message }];
  const effect = { label: "effect", value: `replaces a file of ${old.size} bytes` };
  const before = await loadText(file).catch(() => undefined);
  const changes = before === undefined ? undefined : unifiedDiff(before, content);
  return changes === undefined ? [effect] : [effect, { label: "changes", value: changes || "(none)" }];
}
