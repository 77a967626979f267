/** Decides what the offline backend says to a conversation. Pure: no time, no ids, no stream. */
import type { BackendRequest } from "../../model/backend.ts";
import type { Message } from "../../model/message.ts";
import type { ToolResult, ToolSpec } from "../../model/tool.ts";
import { type Demo, type DemoRequest, listDemos, readDemoRequest } from "./demos.ts";
import { contentWords, findHelp, type HelpSection, isGreeting } from "./help.ts";
import { commentOn } from "./results.ts";
import { type Script, says, withOpening } from "./script.ts";

const opening =
  "This is the offline demo: there is no model behind it. To connect one, set ANTHROPIC_API_KEY and start treadle again.";

export function composeReply(request: BackendRequest, help: readonly HelpSection[]): Script {
  const script = reply(request, help);
  const isFirst = !request.messages.some((message) => message.role === "assistant");
  return isFirst ? withOpening(opening, script) : script;
}

function reply({ messages, tools }: BackendRequest, help: readonly HelpSection[]): Script {
  const prompt = lastPrompt(messages);
  const asked = readDemoRequest(prompt);
  const results = lastResults(messages);
  if (asked.kind === "demo" && asked.demo.continued && isNudged(messages)) return asked.demo.continued;
  if (results.length > 0 && !(asked.kind === "demo" && asked.demo.endless)) return conclude(results, asked);
  if (asked.kind === "demo") return startDemo(asked.demo, tools);
  if (asked.kind === "list") return says(`These are the demonstrations:\n\n${listDemos()}`);
  if (asked.kind === "unknown") {
    return says(`There is no demonstration called "${asked.name}". These there are:\n\n${listDemos()}`);
  }
  return says(answer(prompt, help));
}

function conclude(results: readonly ToolResult[], asked: DemoRequest): Script {
  return says(commentOn(results, asked.kind === "demo" ? asked.demo.ifFailed : undefined));
}

function startDemo(demo: Demo, tools: readonly ToolSpec[]): Script {
  if (!demo.needs || tools.some((tool) => tool.name === demo.needs)) return demo.script;
  const missing =
    tools.length === 0 ? "Tools are switched off" : `The tool \`${demo.needs}\` is switched off`;
  return says(`${missing}, so I cannot show this: add \`${demo.needs}\` to the setting \`tools\`.`);
}

function answer(prompt: string, help: readonly HelpSection[]): string {
  if (isGreeting(prompt)) return `Hello! ${abilities(help)}`;
  if (contentWords(prompt).length === 0) return abilities(help);
  const section = findHelp(prompt, help);
  if (section) return `## ${section.title}\n\n${section.text}`;
  return `I found nothing about this in the help of treadle, and without a model I know nothing else.\n\n${abilities(help)}`;
}

function abilities(help: readonly HelpSection[]): string {
  const topics = help.map((section) => `- ${section.title}`).join("\n");
  const lists = `I can demonstrate what treadle does:\n\n${listDemos()}`;
  return topics === ""
    ? lists
    : `${lists}\n\nAnd I can answer questions about treadle from its help:\n\n${topics}`;
}

function lastPrompt(messages: readonly Message[]): string {
  const prompt = messages.findLast((message) => message.role === "user" && !message.synthetic);
  return prompt?.role === "user" ? prompt.text : "";
}

/** The results that end the conversation so far, if it ends with any. */
function lastResults(messages: readonly Message[]): readonly ToolResult[] {
  const start = messages.findLastIndex((message) => message.role !== "tool") + 1;
  return messages.slice(start).flatMap((message) => (message.role === "tool" ? [message.result] : []));
}

function isNudged(messages: readonly Message[]): boolean {
  const last = messages.at(-1);
  return last?.role === "user" && last.synthetic === true;
}
