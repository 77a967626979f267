/** What the user can be asked, and what may be answered. */
import type { ToolCall, ToolPreview } from "./tool.ts";

export type Question =
  | { readonly kind: "tool"; readonly call: ToolCall; readonly preview: ToolPreview }
  /** The loop has stopped by itself and asks whether to go on. */
  | { readonly kind: "pause"; readonly reason: string };

export type Answer =
  | { readonly verdict: "allow" }
  /** Allow, and do not ask again for this tool in this session. */
  | { readonly verdict: "always" }
  | { readonly verdict: "deny"; readonly reason?: string };
