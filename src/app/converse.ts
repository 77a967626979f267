/** A chat or a one-shot run, from the command line to the exit code. */
import type { Listener } from "../loop/bus.ts";
import { complain } from "./complain.ts";
import type { Finish } from "./controller.ts";
import { openAudit, openDisplay, openRecorder, openThemes } from "./equip.ts";
import { exitCodeOf, exitCodes } from "./exit-code.ts";
import { createExports } from "./exports.ts";
import type { Host } from "./host.ts";
import { lazyVoice } from "./lazy-voice.ts";
import { logEvents } from "./log/log-events.ts";
import { planOutput } from "./output.ts";
import { createPace } from "./pace.ts";
import { createPaper } from "./paper.ts";
import { type Conversing, prepare, type Ready } from "./prepare.ts";
import { pruneLater } from "./prune-later.ts";
import type { Recorder } from "./recorder.ts";
import { settingsRestorer } from "./restore-settings.ts";
import { retryDeps } from "./retry-deps.ts";
import { createSearches } from "./searches.ts";
import { createSession, type Session } from "./session.ts";
import { createSessions } from "./sessions.ts";
import { machineOf } from "./setup/machine.ts";
import { leaveOnSignals } from "./signals.ts";
import { createUpkeep } from "./upkeep.ts";

export async function converse(host: Host, asked: Conversing): Promise<number> {
  const preparation = await prepare(host, asked);
  return preparation.kind === "ready" ? carryOn(preparation.ready) : complain(host, preparation.messages);
}

async function carryOn(ready: Ready): Promise<number> {
  const { host, chat, trace, flags } = ready;
  const output = planOutput(flags.output, host, chat);
  const { engine, approvals, meter, switching, guidance, mcp, log } = ready;
  const denials = watchDenials();
  // Told at the end: a display may own the terminal until then.
  const problems = new Set<string>();
  const themes = openThemes(ready);
  let recorder: Recorder | undefined;
  const { display, how, notices } = await openDisplay(ready, output, {
    themes,
    recorder: () => recorder,
    warn: (text) => session.emit({ type: "notice", level: "warning", text }),
  });
  const session: Session = createSession({
    engine,
    approvals,
    shortcuts: ready.shortcuts,
    custom: ready.custom,
    meter,
    switching,
    guidance,
    mcp,
    display,
    themes,
    makePaper: (say) => createPaper({ host, display, say }),
    upkeep: createUpkeep(ready, () => displayText(how)),
    searches: createSearches(host),
    makeVoice: (deps) => lazyVoice({ ...deps, mcp, clock: host.clock }),
    setup: async (...asked) => (await import("./setup/in-chat.ts")).setUpInChat(machineOf(host), ...asked),
    makeRecorder(emit) {
      recorder = openRecorder(ready, emit);
      return recorder;
    },
    makeTaskRecorder: (emit, taskOf) => openRecorder(ready, emit, taskOf),
    checkpoints: ready.store && { directory: ready.store.directory, cwd: host.cwd },
    makeSessions: (parts) =>
      createSessions({
        ...parts,
        ...{ store: ready.store, meter, cwd: host.cwd, now: host.now },
        earlier: !chat ? "nothing" : display.scrollsBack ? "all" : "last-turns",
        restoreSettings: settingsRestorer(engine, switching, flags),
        makeRoom: display.makeRoom,
        pace: createPace(host.clock),
        async spareMemory() {
          const { tuneRuntime } = await import("./tune-runtime.ts");
          tuneRuntime(host.node.versions);
        },
      }),
    makeExports: (conversation, made) => createExports(host, { engine, conversation, recorder: made }),
    makeObservers: (emit) => [
      denials.record,
      logEvents(log, () => engine.backend()),
      ...openAudit(ready),
      ...(trace ? [trace.writer(emit)] : []),
      ...output.observers,
    ],
    place: { cwd: host.cwd, home: host.home },
    now: host.now,
    clock: host.clock,
    retry: retryDeps(host),
    chat,
    sequential: !host.stdin.isTTY,
    onListenerError(error) {
      log.write("error", "internal error", { text: error instanceof Error ? error.stack : String(error) });
      problems.add(`Internal error, please report it: ${String(error)}`);
    },
  });
  // Not at once: what could not be logged is being told of at the moment.
  log.onTrouble((text) => {
    host.clock.after(0, () => session.emit({ type: "notice", level: "warning", text }));
  });
  const { name, model } = engine.backend();
  log.write("info", "start", { version: host.version, chat, directory: host.cwd, backend: name, model });
  leaveOnSignals(host, session.controller, {
    chat,
    kill() {
      engine.close();
      mcp.close();
    },
  });
  const finish = await session.run(() => void begin(ready, notices, session));
  log.write("info", "end", { code: finish.code });
  output.finish();
  trace?.close();
  complain(host, [...problems]);
  return exitCode(ready, finish, denials.any());
}

function displayText(how: string): string {
  return `Display: ${how}. --display full or append chooses the other for one run, display: in your settings for all.`;
}

async function begin(ready: Ready, notices: readonly string[], session: Session): Promise<void> {
  const { controller, emit } = session;
  const { host, chat, prompt, named = "", resume } = ready;
  for (const text of [...ready.notices, ...notices]) emit({ type: "notice", level: "warning", text });
  // What is entered while a long session is gone through waits.
  const invite = () => chat && host.stdin.isTTY && emit({ type: "idle" });
  const problem = resume && (await session.sessions.open(resume, invite).catch(String));
  if (problem !== undefined) emit({ type: "notice", level: "error", text: problem });
  // What was meant for an earlier conversation makes no sense in a new one.
  if (problem !== undefined && !chat) return controller.leave(exitCodes.error);
  // A prompt from the command line is never a command, and what came in on standard input names nothing.
  if (prompt !== undefined) controller.handle({ type: "submit", text: prompt, pasted: true, named });
  if (!chat) controller.handle({ type: "quit" });
  controller.begin();
  if (chat) pruneLater(ready, emit);
  void logServers(ready);
}

async function logServers({ mcp, log }: Ready): Promise<void> {
  await mcp.connected();
  for (const { name, state, tools } of mcp.servers())
    log.write("info", "mcp server", { name, state, tools: tools.length });
}

/** A person sees what went wrong; a script that pipes prompts in learns it from the status. */
function exitCode({ host, chat }: Ready, finish: Finish, denied: boolean): number {
  if (finish.ended !== "input" || (chat && host.stdin.isTTY)) return finish.code;
  if (!finish.entered) return complain(host, [nothingToDo]);
  return exitCodeOf(finish.lastOutcome, denied && !chat);
}

const nothingToDo =
  'Standard input is empty: give a prompt, as in treadle "PROMPT", or start treadle in a terminal.';

function watchDenials(): { readonly record: Listener; any(): boolean } {
  let denied = false;
  return {
    record({ event }) {
      if (event.type === "tool-finished" && event.fate === "denied") denied = true;
    },
    any: () => denied,
  };
}
