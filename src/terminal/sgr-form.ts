/**
 * Reads capabilities that have the form of ECMA-48's SGR, whose effects on one another are known; of all other forms
 * nothing is assumed. It must not know what is drawn.
 */

const introducer = `(?:${String.fromCharCode(27)}\\[|${String.fromCharCode(0x9b)})`;
const whole = new RegExp(`^${introducer}([\\d;]*)m$`);
const anywhere = new RegExp(`${introducer}([\\d;]*)m`);
const start = new RegExp(`^${introducer}.*m$`, "s");
const padding = /\$<[^>]*>/g;

/** Whether it changes one thing and leaves all other attributes and colours as they are. */
export function changesOneThing(capability: string): boolean {
  const [, params = ""] = whole.exec(capability.replace(padding, "")) ?? [];
  return params.split(";").every((param) => Number(param) > 0);
}

/** Whether it first turns everything off, colours that are set by SGR too. */
export function resetsEverything(capability: string): boolean {
  const params = anywhere.exec(capability.replace(padding, ""))?.[1];
  return params !== undefined && Number(params.split(";")[0]) === 0;
}

/** Whether a capability, with its parameters not filled in, is SGR. */
export function isSgr(capability: string): boolean {
  return start.test(capability.replace(padding, ""));
}
