import { describe, expect, it } from "vitest";
import { noMcp } from "../../src/app/mcp.ts";
import type {
  ApprovalControl,
  CommandHost,
  ContextReport,
  ThemeOutcome,
} from "../../src/commands/command.ts";
import { commandTable, findCommand } from "../../src/commands/table.ts";
import type { Skill, SkillBody } from "../../src/config/skills.ts";
import { parseLine } from "../../src/input/line.ts";
import type { ViewAction } from "../../src/model/event.ts";
import { defaultSettings } from "../../src/model/settings.ts";
import { noUsage } from "../../src/model/usage.ts";
import type { Checkpoint } from "../../src/sessions/checkpoint.ts";
import { readCases } from "../support/cases.ts";

interface Noted {
  readonly said: readonly string[];
  readonly done: readonly string[];
}

const skills: readonly Skill[] = [
  { name: "brew", description: "Makes tea. Use when thirsty.", owner: "user", path: "/s/brew/SKILL.md" },
  { name: "lost", description: "Is gone.", owner: "project", path: "/p/lost/SKILL.md" },
];
const unread: SkillBody = { kind: "failed", reason: "there is no such file" };
const bodies: Readonly<Record<string, SkillBody>> = {
  brew: { kind: "read", text: "Boil </skill> water.\n", cut: false },
};

const control: ApprovalControl = {
  standing: () => "ask",
  set: () => {},
  now: () => 1000,
  rules: async () => [],
  add: async (verdict, words) => `${verdict} ${words}`,
  forget: async (place) => `forget ${place}`,
};

const contextReport: ContextReport = {
  rows: [
    { label: "system prompt", tokens: 40 },
    { label: "tools", count: 4, tokens: 800 },
    { label: "messages", count: 3, tokens: 1160 },
  ],
  messages: 3,
  last: { tokens: 1234, estimated: false },
  limit: { tokens: 200_000, assumed: false },
};

/** Runs a typed line against a host that notes what was done to it. */
async function run(line: string, parts: Partial<CommandHost> = {}): Promise<Noted> {
  const said: string[] = [];
  const done: string[] = [];
  const host: CommandHost = {
    say: (text) => said.push(text),
    commands: () => commandTable,
    settings: () => defaultSettings,
    change: (changes) => done.push(JSON.stringify(changes)),
    switching: {
      backends: () => ["offline", "other"],
      agents: () => ["default", "yolo"],
      models: async () => ({ from: "service", names: ["m-1", "m-2"] }),
      useBackend: async (name) => ({ kind: "switched", label: name, model: "x" }),
      useModel: async (model) => ({ kind: "switched", label: "offline demo", model }),
      useAgent: async () => ({ kind: "kept", problem: "No such agent." }),
      useFormat: async (format) => {
        done.push(`format ${format}`);
        return { kind: "switched", label: "offline demo", model: "m-1" };
      },
    },
    backend: () => ({ name: "offline", label: "offline demo", model: "m-1" }),
    tools: async () => [],
    skills: { list: async () => skills, body: async ({ name }) => bodies[name] ?? unread },
    mcp: noMcp,
    ask: async () => undefined,
    voice: {
      start: async (options) => `start ${JSON.stringify(options)}`,
      status: async () => "the status",
      stop: async () => "the stop",
    },
    shortcuts: {
      aliases: () => ({ i5: "iterations 5" }),
      templates: async () => [{ usage: "@explain code=…", description: "what code does" }],
    },
    approvals: { ...control, set: (standing) => done.push(`approve ${JSON.stringify(standing)}`) },
    queue: { list: () => [], send: () => 0, drop: () => 0 },
    tasks: { start: async () => undefined, list: () => [], kill() {}, limit() {}, join() {} },
    messageCount: () => 3,
    usage: () => ({ total: noUsage, last: undefined }),
    costs: () => ({ rows: [], total: 0, date: "2026-01-01" }),
    journal: () => undefined,
    themes: {
      names: () => ["amber", "default"],
      current: () => "default",
      use: async (name) => {
        done.push(`theme ${name}`);
        return { kind: "used", kept: "kept" };
      },
    },
    searches: { run: async (words, say) => say(`searched ${words}`) },
    setup: { write: async (words) => `set up ${words}` },
    sessions: {
      describe: () => "Session: s1",
      list: async (most) => `listed ${most}`,
      resume: async (wanted) =>
        wanted === "Missing" ? "Session not found: Missing" : void done.push(`resume ${wanted}`),
      begin: () => void done.push("new"),
      fork: async (name) => void done.push(`fork ${name}`),
      rename: (name) => void done.push(`name ${name}`),
    },
    context: { report: async () => contextReport },
    exports: {
      write: async (words) => `wrote ${words}`,
      save: async (name) => `saved ${name}`,
      take: async (file) =>
        file === "bad.json"
          ? { kind: "refused", problem: "It is bad." }
          : { kind: "imported", id: `id of ${file}` },
    },
    view: (action) => done.push(JSON.stringify(action)),
    showUsage: () => done.push("usage"),
    history: {
      messages: () => [],
      delete: () => undefined,
      edit: () => false,
      undo: () => undefined,
      replay: () => false,
      editText: async () => undefined,
      clear: () => done.push("clear"),
    },
    compaction: {
      async compact(focus) {
        done.push(`compact ${focus}`);
        return focus === "" ? "There is nothing to compact." : undefined;
      },
      undo: () => "Brought back.",
    },
    checkpoints: { list: () => undefined, rewind: async () => "" },
    stop: () => false,
    retry: () => false,
    prompt: (text) => done.push(`prompt ${text}`),
    send: async (text) => void done.push(`send ${text}`),
    custom: { list: async () => ({ commands: [], problems: [] }) },
    paper: {
      copy: async (text) => `copied ${text}`,
      page: async (text) => done.push(`paged ${text}`) > 0,
      show: async (text) => void done.push(`showed ${text}`),
    },
    upkeep: {
      doctor: async () => "All is well.",
      display: () => "Display: full.",
      keys: async () => ["openai: no key"],
    },
    streaming: { on: () => true, set: (on) => done.push(`stream ${on}`) },
    quit: () => done.push("quit"),
    ...parts,
  };
  const parsed = parseLine(line);
  const command = parsed.kind === "command" ? findCommand(parsed.name) : undefined;
  if (parsed.kind !== "command" || !command) throw new Error(`${line} is no command`);
  await command.run(host, parsed.args, new AbortController().signal);
  return { said, done };
}

