/** Checkpoints and going back to them, with real files and the real tools. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createCheckpoints } from "../../src/app/checkpoints.ts";
import { createConversation } from "../../src/app/conversation.ts";
import { noRecorder } from "../../src/app/recorder.ts";
import { rewind } from "../../src/app/rewind.ts";
import { checkpointRow } from "../../src/commands/checkpoint.ts";
import type { RewindScope } from "../../src/commands/command.ts";
import type { AgentEvent } from "../../src/model/event.ts";
import type { Message } from "../../src/model/message.ts";
import type { Answer, Question } from "../../src/model/question.ts";
import { type CheckpointEvent, createCheckpointFold } from "../../src/sessions/checkpoint.ts";
import { createToolbox } from "../../src/tools/toolbox.ts";
import { readCases } from "../support/cases.ts";
import { policyWith } from "../tools/workspace.ts";

type Confirm = Extract<Question, { kind: "confirm" }>;

function open({ kept = true, link = false } = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "treadle-rewind-")));
  const [directory, state] = [join(root, "work"), join(root, "state")];
  mkdirSync(directory);
  if (link) symlinkSync(directory, join(root, "link"));
  const cwd = link ? join(root, "link") : directory;
  const toolbox = createToolbox({
    cwd,
    home: join(root, "home"),
    env: {},
    allowed: ["read", "write", "edit", "bash"],
    policy: policyWith("yolo"),
    bashTimeoutMs: 0,
    maxResultChars: 0,
    passEnv: [],
    secrets: [],
    protectedPaths: [state],
  });
  const conversation = createConversation();
  const journal: CheckpointEvent[] = [];
  const notices: string[] = [];
  const asked: Confirm[] = [];
  let seq = 0;
  const emit = (event: AgentEvent) => {
    seq += 1;
    if (event.type === "notice") notices.push(event.text);
    const envelope = { seq, task: "t1", at: 1_000_000, event };
    checkpoints.record(envelope);
    conversation.record(envelope);
  };
  const checkpoints = createCheckpoints({
    place: kept ? { directory: state, cwd } : undefined,
    conversation,
    recorder: { ...noRecorder, id: () => "s1", checkpoint: (event) => journal.push(event) },
    emit,
    now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
  });
  const tools = toolbox.forTurn?.({ task: "t1", warn() {}, watcher: checkpoints.watcher }) ?? toolbox;
  const aside = toolbox.forTurn?.({
    task: "#1",
    warn() {},
    watcher: checkpoints.watcherAside("task #1: dye"),
  });
  const inside = (path: string) => join(directory, path);
  const add = (message: Message) => emit({ type: "message-added", message });
  let calls = 0;

  async function call(name: string, input: Record<string, unknown>, by = tools): Promise<string> {
    calls += 1;
    const made = { id: `c${calls}`, name, input };
    await toolbox.judge(made);
    const { output } = await by.run(made, { signal: new AbortController().signal, onOutput() {} });
    return output;
  }

  return {
    root,
    directory,
    state,
    checkpoints,
    conversation,
    journal,
    notices,
    asked,
    emit,
    call,
    put(path: string, content: string | Uint8Array, mode = 0o644) {
      writeFileSync(inside(path), content);
      chmodSync(inside(path), mode);
    },
    get: (path: string) => readFileSync(inside(path), "utf8"),
    has: (path: string) => existsSync(inside(path)),
    inside,
    write: (path: string, content: string) => call("write", { path, content }),
    /** By a task in the background. */
    writeAside: (path: string, content: string) => call("write", { path, content }, aside),
    async turn(prompt: string, work: () => Promise<unknown>) {
      emit({ type: "turn-started", prompt });
      add({ role: "user", text: prompt });
      await work();
      add({ role: "assistant", parts: [{ type: "text", text: "Done." }] });
    },
    /** Back to checkpoint `number`; `meanwhile` happens while the question is open. */
    async back(
      number: number,
      {
        scope = "both" as RewindScope,
        answer = { verdict: "allow" } as Answer | null,
        meanwhile = () => {},
      } = {},
    ) {
      const list = checkpoints.list() ?? [];
      const to = list.find((entry) => entry.number === number);
      if (!to || !toolbox.guard) throw new Error("no such checkpoint");
      const deps = {
        list,
        book: checkpoints.book,
        guard: toolbox.guard,
        conversation,
        emit,
        async ask(question: Question) {
          if (question.kind === "confirm") asked.push(question);
          meanwhile();
          return answer ?? undefined;
        },
      };
      return rewind(to, scope, deps, new AbortController().signal);
    },
  };
}

const valuesOf = ({ fields }: Confirm) => fields.map(({ label, value }) => `${label} ${value}`);

