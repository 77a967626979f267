import { expect, it } from "vitest";
import { condensed } from "../../../src/context/compaction/condense.ts";
import { withSummary } from "../../../src/context/compaction/with-summary.ts";
import { findZone } from "../../../src/context/compaction/zone.ts";
import type { Attachment } from "../../../src/model/attachment.ts";
import { changed } from "../../../src/model/history-change.ts";
import type { Message } from "../../../src/model/message.ts";

const long: Attachment = { type: "text", name: "file a.ts", text: "x".repeat(5000) };
const short: Attachment = { type: "text", name: "file b.ts", text: "let b;" };
const picture: Attachment = { type: "image", name: "image c.png", mediaType: "image/png", data: "AAAA" };
const first: Message = { role: "user", text: "Begin.", attachments: [long, short, picture] };

it("keeps the words of a prompt and the beginning of what was attached", () => {
  const message = condensed(first);
  const attachments = message.role === "user" ? (message.attachments ?? []) : [];
  expect(message).toMatchObject({ role: "user", text: "Begin." });
  expect(attachments.map(({ name }) => name)).toEqual(["file a.ts", "file b.ts", "image c.png"]);
  expect(JSON.stringify(attachments[0]).length).toBeLessThan(1000);
  expect(attachments[0]).toMatchObject({ cut: "shortened when the conversation was compacted" });
  expect(attachments[1]).toBe(short);
  expect(attachments[2]).toMatchObject({ type: "text" });
});

it("leaves what is short as it is", () => {
  const message: Message = { role: "user", text: "Hi.", attachments: [short] };
  expect(condensed(message)).toBe(message);
});

const answer: Message = { role: "assistant", parts: [{ type: "text", text: "Well." }] };

function compacted(history: readonly Message[]): readonly Message[] {
  const zone = findZone(history);
  if (!zone) throw new Error("there is nothing to summarise");
  return changed(history, withSummary(history, zone, "All went well."));
}

it("shortens those of the first prompt when the turns after it become a summary", () => {
  const others = Array.from({ length: 6 }, (_, at): Message[] => [{ role: "user", text: `q${at}` }, answer]);
  const [message, summary] = compacted([first, answer, ...others.flat()]);
  expect(message).toEqual(condensed(first));
  expect(summary).toMatchObject({ summary: true });
});

it("never those of the prompt that is being answered", () => {
  const rounds = Array.from({ length: 12 }, () => answer);
  expect(compacted([first, ...rounds])[0]).toBe(first);
});
