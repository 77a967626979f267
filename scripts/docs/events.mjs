// docs/events.md: the envelope and the events of --output jsonl and --trace, from the vocabulary itself.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unionTable } from "./declared.mjs";

export function eventsPage(root) {
  const table = unionTable(join(root, "src", "model", "event.ts"), "AgentEvent", "type");
  const client = readFileSync(join(root, "examples", "watch.mjs"), "utf8");
  return page(table, client.trimEnd());
}

const page = (table, client) => `# Events

\`treadle --output jsonl\` writes to standard output, and \`--trace FILE\` to a file, one JSON object a line for everything
that happens, as it happens:

\`\`\`json
{ "seq": 12, "task": "t1", "at": 1767225600000, "event": { "type": "text-delta", "text": "Hello" } }
\`\`\`

\`seq\` grows by one, \`task\` names the turn or \`app\`, \`at\` is in milliseconds since the epoch. With
\`"background": true\` the task runs beside the conversation, and its messages are no part of it. A reader must pass over
types and fields that it does not know: both may be added. What is final comes as \`message-added\`, right after it was
written to the session; deltas are for the eye. A run ends with \`turn-finished\` for each prompt and the exit code. Texts
are those of the model and the tools as they came, so a program that shows them on a terminal has to make them safe first.

Written by \`npm run docs\` from \`src/model/event.ts\`, where the types of the fields are (\`?\`: may be absent).

${table}

## A client

\`\`\`js
${client}
\`\`\`
`;
