/** The demonstrations as data: what to type, what it shows, and what the backend then says or calls. */
import { longText } from "./long-text.ts";
import { calls, type Script, says } from "./script.ts";

export interface Demo {
  readonly name: string;
  /** Completes "`demo <name>`: …". */
  readonly shows: string;
  readonly script: Script;
  /** The tool without which it cannot be shown. */
  readonly needs?: string;
  /** Advice when a call of it fails. */
  readonly ifFailed?: string;
  /** Plays the script again on every result, instead of concluding. */
  readonly endless?: true;
  /** What is said when the loop asks to go on after a cut. */
  readonly continued?: Script;
}

const demoFile = "treadle-demo.txt";

export const demos: readonly Demo[] = [
  {
    name: "read",
    shows: "reads README.md with the read tool",
    needs: "read",
    ifFailed: "Perhaps there is no README.md in this folder; start treadle in one that has it.",
    script: calls("I will read README.md.", { name: "read", input: { path: "README.md", limit: 20 } }),
  },
  {
    name: "bash",
    shows: "runs a harmless command with the bash tool",
    needs: "bash",
    script: calls("I will run a small command.", bash("echo Hello from bash; pwd; date")),
  },
  {
    name: "write",
    shows: `writes ${demoFile} with the write tool`,
    needs: "write",
    script: calls(`I will write ${demoFile}.`, {
      name: "write",
      input: { path: demoFile, content: "Hello from the offline demo.\n" },
    }),
  },
  {
    name: "edit",
    shows: `changes ${demoFile} with the edit tool`,
    needs: "edit",
    ifFailed: `It changes "Hello" in ${demoFile}: type \`demo write\` to make that file anew.`,
    script: calls(`I will replace "Hello" by "Goodbye" in ${demoFile}.`, {
      name: "edit",
      input: { path: demoFile, old_string: "Hello", new_string: "Goodbye" },
    }),
  },
  {
    name: "tools",
    shows: "runs two commands at the same time",
    needs: "bash",
    script: calls(
      "I will run two commands at the same time.",
      bash("sleep 1; echo This was the first command"),
      bash("sleep 1; echo This was the second command"),
    ),
  },
  {
    name: "reasoning",
    shows: "thinks before it answers",
    script: {
      parts: [
        {
          type: "reasoning",
          text: "The user wants to see how reasoning is shown. It should look different from the answer, so I think a little first and then say something short.",
        },
        { type: "text", text: "What came before this answer was reasoning, as some models send it." },
      ],
      end: { type: "done", stop: "end" },
    },
  },
  { name: "long", shows: "gives a long answer in Markdown", script: says(longText) },
  {
    name: "slow",
    shows: "answers slowly, so that you can try to cancel it",
    script: {
      ...says(
        "This answer comes one word at a time, as from a slow model or over a slow line. While it runs you can scroll, type ahead, or cancel it: what has arrived by then is kept. This is the end of the slow answer.",
      ),
      pace: "slow",
    },
  },
  {
    name: "error",
    shows: "fails in the middle of an answer",
    script: {
      parts: [{ type: "text", text: "This answer is about to fail:" }],
      end: {
        type: "failed",
        failure: {
          kind: "other",
          message: "This failure is only a demonstration; just type something else.",
        },
      },
    },
  },
  {
    name: "loop",
    shows: "calls bash again and again, until the iteration limit",
    needs: "bash",
    endless: true,
    script: calls("I will run this command, and then again.", bash("echo And once more; date")),
  },
  {
    name: "bad call",
    shows: "sends a tool call that is not valid JSON",
    needs: "bash",
    ifFailed: "This was to be expected: such a call is answered with an error and never run.",
    script: calls("I will send a broken call.", {
      name: "bash",
      input: {},
      malformed: {
        raw: '{"command": "echo never run',
        problem: "Unterminated string in JSON at position 27",
      },
    }),
  },
  {
    name: "unknown",
    shows: "calls a tool that does not exist",
    ifFailed: "This was to be expected: there is no such tool.",
    script: calls("I will call a tool that does not exist.", {
      name: "teleport",
      input: { destination: "the moon" },
    }),
  },
  {
    name: "empty",
    shows: "gives an empty answer",
    script: { parts: [], end: { type: "done", stop: "end" } },
  },
  {
    name: "cut",
    shows: "is cut off at the token limit, and then goes on",
    script: says("This answer is cut off in the middle of a", "max-tokens"),
    continued: says("sentence, and continued after the loop asked for the rest."),
  },
];

export type DemoRequest =
  | { readonly kind: "none" }
  | { readonly kind: "list" }
  | { readonly kind: "unknown"; readonly name: string }
  | { readonly kind: "demo"; readonly demo: Demo };

const asksForDemo = /^(?:please |show me |show |run |the |a )*demo(?:s|nstrate)?(?: (.*))?$/;
const maxRequestChars = 200;

/** Understands "demo", "demo read", "Show me the demo bad-call!" and "demonstrate the bash tool". */
export function readDemoRequest(prompt: string): DemoRequest {
  const plain = prompt
    .slice(0, maxRequestChars)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  const match = asksForDemo.exec(plain);
  if (!match) return { kind: "none" };
  const name = match[1];
  if (name === undefined) return { kind: "list" };
  const demo =
    demos.find((candidate) => candidate.name === name) ??
    demos.find((candidate) => ` ${name} `.includes(` ${candidate.name} `));
  return demo ? { kind: "demo", demo } : { kind: "unknown", name };
}

export function listDemos(): string {
  return demos.map((demo) => `- \`demo ${demo.name}\`: ${demo.shows}`).join("\n");
}

function bash(command: string) {
  return { name: "bash", input: { command } };
}
