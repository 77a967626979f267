/** The tool that reads a text file, whole or some of its lines. */
import * as z from "zod/mini";
import type { ToolRunContext } from "../model/tool.ts";
import { createCapture } from "./capture.ts";
import { fileAliases, fileTitle, pathFields } from "./file-rendering.ts";
import { createLineWindow, type LineWindow } from "./line-window.ts";
import { readInto } from "./read-into.ts";
import { type OpenFile, withOpenFile } from "./regular-file.ts";
import { type FileContext, type FileTool, fail, succeed, type ToolAnswer } from "./tool.ts";

const input = z.object({
  path: z.string().check(z.describe("Path to file")),
  offset: z.optional(z.int().check(z.minimum(0), z.describe("First line to read, counted from 0"))),
  limit: z.optional(
    z.int().check(z.minimum(1), z.describe("Number of lines; 100 when only offset is given")),
  ),
});

type ReadInput = z.infer<typeof input>;

const defaultLimit = 100;
/** Up to here a file that is longer than the cap is read to its end to count its characters. */
const maxCountedBytes = 64 * 1024 * 1024;

export const readTool: FileTool<ReadInput> = {
  name: "read",
  description: "Read a text file, whole or from line offset on.",
  confirm: false,
  access: "read",
  input,
  aliases: fileAliases,
  title: (call) => fileTitle("read", call),
  async preview({ offset, limit }, { file }) {
    return [
      ...pathFields(file),
      ...(offset === undefined ? [] : [{ label: "offset", value: String(offset) }]),
      ...(limit === undefined ? [] : [{ label: "limit", value: String(limit) }]),
    ];
  },
  run: (call, context, live) => withOpenFile(context.file, (open) => readOpen(call, open, context, live)),
};

async function readOpen(
  call: ReadInput,
  { handle, stats }: OpenFile,
  { file, maxChars }: FileContext,
  { signal }: ToolRunContext,
): Promise<ToolAnswer> {
  const capture = createCapture(maxChars);
  const window = windowOf(call);
  const tooLongToCount = stats.size > maxCountedBytes;
  const stop = () =>
    signal.aborted || window.isPast() || capture.isBinary() || (capture.isFull() && tooLongToCount);
  const complete = await readInto(capture, handle, window, stop);
  if (signal.aborted) return fail("Reading was interrupted by the user");
  const { text, totalChars, binary } = capture.finish();
  if (binary) return fail(`${file.given} is a binary file (${stats.size} bytes); read shows text only.`);
  if (text === "" && totalChars === 0) return succeed(nothingToShow(call, window));
  // For a file too long to count, its size in bytes stands in for the number of characters.
  const counted = complete || window.isPast();
  return { output: text, isError: false, totalChars: counted ? totalChars : stats.size };
}

function windowOf({ offset, limit }: ReadInput): LineWindow {
  const whole = offset === undefined && limit === undefined;
  return createLineWindow(offset ?? 0, whole ? Number.POSITIVE_INFINITY : (limit ?? defaultLimit));
}

function nothingToShow({ offset }: ReadInput, window: LineWindow): string {
  if (offset === undefined || offset === 0 || window.isPast()) return "(empty)";
  return `(no line ${offset}: the file ends before it)`;
}