/** One scenario for each case; a case without one fails. */
const scenarios: Readonly<Record<string, (expected: never) => Promise<void>>> = {
  async restore({ content, status }: { content: string; status: string }) {
    const place = open();
    place.put("notes.txt", "before");
    await place.turn("go", () => place.write("notes.txt", "after"));
    expect(await place.back(1)).toContain(`- notes.txt: ${status}`);
    expect(place.get("notes.txt")).toBe(content);
  },
  async remove({ exists, status }: { exists: boolean; status: string }) {
    const place = open();
    await place.turn("go", () => place.write("new.txt", "new"));
    expect(await place.back(1)).toContain(`- new.txt: ${status}`);
    expect(place.has("new.txt")).toBe(exists);
  },
  async skip({ status }: { status: string }) {
    const place = open();
    await place.turn("go", () => place.write("new.txt", "new"));
    rmSync(place.inside("new.txt"));
    expect(await place.back(1)).toContain(`- new.txt: ${status}`);
  },
  async blank(expected: readonly string[]) {
    const place = open();
    await place.turn("go", async () => {
      for (const path of ["", "   ", "\t"]) await place.write(path, "x");
    });
    expect(place.checkpoints.list()).toEqual(expected);
  },
  async "first-only"() {
    const place = open();
    place.put("a.txt", "zero");
    await place.turn("go", async () => {
      await place.write("a.txt", "one");
      await place.write("a.txt", "two");
    });
    await place.back(1);
    expect(place.get("a.txt")).toBe("zero");
  },
  async list() {
    const place = open();
    await place.turn("update report", () => place.write("a.txt", "a"));
    await place.turn("x".repeat(200), () => place.write("a.txt", "b"));
    const [first, second] = (place.checkpoints.list() ?? []).map(checkpointRow);
    const said = 'id=1, created=2026-01-02 03:04:05, tools=write, prompt="update report"';
    expect(first).toMatch(new RegExp(String.raw`^- \[[0-9a-f]{8}\] \(${said}\)$`));
    expect(second).toContain(`prompt="${"x".repeat(120)}"`);
  },
  async "rewind-out"() {
    const place = open();
    place.put("a.txt", "a");
    await place.turn("go", () => place.write("a.txt", "b"));
    const [{ id } = { id: "" }] = place.checkpoints.list() ?? [];
    expect((await place.back(1)).split("\n").slice(0, 2)).toEqual([
      `Rewind ${id} results:`,
      "- a.txt: restored",
    ]);
  },
  async "write-only"() {
    const place = open();
    await place.turn("go", () => place.call("bash", { command: "echo x > made-by-bash" }));
    expect(place.has("made-by-bash")).toBe(true);
    expect(place.checkpoints.list()).toEqual([]);
  },
  async binary() {
    const place = open();
    const bytes = new Uint8Array(2 ** 20).map((_, at) => (at * 7919) % 256);
    place.put("blob", bytes);
    await place.turn("go", () => place.write("blob", "text"));
    await place.back(1);
    expect(readFileSync(place.inside("blob")).equals(bytes)).toBe(true);
  },
  async "mode-bits"() {
    const place = open();
    place.put("run.sh", "#!/bin/sh\n", 0o755);
    await place.turn("go", () => place.write("run.sh", "other"));
    chmodSync(place.inside("run.sh"), 0o600);
    await place.back(1);
    expect(statSync(place.inside("run.sh")).mode & 0o777).toBe(0o755);
    rmSync(place.inside("run.sh"));
    await place.back(1);
    expect(statSync(place.inside("run.sh")).mode & 0o777).toBe(0o755);
  },
  async "disabled-msg"() {
    const place = open({ kept: false });
    await place.turn("go", () => place.write("a.txt", "a"));
    expect(place.checkpoints.list()).toBeUndefined();
    expect(place.journal).toEqual([]);
  },
};

const file = readCases("checkpoints");

describe.skipIf(file.absent)(file.title, () => {
  it.each(file.cases.map((entry) => [entry.id, entry] as const))("%s", async (id, { expected }) => {
    const scenario = scenarios[id];
    if (!scenario) throw new Error(`no scenario for ${id}`);
    await scenario(expected as never);
  });
});

