/** What Ollama's own variable says about where its server is: anything from a port to a whole URL. */

const usualPort = "11434";

/** What cannot be understood is returned as it is. */
export function ollamaAddress(text: string): string {
  const given = text.trim().replace(/^"(.*)"$|^'(.*)'$/, "$1$2");
  const url = /^https?:\/\//i.test(given) ? given : `http://${hostAndPort(given)}`;
  if (!URL.canParse(url)) return text;
  const parsed = new URL(url);
  if (isEverywhere(parsed.hostname)) parsed.hostname = "localhost";
  return parsed.href.replace(/\/$/, "");
}

function hostAndPort(given: string): string {
  if (/^:\d+$/.test(given)) return `localhost${given}`;
  if (/^[\da-f]*:[\da-f]*:[\da-f:.]*$/i.test(given)) return `[${given}]:${usualPort}`;
  const [, host = "", path = ""] = /^([^/]*)(.*)$/s.exec(given) ?? [];
  return /:\d+$/.test(host) ? given : `${host}:${usualPort}${path}`;
}

/** Where a server listens on all its addresses, which is none to go to. */
function isEverywhere(hostname: string): boolean {
  return hostname === "0.0.0.0" || hostname === "[::]";
}
