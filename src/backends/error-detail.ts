/** Finds in an error what the other side said about it, short enough for a message. Knows no backend. */
import { isRecord } from "./json.ts";

const maxChars = 300;

/** `hide` removes secrets; it sees the text before anything is cut off. Empty when nothing was said. */
export function detailOf(error: unknown, hide: (text: string) => string): string {
  return shorten(hide(wordsOf(error)));
}

function wordsOf(error: unknown): string {
  if (!isRecord(error)) return typeof error === "string" ? plain(error) : "";
  const body = error.error;
  if (typeof body === "string") return plain(body);
  if (isRecord(body)) return plain(messageIn(body) ?? JSON.stringify(body));
  return plain(messageIn(error) ?? "");
}

/** Providers put it into error.message, error, message or detail. */
function messageIn(body: Readonly<Record<string, unknown>>): string | undefined {
  const { error, message, detail } = body;
  const inner = isRecord(error) ? error.message : error;
  return [inner, message, detail].find((text): text is string => typeof text === "string" && text !== "");
}

/** The SDKs put the status before the text, and words of their own where there is none. */
function plain(text: string): string {
  const said = text.replace(/^\d{3} /, "");
  if (/^status code \(no body\)$/.test(said)) return "";
  const isPage = /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(said);
  return isPage ? titleOf(said) : said;
}

function titleOf(page: string): string {
  return /<title[^>]*>([^<]{1,1000})/i.exec(page)?.[1] ?? "a web page";
}

/** One line of whole characters. */
function shorten(text: string): string {
  const line = text
    .slice(0, 4 * maxChars)
    .replace(/\s+/g, " ")
    .trim()
    .replace(/\.$/, "");
  const chars = Array.from(line);
  return chars.length <= maxChars ? line : `${chars.slice(0, maxChars - 1).join("")}…`;
}
