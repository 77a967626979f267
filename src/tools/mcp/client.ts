/** The protocol's client as we use it: without powers for servers, and told when their lists change. */
import { Client } from "@modelcontextprotocol/client";
import type { ListedPrompt } from "./described-prompts.ts";
import type { ListedResource } from "./described-resources.ts";
import type { ListedTool } from "./described-tools.ts";

type Listener<T> = (error: Error | null, list: readonly T[] | null) => void;

export interface ListListeners {
  readonly tools: Listener<ListedTool>;
  readonly prompts: Listener<ListedPrompt>;
  readonly resources: Listener<ListedResource>;
}

export function createClient(version: string, { tools, prompts, resources }: ListListeners): Client {
  return new Client(
    { name: "treadle", version },
    {
      capabilities: {},
      // The server's own affair; and compiling its schemas would be running what it sends.
      jsonSchemaValidator: {
        getValidator: () => (value) => ({ valid: true, data: value as never, errorMessage: undefined }),
      },
      listChanged: {
        tools: { onChanged: tools },
        prompts: { onChanged: prompts },
        resources: { onChanged: resources },
      },
    },
  );
}