describe("a checkpoint", () => {
  it("is one for each turn that writes, and none for others", async () => {
    const place = open();
    await place.turn("look", () => place.call("read", { path: "a" }));
    await place.turn("one", async () => {
      await Promise.all([place.write("a", "1"), place.write("b", "1")]);
    });
    await place.turn("two", () => place.call("edit", { path: "a", old_string: "1", new_string: "2" }));
    expect(
      place.checkpoints.list()?.map(({ prompt, files }) => [prompt, files.map(({ path }) => path).sort()]),
    ).toEqual([
      ["one", ["a", "b"]],
      ["two", ["a"]],
    ]);
  });

  it("goes on when the turn is taken up again", async () => {
    const place = open();
    place.put("a", "0");
    await place.turn("one", () => place.write("a", "1"));
    place.emit({ type: "turn-started", prompt: "one", again: true });
    await place.write("a", "2");
    expect(place.checkpoints.list()).toHaveLength(1);
    await place.back(1);
    expect(place.get("a")).toBe("0");
  });

  it("keeps nothing outside the working directory", async () => {
    const place = open();
    symlinkSync(place.root, place.inside("out"));
    await place.turn("one", async () => {
      await place.write("../elsewhere", "1");
      await place.write("out/elsewhere", "2");
    });
    expect(readFileSync(join(place.root, "elsewhere"), "utf8")).toBe("2");
    expect(place.checkpoints.list()).toEqual([]);
  });

  it("says so when a file is too large to be kept, and does not stop the write", async () => {
    const place = open();
    place.put("big", "");
    truncateSync(place.inside("big"), 10 * 2 ** 20 + 1);
    await place.turn("one", () => place.write("big", "small"));
    expect(place.get("big")).toBe("small");
    expect(place.notices).toEqual(["/rewind will not bring back big: It is larger than 10 MB."]);
    expect(await place.back(1, { scope: "files" })).toContain("- big: skipped (It is larger than 10 MB.)");
  });

  it("costs a warning and not the write when it cannot be kept", async () => {
    const place = open();
    writeFileSync(place.state, "a file where a directory should be");
    place.put("a", "0");
    await place.turn("one", () => place.write("a", "1"));
    expect(place.get("a")).toBe("1");
    expect(place.notices).toEqual([
      expect.stringContaining("/rewind will not bring back a: It could not be kept"),
    ]);
  });

  it("is found again in what the journal holds", async () => {
    const place = open();
    await place.turn("none", async () => {});
    await place.turn("one", () => place.write("deep/a", "1"));
    const fold = createCheckpointFold();
    for (const event of JSON.parse(JSON.stringify(place.journal)) as CheckpointEvent[]) {
      fold.take(event, Date.UTC(2026, 0, 2, 3, 4, 5), place.conversation.history());
    }
    expect(fold.list()).toEqual(place.checkpoints.list());
    const [only] = fold.list();
    expect(only && fold.placeOf(only, place.conversation.history())).toBe(2);
    place.checkpoints.use(fold);
    expect(await place.back(1)).toContain("- deep/a: removed");
    expect(readdirSync(place.directory)).toEqual([]);
  });
});

