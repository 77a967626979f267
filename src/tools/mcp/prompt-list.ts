/** The prompts of one server as they change. */
import { type DescribedPrompt, describePrompts, type ListedPrompt } from "./described-prompts.ts";
import { changeText } from "./server-words.ts";

export interface PromptList {
  take(listed: readonly ListedPrompt[]): void;
  prompts(): readonly DescribedPrompt[];
}

export function createPromptList(server: string, tell: (text: string) => void): PromptList {
  let prompts: readonly DescribedPrompt[] = [];
  let isListed = false;
  return {
    take(listed) {
      const { prompts: next, problems } = describePrompts(server, listed);
      for (const text of problems) tell(text);
      const change = isListed ? changeText(compare(prompts, next)) : undefined;
      if (change !== undefined) tell(`The MCP server ${server} has other prompts now: ${change}.`);
      isListed = true;
      prompts = next;
    },
    prompts: () => prompts,
  };
}

function compare(before: readonly DescribedPrompt[], now: readonly DescribedPrompt[]) {
  const known = new Map(before.map((prompt) => [prompt.name, JSON.stringify(prompt)]));
  const names = now.map(({ name }) => name);
  return {
    added: names.filter((name) => !known.has(name)),
    changed: now
      .filter((prompt) => known.has(prompt.name) && known.get(prompt.name) !== JSON.stringify(prompt))
      .map(({ name }) => name),
    removed: [...known.keys()].filter((name) => !names.includes(name)),
  };
}
