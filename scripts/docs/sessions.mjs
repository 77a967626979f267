// docs/sessions.md: the records of a session file, from the format itself.
import { join } from "node:path";
import { unionTable } from "./declared.mjs";

export function sessionsPage(root) {
  return page(unionTable(join(root, "src", "sessions", "record.ts"), "JournalRecord", "type"));
}

const page = (table) => `# Session files

A session is \`~/.local/state/treadle/sessions/ID.jsonl\` (or below \`XDG_STATE_HOME\`), for its owner alone: directory 0700,
files 0600. Each line is one JSON object; lines are only ever appended, and a message is on the disk before it is shown
as done. There is no index: the files are all there is, so they can be copied, moved and removed by hand.

Written by \`npm run docs\` from \`src/sessions/record.ts\`. \`at\` is in milliseconds since the epoch; \`?\`: may be absent.

${table}

What a session has come to is found by reading from the first line to the last: messages are added to the history, a
\`changed\` record puts others in the place of some, the last \`settings\` and \`named\` count, \`usage\` adds up. Readers
leave out a line that was not written to its end or cannot be read, and say so; they ignore types and fields that they do
not know. Only a higher \`version\` in the first line is refused.

Beside it may lie \`ID.checkpoints\`, with what files were before tools wrote them, each under the hash of its content, and
while it is open \`ID.lock\`, a link that names its owner. A session with lines that cannot be read is copied to
\`ID.jsonl.damaged\` before anything is added to it.

\`treadle export ID talk.json\` writes one as a document for other programs, \`treadle import\` reads such a document back:

\`\`\`json
{
  "id": "20260102-030405-abc",
  "created": "2026-01-02T03:04:05.000Z",
  "updated": "2026-01-02T03:09:00.000Z",
  "backend": "anthropic",
  "model": "a-model",
  "context_format": "plain",
  "messages": [{ "role": "user", "content": "..." }],
  "metadata": { "name": "loom", "tokens_used": 1234 }
}
\`\`\`
`;