describe("going back", () => {
  it("shows what would change, and changes nothing unless the answer is yes", async () => {
    const place = open();
    place.put("a", "1\n2\n3\n");
    await place.turn("weave", async () => {
      await place.write("a", "1\n3\nfour\n");
      await place.write("new", "x\n");
    });
    for (const answer of [{ verdict: "deny" }, null] as const) {
      expect(await place.back(1, { answer })).toBe("Nothing is changed.");
    }
    const [question] = place.asked;
    expect(question?.title).toBe('Rewind to checkpoint 1, before "weave"?');
    expect(question && valuesOf(question)).toEqual([
      "conversation 2 messages are taken back",
      "restore a (+1 -1)",
      expect.stringContaining("changes @@ -1,3 +1,3 @@"),
      "remove new (+0 -1)",
    ]);
    expect(place.get("a")).toBe("1\n3\nfour\n");
    expect(place.conversation.history()).toHaveLength(2);
  });

  it("takes the turns since then back, and can itself be taken back", async () => {
    const place = open();
    place.put("a", "0");
    await place.turn("one", () => place.write("a", "1"));
    await place.turn("two", () => place.write("a", "2"));
    await place.turn("three", () => place.write("b", "3"));
    await place.back(2);
    expect([place.get("a"), place.has("b"), place.conversation.history().length]).toEqual(["1", false, 2]);
    await place.back(4);
    expect([place.get("a"), place.get("b")]).toEqual(["2", "3"]);
    await place.back(1);
    expect([place.get("a"), place.has("b"), place.conversation.history().length]).toEqual(["0", false, 0]);
  });

  it.each([
    ["files", "0", 2],
    ["conversation", "1", 0],
  ] as const)("concerns %s alone when told so", async (scope, content, messages) => {
    const place = open();
    place.put("a", "0");
    await place.turn("one", () => place.write("a", "1"));
    await place.back(1, { scope });
    expect([place.get("a"), place.conversation.history().length]).toEqual([content, messages]);
  });

  it("says when someone else has changed a file since", async () => {
    const place = open();
    await place.turn("one", () => place.write("a", "1"));
    place.put("a", "mine");
    await place.back(1);
    expect(place.asked[0] && valuesOf(place.asked[0])[1]).toBe(
      "remove a (+0 -1, changed since by someone else)",
    );
    await place.back(2);
    expect(place.get("a")).toBe("mine");
  });

  it("leaves alone what changes while the question is open", async () => {
    const place = open();
    place.put("a", "0");
    await place.turn("one", () => place.write("a", "1"));
    const said = await place.back(1, { meanwhile: () => place.put("a", "another content") });
    expect(said).toContain("- a: failed (It was changed while you were asked.)");
    expect(place.get("a")).toBe("another content");
  });

  it("removes the directories that were made, as far as they are empty", async () => {
    const place = open();
    mkdirSync(place.inside("old"));
    await place.turn("one", async () => {
      await place.write("old/x", "1");
      await place.write("made/deep/x", "1");
      await place.write("kept/deep/x", "1");
    });
    place.put("kept/own", "mine");
    await place.back(1);
    expect(readdirSync(place.directory).sort()).toEqual(["kept", "old"]);
    expect(readdirSync(place.inside("kept"))).toEqual(["own"]);
  });

  it("writes through no link that was put in its way", async () => {
    const place = open();
    mkdirSync(place.inside("dir"));
    place.put("dir/a", "0");
    place.put("b", "0");
    await place.turn("one", async () => {
      await place.write("dir/a", "1");
      await place.write("b", "1");
      await place.write("dir/new", "1");
    });
    const victim = join(place.root, "victim");
    mkdirSync(victim);
    for (const name of ["a", "b", "new"]) writeFileSync(join(victim, name), "precious");
    renameSync(place.inside("dir"), place.inside("moved"));
    symlinkSync(victim, place.inside("dir"));
    rmSync(place.inside("b"));
    symlinkSync(join(victim, "b"), place.inside("b"));
    const said = await place.back(1);
    for (const path of ["dir/a", "b", "dir/new"]) {
      expect(said).toContain(`- ${path}: failed (A symbolic link stands in its way.)`);
    }
    for (const name of ["a", "b", "new"]) expect(readFileSync(join(victim, name), "utf8")).toBe("precious");
  });

  it("writes through no link that is put there while the question is open", async () => {
    const place = open();
    mkdirSync(place.inside("dir"));
    await place.turn("one", () => place.write("dir/a", "1"));
    const victim = join(place.root, "victim");
    const meanwhile = () => {
      renameSync(place.inside("dir"), victim);
      symlinkSync(victim, place.inside("dir"));
    };
    const said = await place.back(1, { meanwhile });
    expect(said).toContain("- dir/a: failed (");
    expect(readFileSync(join(victim, "a"), "utf8")).toBe("1");
  });

  it("works where the working directory is reached by a link", async () => {
    const place = open({ link: true });
    place.put("a", "0");
    await place.turn("one", () => place.write("a", "1"));
    expect(await place.back(1)).toContain("- a: restored");
    expect(place.get("a")).toBe("0");
  });

  it("fails where what was kept is damaged", async () => {
    const place = open();
    place.put("a", "0");
    await place.turn("one", () => place.write("a", "1"));
    const kept = join(place.state, "s1.checkpoints");
    for (const name of readdirSync(kept)) writeFileSync(join(kept, name), "damaged");
    expect(await place.back(1)).toContain("- a: failed (What was kept of it is damaged or gone.)");
    expect(place.get("a")).toBe("1");
  });

  it("says so when nothing is different", async () => {
    const place = open();
    place.put("a", "0");
    await place.turn("one", () => place.write("a", "1"));
    place.put("a", "0");
    expect(await place.back(1, { scope: "files" })).toBe(
      "Nothing is different from checkpoint 1.\n- a: skipped (It is the same.)",
    );
    expect(place.asked).toEqual([]);
  });

  it("keeps its place when the history before it changes", async () => {
    const place = open();
    await place.turn("zero", async () => {});
    await place.turn("one", () => place.write("a", "1"));
    const summary: Message = { role: "user", text: "summary", synthetic: true };
    place.emit({
      type: "history-changed",
      change: { from: 0, removed: 2, inserted: [summary], reason: "compacted" },
    });
    await place.back(1);
    expect(place.conversation.history()).toEqual([summary]);
  });
});

describe("a task in the background", () => {
  it("has a checkpoint of its own, whose files come back and whose conversation is not ours", async () => {
    const stage = open();
    const { turn, write, writeAside, checkpoints, back, get, has, conversation } = stage;
    await turn("weave", async () => {
      await write("cloth", "woven\n");
      await writeAside("dye", "red\n");
      await write("cloth", "woven twice\n");
      await writeAside("dye", "blue\n");
    });
    expect(checkpoints.list()).toMatchObject([
      { number: 1, prompt: "weave", files: [{ path: "cloth" }] },
      { number: 2, prompt: "task #1: dye", files: [{ path: "dye" }] },
    ]);
    await back(2);
    expect(has("dye")).toBe(false);
    expect(get("cloth")).toBe("woven twice\n");
    expect(conversation.history()).toHaveLength(2);
  });
});
