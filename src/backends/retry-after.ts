/** Reads how long a server asks us to wait. Needs no clock: dates are compared with the server's own. */

/** Takes a `Headers` or nothing; undefined when nothing sensible is asked for. */
export function retryAfterMs(headers: unknown): number | undefined {
  if (!(headers instanceof Headers)) return undefined;
  const wait =
    numberIn(headers.get("retry-after-ms")) ??
    scaled(numberIn(headers.get("retry-after"))) ??
    untilDate(headers.get("retry-after"), headers.get("date"));
  return wait !== undefined && Number.isFinite(wait) && wait >= 0 ? Math.round(wait) : undefined;
}

function numberIn(text: string | null): number | undefined {
  return text !== null && /^\d{1,12}(?:\.\d{1,12})?$/.test(text) ? Number(text) : undefined;
}

function scaled(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}

function untilDate(then: string | null, now: string | null): number | undefined {
  return then === null || now === null ? undefined : Date.parse(then) - Date.parse(now);
}
