/** What the user can be asked, and what may be answered. */
import type { PreviewField, ToolCall, ToolPreview } from "./tool.ts";

export type Question =
  | {
      readonly kind: "tool";
      readonly call: ToolCall;
      readonly preview: ToolPreview;
      /** What would run unasked from then on, in words; absent where nothing can be remembered. */
      readonly rule?: string;
    }
  /** The loop has stopped by itself and asks whether to go on. */
  | { readonly kind: "pause"; readonly reason: string }
  /** A command would do something that is not easily put right. */
  | { readonly kind: "confirm"; readonly title: string; readonly fields: readonly PreviewField[] };

export type Answer =
  | { readonly verdict: "allow" }
  /** Allow, and do not ask again about the like of it in this session. */
  | { readonly verdict: "session" }
  /** Nor in any later one. */
  | { readonly verdict: "always" }
  | { readonly verdict: "deny"; readonly reason?: string };