const file = readCases("commands");

/** Aliases that stand for a command with arguments, or for one that is yet to come, are not in the table. */
describe.skipIf(file.absent)(file.title, () => {
  const known = new Set(commandTable.map(({ name }) => name));
  const table = file.cases.find(({ id }) => id === "alias-table")?.expected ?? {};
  const aliases = Object.entries(table as Record<string, string>)
    // Here /find is a command of its own, for this conversation.
    .filter(([alias, name]) => known.has(name) && alias !== "find");

  it("has aliases", () => expect(aliases.length).toBeGreaterThan(5));

  it.each(aliases)("/%s is /%s", (alias, name) => {
    expect(findCommand(alias)?.name).toBe(name);
  });

  const printing = file.cases.flatMap(({ id, input, expected }) => {
    const { line = "" } = input as { line?: string };
    const { prints } = (expected ?? {}) as { prints?: string };
    return line.startsWith("/iterations") && prints ? [{ id, line, prints }] : [];
  });

  // The display puts the brackets around a notice.
  it.each(printing)("$id: $line prints $prints", async ({ line, prints }) => {
    const { said } = await run(line);
    expect(`[${said.join()}]`.toLowerCase()).toContain(prints.toLowerCase());
  });
});

describe("the table", () => {
  it("has no name twice", () => {
    const names = commandTable.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
  });

  it("finds nothing that is not in it", () => {
    expect(findCommand("x1")).toBeUndefined();
    expect(findCommand("constructor")).toBeUndefined();
    expect(findCommand("")).toBeUndefined();
  });

  it("lets a running turn be watched, stopped and left, but not its history be cleared", () => {
    for (const name of ["help", "status", "queue", "stop", "exit", "quit"]) {
      expect([name, findCommand(name)?.whileBusy]).toEqual([name, true]);
    }
    expect(findCommand("clear")?.whileBusy).toBe(false);
  });
});

describe("/help", () => {
  it("lists every command with its aliases, and how to enter several lines", async () => {
    const [text = ""] = (await run("/help")).said;
    for (const { name, usage, summary, aliases } of commandTable) {
      const line = text.split("\n").find((row) => row.startsWith(`  /${name} `)) ?? "";
      for (const part of [usage, summary, ...aliases.map((alias) => `/${alias}`)])
        expect(line).toContain(part);
    }
    for (const part of ["\\", "```", "<<<", "Ctrl-C", "Ctrl-D"]) expect(text).toContain(part);
  });
});

