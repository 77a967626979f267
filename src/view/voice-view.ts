/** What is heard while speech is listened to: one row above the input, with the end of what is being said. Pure. */
import type { AgentEvent, VoiceChanged } from "../model/event.ts";
import { clustersOf, textWidth } from "../text/clusters.ts";
import { type Line, span } from "./line.ts";
import { type SafeText, safeText, sanitiseLine } from "./sanitise.ts";
import { clipLine } from "./wrap.ts";

export interface Hearing {
  readonly source: VoiceChanged["source"];
  /** What is being said, as understood so far. */
  readonly text: string;
}

/** Undefined while nobody listens; the same object when nothing changed. */
export function reduceHearing(hearing: Hearing | undefined, event: AgentEvent): Hearing | undefined {
  if (event.type === "voice-changed")
    return event.state === "listening" ? { source: event.source, text: "" } : undefined;
  if (event.type !== "voice-heard" || !hearing) return hearing;
  return { ...hearing, text: event.final ? "" : event.text };
}

/** With less room for the words the label goes. */
const fewestColumns = 20;

export function hearingLine({ source, text }: Hearing, width: number): Line {
  const label = safeText`Listening (${sanitiseLine(source)})`;
  if (text === "") return clipLine([span("notice", label)], width);
  const before = safeText`${label}: `;
  const room = width - textWidth(before);
  if (room < fewestColumns) return [span("text", ending(sanitiseLine(text), width))];
  return [span("notice", before), span("text", ending(sanitiseLine(text), room))];
}

const cut = safeText`…`;

/** As much of the end as fits, and a sign that something is left out. */
function ending(text: SafeText, width: number): SafeText {
  if (textWidth(text) <= width) return text;
  const clusters = clustersOf(text);
  let start = clusters.length;
  let room = width - textWidth(cut);
  while (start > 0 && room >= (clusters[start - 1]?.width ?? 0)) {
    start -= 1;
    room -= clusters[start]?.width ?? 0;
  }
  const kept = clusters.slice(start).map((cluster) => cluster.text);
  return `${cut}${kept.join("")}` as SafeText;
}
