/** Short names for commands together with their words. A command's own name and its other names come first. */

export const defaultAliases: Readonly<Record<string, string>> = {
  md: "export conversation.md",
  html: "export conversation.html",
  yolo: "agent yolo",
  opus: "agent claude-opus",
  sonnet: "model claude-sonnet-5-5",
  haiku: "model claude-haiku-5-5",
  gpt: "backend openai",
  local: "agent local",
  i0: "iterations 0",
  i1: "iterations 1",
  i3: "iterations 3",
  i5: "iterations 5",
};

export interface Command {
  readonly name: string;
  readonly args: string;
}

/** An alias stands for a command, never for another alias: nothing goes round in circles. */
export function expandAlias({ name, args }: Command, aliases: Readonly<Record<string, string>>): Command {
  const meant = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
  if (meant === undefined) return { name, args };
  const [command = "", ...words] = meant.replace(/^\//, "").split(/\s+/);
  return { name: command, args: [...words, args].filter((word) => word !== "").join(" ") };
}