describe("/exit and /quit", () => {
  it.each(["exit", "quit", "/exit", "/quit", "/x", "/q"])("%s leaves", async (line) => {
    expect(await run(line)).toEqual({ said: [], done: ["quit"] });
  });
});

describe("/clear", () => {
  it.each(["clear", "/clear", "/c"])("%s clears and says so", async (line) => {
    expect(await run(line)).toEqual({ said: ["Context cleared."], done: ["clear"] });
  });
});

describe("/stop", () => {
  it("says nothing when it stopped something", async () => {
    expect((await run("/stop", { stop: () => true })).said).toEqual([]);
  });

  it("says when there is nothing to stop", async () => {
    expect((await run("/stop")).said).toEqual(["Nothing is running."]);
  });
});

describe("/queue", () => {
  it("says when it is empty", async () => {
    expect((await run("/queue")).said).toEqual(["Nothing is queued."]);
  });

  it("numbers what waits", async () => {
    const list = () => [{ text: "one", held: true as const }, { text: "two" }];
    const queue = { list, send: () => 1, drop: () => 2 };
    expect((await run("/queue", { queue })).said).toEqual(["Queued:\n  1. (held) one\n  2. two"]);
    expect((await run("/queue send", { queue })).said).toEqual(["What was held is sent now."]);
    expect((await run("/queue drop", { queue })).said).toEqual(["Nothing waits any more."]);
  });

  it("says so when there is nothing to send, to drop, or no such thing to do", async () => {
    expect((await run("/queue send")).said).toEqual(["Nothing is held."]);
    expect((await run("/queue drop")).said).toEqual(["Nothing is queued."]);
    expect((await run("/queue constructor")).said).toEqual(["Usage: /queue [send | drop]"]);
  });
});

describe("/iterations", () => {
  it("shows the limit", async () => {
    expect((await run("/iterations")).said).toEqual(["Max iterations: 10"]);
    const settings = () => ({ ...defaultSettings, maxIterations: 0 });
    expect((await run("/iterations", { settings })).said).toEqual(["Max iterations: 0 (no limit)"]);
  });

  it.each([
    ["/iterations 5", 5, "5"],
    ["/iter 007", 7, "7"],
    ["/iterations 0", 0, "0 (no limit)"],
    ["/iterations 999999", 999_999, "999999"],
  ])("%s", async (line, count, shown) => {
    expect(await run(line)).toEqual({
      said: [`Max iterations set to: ${shown}`],
      done: [JSON.stringify({ maxIterations: count })],
    });
  });

  it.each(["-1", "1.5", "ten", "5 6", "1e3", "1000000", "٣"])("refuses %s", async (args) => {
    const { said, done } = await run(`/iterations ${args}`);
    expect(done).toEqual([]);
    expect(said).toEqual([`Error: "${args}" is not a whole number from 0 to 999999. Usage: /iterations [N]`]);
  });
});

describe("/context", () => {
  it("shows mode, limits and what each part takes, in 40 columns (C22)", async () => {
    const settings = () => ({ ...defaultSettings, maxChars: 50 });
    expect((await run("/context", { settings })).said).toEqual([
      [
        "Context: 1,234 of 200,000 tokens (0.6%)",
        "Mode: continue, at most 100,000 tokens, 50 characters",
        "",
        "  system prompt     ~40    0.0%",
        "  tools (4)        ~800    0.4%",
        "  messages (3)   ~1,160    0.6%",
        "  next request   ~2,000    1.0%",
      ].join("\n"),
    ]);
  });

  it("says what it does not know, and what is left out", async () => {
    const report: ContextReport = {
      rows: [{ label: "messages", count: 3, tokens: 4096 }],
      messages: 12,
      limit: { tokens: 8192, assumed: true },
    };
    const settings = () => ({ ...defaultSettings, contextMode: "sliding" as const, maxContextTokens: 0 });
    expect((await run("/ctx", { settings, context: { report: async () => report } })).said).toEqual([
      [
        "Context: about 4,096 of 8,192 tokens (50.0%)",
        "Mode: sliding, at most 50 messages",
        "",
        "  messages (3)  ~4,096   50.0%",
        "  next request  ~4,096   50.0%",
        "9 older messages do not go along.",
        "The window is unknown, so 8,192 is assumed: set context_window of the backend.",
      ].join("\n"),
    ]);
  });

  it("has no share where nobody looks after the window", async () => {
    const report: ContextReport = {
      rows: [{ label: "messages", count: 1, tokens: 5 }],
      messages: 1,
      limit: { tokens: 0, assumed: false },
    };
    const { said } = await run("/context", { context: { report: async () => report } });
    expect(said[0]).toMatch(/^Context: about 5 tokens\n/);
    expect(said[0]).not.toContain("%");
  });
});

