/** Whether a key and an address can be used at all. Knows no backend. */

/** Throws, without telling the key or the address; `settings` is where they are set: "backends.anthropic". */
export function checkAccess(settings: string, apiKey: string, baseUrl: string): void {
  if (!/^[!-~]+$/.test(apiKey)) {
    throw new Error("the API key holds characters that cannot be in one; copy it again.");
  }
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isUsable = url && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  if (!isUsable)
    throw new Error(`\`${settings}.base_url\` must be an http or https URL without a user name.`);
}
