/** What an agent tells of its turn, as events. Knows neither the process nor the connection. */
import type { ContentBlock, SessionUpdate, ToolCallContent, ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { BackendEvent } from "../../model/backend.ts";
import type { PreviewField, ToolCall, ToolPreview } from "../../model/tool.ts";
import { isRecord } from "../json.ts";

export interface UpdateReader {
  read(update: SessionUpdate): readonly BackendEvent[];
  /** Tools that were begun and never told to have ended. */
  close(): readonly BackendEvent[];
}

export function createUpdateReader(): UpdateReader {
  const open = new Map<string, ToolCall>();

  function begin(update: ToolCallUpdate): readonly BackendEvent[] {
    if (open.has(update.toolCallId)) return [];
    const call = callOf(update);
    open.set(call.id, call);
    return [{ type: "tool-report", report: { phase: "started", call, preview: previewOf(update) } }];
  }

  function finish(id: string, output: string, isError: boolean): readonly BackendEvent[] {
    const call = open.get(id);
    open.delete(id);
    if (!call) return [];
    const result = { callId: id, name: call.name, output, isError };
    return [{ type: "tool-report", report: { phase: "finished", result } }];
  }

  function tool(update: ToolCallUpdate): readonly BackendEvent[] {
    const { toolCallId: id, status } = update;
    const output = (update.content ?? []).map(contentText).join("\n");
    const isOver = status === "completed" || status === "failed";
    return [...begin(update), ...(isOver ? finish(id, output, status === "failed") : [])];
  }

  return {
    read(update) {
      switch (update.sessionUpdate) {
        case "agent_message_chunk":
          return textEvents("text", update.content);
        case "agent_thought_chunk":
          return textEvents("reasoning", update.content);
        case "tool_call":
        case "tool_call_update":
          return tool(update);
        default:
          return [];
      }
    },
    close: () => [...open.keys()].flatMap((id) => finish(id, "", false)),
  };
}

function textEvents(type: "text" | "reasoning", content: ContentBlock): readonly BackendEvent[] {
  const text = blockText(content);
  return text === "" ? [] : [{ type, text }];
}

function blockText(block: ContentBlock): string {
  if (block.type === "text") return block.text;
  if (block.type === "resource_link") return block.uri;
  return `[${block.type}]`;
}

function contentText(content: ToolCallContent): string {
  if (content.type === "content") return blockText(content.content);
  if (content.type === "diff") return `${content.path}\n${content.newText}`;
  return "";
}

export function callOf({ toolCallId, name, kind, title, rawInput }: ToolCallUpdate): ToolCall {
  const input = isRecord(rawInput) ? rawInput : {};
  return { id: toolCallId, name: name ?? kind ?? title ?? "tool", input };
}

/** Everything the agent tells about what it is going to do, complete. */
export function previewOf(update: ToolCallUpdate): ToolPreview {
  const { title, kind, rawInput, content, locations } = update;
  const given = isRecord(rawInput) ? Object.entries(rawInput) : [];
  const fields: PreviewField[] = given.map(([label, value]) => ({ label, value: written(value) }));
  for (const { path } of locations ?? []) fields.push({ label: "file", value: path });
  for (const part of content ?? []) fields.push(...contentFields(part));
  return { title: title ?? kind ?? "tool", fields };
}

function contentFields(content: ToolCallContent): readonly PreviewField[] {
  if (content.type !== "diff") {
    const value = contentText(content);
    return value === "" ? [] : [{ label: "details", value }];
  }
  return [
    { label: "file", value: content.path },
    ...(content.oldText ? [{ label: "old text", value: content.oldText }] : []),
    { label: "new text", value: content.newText },
  ];
}

function written(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
}