describe("/status", () => {
  it("shows what is in use", async () => {
    expect((await run("/status", { journal: () => "/s/1.jsonl" })).said).toEqual([
      [
        "Backend: offline demo, model m-1",
        "Variant: default, tools ask first (cautious), pauses after 10 iterations",
        "Conversation: 3 messages",
        "Context: 1,234 of 200,000 tokens (0.6%)",
        "Session file: /s/1.jsonl",
      ].join("\n"),
    ]);
  });

  it("shows what is out of the ordinary", async () => {
    const settings = () => ({ ...defaultSettings, autoTools: true, maxIterations: 0 });
    const [text = ""] = (await run("/s", { settings })).said;
    expect(text).toContain("tools run unasked (cautious), never pauses");
    expect(text).toContain("Session file: none");
  });
});

describe("what can be written shorter", () => {
  it("is listed", async () => {
    expect((await run("/templates")).said.join()).toMatch(/@explain code=… +what code does/);
    const [text = ""] = (await run("/aliases")).said;
    expect(text).toMatch(/\/i5 +\/iterations 5/);
    expect(text).toMatch(/\/q +\/quit/);
  });
});

describe("what the model is sent", () => {
  it("is shown and set", async () => {
    expect((await run("/mode")).said).toEqual(["Context mode: continue (the whole conversation)"]);
    expect((await run("/mode Fresh")).done).toEqual(['{"contextMode":"fresh"}']);
    expect((await run("/format xml")).done).toEqual(["format xml"]);
    expect((await run("/fmt")).said).toEqual(["Context format: the agent's own"]);
    expect((await run("/system Be brief.")).done).toEqual(['{"systemPrompt":"Be brief."}']);
    expect((await run("/system none")).done).toEqual(["{}"]);
    expect((await run("/system")).said).toEqual(["There is no system prompt."]);
  });

  it("is not set to what there is none of", async () => {
    const { said, done } = await run("/format yaml");
    expect(said.join()).toContain("[Unknown format: yaml]");
    expect(done).toEqual([]);
    expect((await run("/mode x")).said.join()).toContain("[Unknown mode: x] Usage: /mode [continue|");
  });
});

describe("/approve", () => {
  it.each([
    ["ask", '"ask"'],
    ["all", '"all"'],
    ["none", '"none"'],
    ["30s", '{"until":31000}'],
  ])("%s", async (word, standing) => {
    expect((await run(`/approve ${word}`)).done).toEqual([`approve ${standing}`]);
  });

  it("tells what holds", async () => {
    const approvals = { ...control, standing: () => ({ until: 31_000 }) };
    expect((await run("/approve", { approvals })).said).toEqual(["approval policy: auto-approve for 30.0s"]);
    expect((await run("/approve none", { approvals: { ...control, standing: () => "none" } })).said).toEqual([
      "approval policy: none",
    ]);
  });

  it("tells, adds and forgets rules", async () => {
    expect((await run("/approve rules")).said.join()).toContain("no rules");
    expect((await run("/approve allow git  push")).said).toEqual(["allow git push"]);
    expect((await run("/approve deny rm")).said).toEqual(["deny rm"]);
    expect((await run("/approve forget 2")).said).toEqual(["forget 2"]);
  });

  it.each(["forever", "allow", "deny ", "forget x", "-1s", "constructor"])(
    "%j is told how",
    async (words) => {
      const { said, done } = await run(`/approve ${words}`);
      expect(said.join()).toContain("Usage: /approve");
      expect(done).toEqual([]);
    },
  );
});

describe("/tokens", () => {
  const usage = { input: 1, output: 2, cacheRead: 30, cacheWrite: 400 };

  it("shows the session and the last request", async () => {
    const last = { ...noUsage, input: 7, estimated: true } as const;
    expect((await run("/tokens", { usage: () => ({ total: usage, last }) })).said).toEqual([
      "Session: 431 input (30 from the cache), 2 output\nLast request: 7 input (0 from the cache), 0 output (estimated)",
    ]);
  });

  it("shows the session alone before the first request", async () => {
    expect((await run("/tokens")).said).toEqual(["Session: 0 input (0 from the cache), 0 output"]);
  });
});

