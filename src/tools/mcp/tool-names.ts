/** What the model calls the tools of servers: `server__tool`, in the characters that every service allows. Pure. */
import { createHash } from "node:crypto";

const longest = 64;
const hashDigits = 8;

/**
 * The same pair has the same name whatever else there is. Where the plain name would not do, or would not tell server
 * and tool apart, a hash of both makes it one that no other pair has.
 */
export function toolNameFor(server: string, tool: string): string {
  const plain = `${server}__${tool}`;
  if (plain.length <= longest && /^[\w-]+$/.test(plain) && tool !== "" && isPlainServer(server)) return plain;
  const hash = createHash("sha256")
    .update(JSON.stringify([server, tool]))
    .digest("hex")
    .slice(0, hashDigits);
  const room = longest - hashDigits - 1;
  const start = `${allowed(server).slice(0, room / 2)}__${allowed(tool)}`;
  return `${start.slice(0, room)}_${hash}`;
}

/** The first two underscores in a plain name are the ones that end the server. */
function isPlainServer(server: string): boolean {
  return !server.includes("__") && !server.endsWith("_");
}

function allowed(text: string): string {
  return text.replace(/[^\w-]/gu, "_");
}
