/** What is said around the conversation, in words: notices, errors, retries, tokens, answers to questions. */
import type { Prompt } from "../model/attachment.ts";
import { attachmentLine } from "../model/attachment-line.ts";
import { elapsedText } from "../model/elapsed.ts";
import type {
  AgentEvent,
  NoticeLevel,
  Retrying,
  SessionOpened,
  TaskEnded,
  TurnOutcome,
} from "../model/event.ts";
import type { Answer, Question } from "../model/question.ts";
import { promptTokens, type Usage } from "../model/usage.ts";
import type { NoteSource } from "./block.ts";
import type { Role } from "./line.ts";
import { type SafeText, safeText, sanitise, sanitiseLine } from "./sanitise.ts";

export function note(role: Role, text: SafeText): NoteSource {
  return { kind: "note", role, text, gap: false };
}

const levels: Readonly<Record<NoticeLevel, { readonly role: Role; readonly label: SafeText }>> = {
  info: { role: "notice", label: safeText`` },
  warning: { role: "warning", label: safeText`Warning: ` },
  error: { role: "error", label: safeText`Error: ` },
};

export function noticeNote({ level, text }: Extract<AgentEvent, { type: "notice" }>): NoteSource {
  const { role, label } = levels[level];
  return note(role, safeText`${label}${sanitise(text)}`);
}

/** The words are those of both displays. */
export function attachedTexts({ attachments = [] }: Prompt): readonly SafeText[] {
  return attachments.map((one) => safeText`Attached: ${sanitiseLine(attachmentLine(one))}`);
}

/** The words are those of both displays. */
export function openedText({ how, id, name, from, messages }: SessionOpened): SafeText {
  const title = sanitiseLine(name === undefined ? id : `${name} (${id})`);
  const counted = safeText`${messages} ${messages === 1 ? safeText`message` : safeText`messages`}`;
  if (how === "new") return safeText`Started new session: ${title}`;
  if (how === "forked") return safeText`Forked session ${sanitiseLine(from ?? "")} -> ${title}, ${counted}`;
  return safeText`Resumed ${title}, ${counted}`;
}

export function openedNote(event: SessionOpened): NoteSource {
  return { ...note("notice", openedText(event)), gap: true };
}

export function retryNote({ reason, attempt, of, waitMs, dropped }: Retrying): NoteSource {
  const seconds = Math.ceil(waitMs / 1000);
  const broken = dropped ? safeText`The answer broke off; it begins anew below.\n` : safeText``;
  const retry = safeText`Retrying in ${seconds} s (${attempt} of ${of}): ${sanitise(reason)}`;
  return note("warning", safeText`${broken}${retry}`);
}

type Compacted = Extract<AgentEvent, { type: "compacted" }>;

export function compactedText({ messages, before, after }: Compacted): SafeText {
  const what = messages === 1 ? safeText`1 message` : safeText`${messages} messages`;
  const tokens = safeText`about ${before} -> ${after} tokens`;
  return safeText`Compacted ${what} (${tokens}); /compact undo brings back what was there.`;
}

export function tokenNote({ cacheRead, output, estimated, ...input }: Usage): NoteSource {
  const cached = cacheRead > 0 ? safeText`, cached: ${cacheRead}` : safeText``;
  const guessed = estimated ? safeText`, estimated` : safeText``;
  const read = promptTokens({ ...input, cacheRead, output });
  return note("muted", safeText`Tokens: {input: ${read}, output: ${output}${cached}}${guessed}`);
}

/** Nothing after an answer: it speaks for itself. */
export function outcomeNote(outcome: TurnOutcome): NoteSource | undefined {
  switch (outcome.kind) {
    case "answered":
      return undefined;
    case "cancelled":
      return note("warning", safeText`operation cancelled by user`);
    case "failed":
      return note("error", safeText`Error: ${sanitise(outcome.message)}`);
    case "iteration-limit":
      return note("warning", safeText`Stopped: ${sanitise(outcome.reason)}`);
  }
}

/** The words are those of both displays. */
export function taskEndedText({ id, title, outcome, ms, timedOut }: TaskEnded): SafeText {
  const task = safeText`Background task ${sanitiseLine(id)} (${sanitiseLine(title)})`;
  const after = sanitiseLine(elapsedText(ms, "fine"));
  switch (outcome.kind) {
    case "answered": {
      const join = sanitiseLine(`/join ${id.replace("#", "")}`);
      return safeText`${task} finished after ${after}; ${join} takes its answer into the conversation.`;
    }
    case "cancelled":
      return timedOut
        ? safeText`${task} was stopped after ${after}: its time was up.`
        : safeText`${task} was stopped after ${after}.`;
    case "failed":
      return safeText`${task} failed after ${after}: ${sanitise(outcome.message)}`;
    case "iteration-limit":
      return safeText`${task} failed after ${after}: ${sanitise(outcome.reason)}`;
  }
}

const endedRoles: Readonly<Record<TurnOutcome["kind"], Role>> = {
  answered: "notice",
  cancelled: "warning",
  failed: "error",
  "iteration-limit": "warning",
};

export function taskEndedNote(event: TaskEnded): NoteSource {
  return note(endedRoles[event.outcome.kind], taskEndedText(event));
}

export const interruptedNote = note("notice", safeText`Interrupted. Type 'exit' to quit.`);

const verdicts: Readonly<Record<Answer["verdict"], Readonly<Record<Question["kind"], SafeText>>>> = {
  allow: { tool: safeText`Allowed`, pause: safeText`Continued`, confirm: safeText`Confirmed` },
  session: {
    tool: safeText`Allowed for this session`,
    pause: safeText`Continued`,
    confirm: safeText`Confirmed`,
  },
  always: { tool: safeText`Allowed for good`, pause: safeText`Continued`, confirm: safeText`Confirmed` },
  deny: { tool: safeText`Denied`, pause: safeText`Stopped`, confirm: safeText`Not done` },
};

export function answeredNote(question: Question, answer: Answer): NoteSource {
  const verdict = verdicts[answer.verdict][question.kind];
  const reason =
    answer.verdict === "deny" && answer.reason ? safeText` (${sanitiseLine(answer.reason)})` : safeText``;
  const role = answer.verdict === "deny" ? "warning" : "notice";
  return note(role, safeText`${verdict}: ${sanitiseLine(subjectOf(question))}${reason}`);
}

function subjectOf(question: Question): string {
  if (question.kind === "pause") return question.reason;
  return question.kind === "tool" ? question.preview.title : question.title;
}