describe("/tools", () => {
  const bash = { name: "bash", description: "Run a command.", schema: {}, confirm: true };
  const read = { name: "read", description: "Read a file.", schema: {}, confirm: false };
  const tools = async () => [bash, read];

  it("says which of them ask", async () => {
    const [text = ""] = (await run("/tools", { tools })).said;
    expect(text).toMatch(/^ {2}bash +asks first +Run a command\.\n {2}read +runs unasked +Read a file\.$/);
  });

  it("says when none does", async () => {
    const settings = () => ({ ...defaultSettings, autoTools: true });
    expect((await run("/tools", { tools, settings })).said.join()).not.toContain("asks first");
  });

  it("says when there are none", async () => {
    expect((await run("/tools")).said.join()).toContain("--no-tools");
  });
});

describe("/theme", () => {
  const themes = (outcome: ThemeOutcome) => ({
    themes: { names: () => [], current: () => "", use: async () => outcome },
  });

  it("lists them and marks the one in force", async () => {
    expect(await run("/theme")).toEqual({
      said: ["Themes:\n  amber\n* default\nSwitch with /theme NAME."],
      done: [],
    });
  });

  it("switches", async () => {
    expect(await run("/theme amber")).toEqual({
      said: ["Theme: amber, from now on."],
      done: ["theme amber"],
    });
  });

  it.each(["set-elsewhere", "not-kept"] as const)("says how to keep it where it is %s", async (kept) => {
    const { said } = await run("/theme amber", themes({ kind: "used", kept }));
    expect(said.join()).toMatch(/^Theme: amber, for this session.*set theme: amber /);
  });

  it("says what is wrong", async () => {
    const { said } = await run("/theme a", themes({ kind: "wrong", problems: ["One.", "Two."] }));
    expect(said).toEqual(["One.\nTwo."]);
  });
});

describe("the commands of the view", () => {
  it.each<readonly [string, ViewAction]>([
    ["/up", { kind: "scroll", by: "half-pages", count: -1 }],
    ["/up 3", { kind: "scroll", by: "lines", count: -3 }],
    ["/down", { kind: "scroll", by: "half-pages", count: 1 }],
    ["/down 999999", { kind: "scroll", by: "lines", count: 999_999 }],
    ["/top", { kind: "go", to: "top" }],
    ["/bottom", { kind: "go", to: "bottom" }],
    ["/previous", { kind: "go", to: "previous-message" }],
    ["/next", { kind: "go", to: "next-message" }],
    ["/find some text", { kind: "find", text: "some text" }],
    ["/find", { kind: "find" }],
    ["/expand", { kind: "expand", expanded: true }],
    ["/collapse", { kind: "expand", expanded: false }],
    ["/keys", { kind: "keys" }],
  ])("%s", async (line, action) => {
    expect(await run(line)).toEqual({ said: [], done: [JSON.stringify(action)] });
  });

  it("/usage asks the display", async () => {
    expect(await run("/usage")).toEqual({ said: [], done: ["usage"] });
  });

  it.each(["0", "-1", "1.5", "ten", "1000000"])("/up %s is refused", async (args) => {
    const { said, done } = await run(`/up ${args}`);
    expect(done).toEqual([]);
    expect(said).toEqual([`Error: "${args}" is not a whole number from 1 to 999999. Usage: /up [N]`]);
  });

  it("leave no trace and wait for nothing", () => {
    for (const name of ["up", "find", "expand", "keys", "usage"]) {
      expect(findCommand(name)).toMatchObject({ quiet: true, whileBusy: true });
    }
    expect(findCommand("status")?.quiet).toBeUndefined();
  });
});

describe("/export", () => {
  it("passes on what is asked and tells what came of it", async () => {
    expect((await run("/export a b.md 3-5")).said).toEqual(["wrote a b.md 3-5"]);
  });

  it("wants a file", async () => {
    expect((await run("/export")).said).toEqual(["Usage: /export <path>"]);
  });
});

