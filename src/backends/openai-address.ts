/** What the address of an OpenAI-like service tells about it. Loads nothing. */

export const openAiUrl = "https://api.openai.com/v1";

/** Blank means OpenAI itself. An address without a path gets the one that all such servers have. */
export function openAiAddress(baseUrl: string | undefined): string {
  const given = baseUrl?.trim() || openAiUrl;
  if (!URL.canParse(given)) return given;
  const url = new URL(given);
  return url.pathname === "/" && url.search === "" ? new URL("/v1", url).href : given;
}

export function isOpenAi(baseUrl: string | undefined): boolean {
  const address = openAiAddress(baseUrl);
  return URL.canParse(address) && new URL(address).hostname === "api.openai.com";
}
