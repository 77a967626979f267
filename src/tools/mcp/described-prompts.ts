/** What a server tells of its prompts, made fit to be slash commands. Trusts none of it; talks to nobody. */
import { oneLine } from "../tool.ts";
import { cleanText } from "./described-tools.ts";

/** As the protocol has it, as far as we look at it. */
export interface ListedPrompt {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly arguments?: readonly ListedArgument[] | undefined;
}

interface ListedArgument {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly required?: boolean | undefined;
}

export interface DescribedPrompt {
  /** The slash command, without the slash. Its colon keeps it from being one of ours. */
  readonly name: string;
  readonly server: string;
  /** What the server calls it. */
  readonly ownName: string;
  /** In one line. */
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
}

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

const mostPrompts = 200;
const mostArguments = 50;
const longestName = 64;

export function describePrompts(
  server: string,
  listed: readonly ListedPrompt[],
): { readonly prompts: readonly DescribedPrompt[]; readonly problems: readonly string[] } {
  const prompts = new Map<string, DescribedPrompt>();
  const problems: string[] = [];
  for (const prompt of listed.slice(0, mostPrompts)) {
    const described = describePrompt(server, prompt);
    const key = described.name.toLowerCase();
    if (!prompts.has(key)) prompts.set(key, described);
    else
      problems.push(
        `The MCP server ${server} offers two prompts that are written /${described.name}: the first one counts.`,
      );
  }
  const more = listed.length - mostPrompts;
  if (more > 0) problems.push(`The MCP server ${server} offers ${more} prompts more than can be used.`);
  return { prompts: [...prompts.values()], problems };
}

function describePrompt(server: string, prompt: ListedPrompt): DescribedPrompt {
  const { name, title, description, arguments: wanted = [] } = prompt;
  return {
    name: `${server}:${commandWord(name)}`,
    server,
    ownName: name,
    description: line(description || title || ""),
    arguments: wanted.slice(0, mostArguments).map((argument) => ({
      name: argument.name,
      description: line(argument.description ?? ""),
      required: argument.required === true,
    })),
  };
}

/** What can be typed after a slash: without blanks and slashes, and nothing that is not seen. */
function commandWord(name: string): string {
  return Array.from(name.replace(/[\s/\p{C}]+/gu, "_"))
    .slice(0, longestName)
    .join("");
}

function line(text: string): string {
  return oneLine(cleanText(text, 200), 120);
}

/** How it is called: what must be there, and what may. */
export function promptUsage({ arguments: wanted }: DescribedPrompt): string {
  return wanted
    .map(({ name, required }) => {
      const use = `${oneLine(cleanText(name, longestName))}=…`;
      return required ? use : `[${use}]`;
    })
    .join(" ");
}