describe("/skill", () => {
  it("lists what there is, and whose it is", async () => {
    const { said, done } = await run("/skill");
    expect(said).toEqual([
      "Skills:\n  brew: Makes tea. Use when thirsty.\n  lost (of this project): Is gone.\nUse one with /skill NAME, and what you want after it.",
    ]);
    expect(done).toEqual([]);
    const none = await run("/skills", { skills: { list: async () => [], body: async () => unread } });
    expect(none.said[0]).toContain("There are no skills");
  });

  it("gives the model the whole of one, which cannot end itself, behind what the user says", async () => {
    const { done } = await run("/skill brew a pot\nfor two");
    expect(done).toEqual([
      'prompt a pot\nfor two\n\n<skill name="brew" file="/s/brew/SKILL.md">\nBoil &lt;/skill> water.\n</skill>',
    ]);
    expect((await run("/skill brew")).done[0]).toContain("prompt Use the skill brew.\n\n<skill");
  });

  it("says what is wrong", async () => {
    expect((await run("/skill bru")).said).toEqual(['Error: there is no skill "bru". Skills: brew, lost']);
    const lost = await run("/skill lost");
    expect(lost.said).toEqual(["Error: the skill lost cannot be read: there is no such file."]);
    expect(lost.done).toEqual([]);
  });
});

describe("/search", () => {
  it("passes on what is asked", async () => {
    expect((await run("/search --case Some Words")).said).toEqual(["searched --case Some Words"]);
  });

  it("wants a text", async () => {
    expect((await run("/search")).said[0]).toMatch(/^Usage: /);
  });
});

describe("/compact", () => {
  it("hands on what to keep, and says why nothing came of it", async () => {
    expect(await run("/compact")).toEqual({ done: ["compact "], said: ["There is nothing to compact."] });
    expect(await run("/compact  the file names ")).toEqual({ done: ["compact the file names"], said: [] });
  });

  it("is taken back with one word", async () => {
    expect(await run("/compact undo")).toEqual({ done: [], said: ["Brought back."] });
  });
});

describe("checkpoints", () => {
  it.each(["/checkpoint", "/checkpoint list", "/checkpoint rewind 1", "/rewind", "/rewind 1"])(
    "%s explains itself where no session is kept",
    async (line) => {
      const { said } = await run(line);
      expect(said).toEqual([expect.stringContaining("start treadle without --no-session")]);
    },
  );

  const made = (number: number): Checkpoint => ({
    id: `0000000${number}`,
    number,
    created: 0,
    prompt: `prompt ${number}`,
    cwd: "/work",
    session: "s",
    files: [{ path: "a", tool: "write", before: { kind: "absent", directories: [] } }],
  });
  const checkpoints = {
    list: () => [1, 2, 3].map(made),
    rewind: async ({ number }: Checkpoint, scope: string) => `back to ${number}, ${scope}`,
  };

  it.each([
    ["/rewind", "back to 3, both"],
    ["/rewind 2", "back to 2, both"],
    ["/rewind 00000001 files", "back to 1, files"],
    ["/rewind conversation", "back to 3, conversation"],
    ["/checkpoint rewind 2 both", "back to 2, both"],
    ["/rewind 9", "There is no checkpoint 9; /checkpoint list shows them."],
    ["/rewind 1 2", "Usage: /rewind [N] [files|conversation]"],
    ["/checkpoint drop", "Usage: /checkpoint list [N], or /checkpoint rewind N"],
  ])("%s: %s", async (line, expected) => {
    expect((await run(line, { checkpoints })).said).toEqual([expected]);
  });

  it("are listed, the newest first, with what they cannot do", async () => {
    const [listed = ""] = (await run("/checkpoint list 2", { checkpoints })).said;
    expect(listed).toMatch(/id=3, .*\n.*id=2, .*\n\(1 earlier; \/checkpoint list 3 shows them too\)\n.*bash/);
    const [none = ""] = (await run("/rewind", { checkpoints: { ...checkpoints, list: () => [] } })).said;
    expect(none).toContain("There are no checkpoints yet");
  });
});

describe("/save and /load", () => {
  const recorded = { journal: () => "/sessions/s1.jsonl" };

  it("names the session and writes it to a file", async () => {
    expect(await run("/save my talk", recorded)).toMatchObject({
      said: ["This session is called my talk from now on.", "saved my talk"],
      done: ["name my talk"],
    });
    expect((await run("/save", recorded)).said).toEqual(["Session: s1", "saved "]);
  });

  it("writes nothing where nothing is recorded", async () => {
    expect((await run("/save")).said).toEqual(["Session: s1"]);
  });

  it("makes a session of a file and goes on with it", async () => {
    expect((await run("/load my talk.json")).done).toEqual(["resume id of my talk.json"]);
    expect(await run("/load bad.json")).toMatchObject({ said: ["It is bad."], done: [] });
  });
});
