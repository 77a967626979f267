/** What came of a call, as text for the model. Pure. */
import type { ToolAnswer } from "../tool.ts";

/** As the protocol has it, as far as we look at it. */
export interface CallResult {
  readonly content?: readonly ContentPart[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

export interface ContentPart {
  readonly type: string;
  readonly text?: string;
  /** In base64. */
  readonly data?: string;
  readonly mimeType?: string;
  readonly name?: string;
  readonly uri?: string;
  readonly resource?: {
    readonly uri: string;
    readonly text?: string;
    readonly blob?: string;
    readonly mimeType?: string;
  };
}

export function answerOf({ content = [], structuredContent, isError = false }: CallResult): ToolAnswer {
  const text = content.map(partText).join("\n");
  return { output: text || structured(structuredContent) || "(no output)", isError };
}

function structured(value: unknown): string {
  return value === undefined ? "" : JSON.stringify(value);
}

export function partText(part: ContentPart): string {
  const { type, text, data, mimeType, name, uri, resource } = part;
  if (resource)
    return resource.text ?? placeholder(`resource ${resource.uri}`, resource.mimeType, resource.blob);
  if (text !== undefined) return text;
  if (uri !== undefined) return `[link to resource ${name ?? ""} ${uri}]`;
  return placeholder(type, mimeType, data);
}

function placeholder(what: string, mimeType = "of unknown type", base64 = ""): string {
  return `[${what}, ${mimeType}, ${bytesIn(base64)} bytes; not shown]`;
}

function bytesIn(base64: string): number {
  const digits = base64.replace(/[^A-Za-z0-9+/_-]/g, "").length;
  return Math.floor((digits * 3) / 4);
}
