import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { defaultSettings } from "../../src/model/settings.ts";
import { type Given, makeWorkspace, messages, okay } from "./workspace.ts";

describe("precedence", () => {
  const user = "model: user\nmax_iterations: 1\n";
  const project = "model: project\n";
  const env = { TREADLE_MODEL: "env" };

  test("with nothing configured the defaults hold", async () => {
    const loaded = okay(await makeWorkspace().load());
    expect(loaded).toMatchObject({ settings: defaultSettings, notices: [], sources: [] });
  });

  test("flags over environment over project over user over defaults", async () => {
    const { putUser, putProject, trust, load } = makeWorkspace();
    const model = async (given: Given) => okay(await load(given)).settings.model;
    expect(await model({})).toBeUndefined();
    const own = putUser(user);
    expect(await model({})).toBe("user");
    const theirs = putProject(project);
    expect(await model({})).toBe("user");
    trust();
    expect(await model({})).toBe("project");
    expect(await model({ env })).toBe("env");
    expect(await model({ env, argv: ["-m", "flag"] })).toBe("flag");
    const { settings, sources } = okay(await load());
    expect(settings.maxIterations).toBe(1);
    expect(sources).toEqual([
      { kind: "user", path: own },
      { kind: "project", path: theirs },
    ]);
  });

  test("the limit of a one-shot run is 20 unless somebody sets it", async () => {
    const { putUser, load } = makeWorkspace();
    expect(okay(await load({ oneShot: true })).settings.maxIterations).toBe(20);
    expect(okay(await load()).settings.maxIterations).toBe(10);
    putUser("max_iterations: 3");
    expect(okay(await load({ oneShot: true })).settings.maxIterations).toBe(3);
  });

  test("backends are merged key by key, and the key of the environment wins", async () => {
    const { putUser, load } = makeWorkspace();
    putUser("backends: {anthropic: {api_key: file, base_url: 'http://localhost:1', model: m}}");
    expect(okay(await load()).settings.backends.anthropic?.apiKey).toBe("file");
    const { backends } = okay(await load({ env: { ANTHROPIC_API_KEY: " env\n" } })).settings;
    expect(backends.anthropic).toEqual({ apiKey: "env", baseUrl: "http://localhost:1", model: "m" });
  });

  test("--base-url is for the chosen backend", async () => {
    const { load } = makeWorkspace();
    const argv = ["--base-url", "http://localhost:2"];
    const { backends } = okay(await load({ argv: [...argv, "-b", "anthropic"] })).settings;
    expect(backends).toEqual({ anthropic: { baseUrl: "http://localhost:2" } });
    expect(messages(await load({ argv }))).toEqual([
      "--base-url needs to know the backend: add --backend NAME.",
    ]);
  });
});

describe("every setting", () => {
  const all = {
    backend: "anthropic",
    model: "m",
    system_prompt: "be brief",
    notes: false,
    skills: false,
    tools: ["read"],
    auto_tools: true,
    approval_mode: "plan",
    security_profile: "guarded",
    blocked_commands: ["^x"],
    allowed_commands: ["^y"],
    max_iterations: 0,
    max_output_tokens: 1,
    compaction: "summarize",
    context_mode: "sliding",
    max_context_tokens: 1,
    max_messages: 2,
    max_chars: 3,
    max_words: 4,
    max_conversation_messages: 5,
    summarize_at: 6,
    context_format: "xml",
    max_cost: 2.5,
    temperature: 0,
    top_p: 1,
    display: "append",
    theme: "mono",
    motion: false,
    ascii: true,
    mouse: true,
    editing: "vi",
    leave_tail: 7,
    keep_sessions: 12,
    keep_days: 9,
    log_level: "debug",
    log_file: "~/log",
    log_stderr: true,
    show_tokens: false,
    show_reasoning: false,
    paste_mode: "off",
    bash_timeout: 5,
    max_tool_result_chars: 0,
    pass_env: ["GITHUB_TOKEN"],
    backends: { anthropic: { base_url: "https://example.org", api_key: "k", model: "n" } },
    sandbox: true,
    sandbox_network: true,
    hooks: [{ on: "before_tool", tools: ["ba*"], command: "true", timeout: 3 }],
    tool_settings: { read: { description: "look", confirm: true, timeout: 9 } },
    mcp_servers: {
      here: {
        command: "node",
        args: ["x.js", "-v", "-v"],
        cwd: "/",
        env: { K: "v w" },
        pass_env: ["P"],
        timeout: 3,
      },
      there: { transport: "http", url: "https://example.org/mcp", headers: { Authorization: "Bearer x" } },
    },
  };

  test("can be set in a file, alike in JSON and in YAML", async () => {
    const expected = {
      agent: "default",
      backend: "anthropic",
      model: "m",
      systemPrompt: "be brief",
      notes: false,
      skills: false,
      tools: ["read"],
      autoTools: true,
      approvalMode: "plan",
      securityProfile: "guarded",
      blockedCommands: ["^x"],
      allowedCommands: ["^y"],
      sandbox: true,
      sandboxNetwork: true,
      hooks: [{ on: "before_tool", tools: ["ba*"], command: "true", timeoutSeconds: 3 }],
      toolSettings: { read: { description: "look", confirm: true, timeoutSeconds: 9 } },
      maxIterations: 0,
      maxOutputTokens: 1,
      compaction: "summarize",
      contextMode: "sliding",
      maxContextTokens: 1,
      maxMessages: 2,
      maxChars: 3,
      maxWords: 4,
      maxConversationMessages: 5,
      summarizeAt: 6,
      contextFormat: "xml",
      maxCost: 2.5,
      temperature: 0,
      topP: 1,
      display: "append",
      theme: "mono",
      motion: false,
      ascii: true,
      mouse: true,
      editing: "vi",
      leaveTail: 7,
      keepSessions: 12,
      keepDays: 9,
      logLevel: "debug",
      logFile: "~/log",
      logStderr: true,
      showTokens: false,
      showReasoning: false,
      pasteMode: "off",
      bashTimeoutSeconds: 5,
      maxToolResultChars: 0,
      passEnv: ["GITHUB_TOKEN"],
      backends: { anthropic: { baseUrl: "https://example.org", apiKey: "k", model: "n" } },
      mcpServers: {
        here: {
          ...{ command: "node", args: ["x.js", "-v", "-v"], cwd: "/" },
          ...{ env: { K: "v w" }, passEnv: ["P"], timeoutSeconds: 3 },
        },
        there: { transport: "http", url: "https://example.org/mcp", headers: { Authorization: "Bearer x" } },
      },
    };
    for (const name of ["config.json", "config.yaml", "config.yml"]) {
      const { putUser, load } = makeWorkspace();
      putUser(`\uFEFF${JSON.stringify(all)}`, name);
      expect(okay(await load()).settings).toEqual(expected);
    }
  });
});

describe("agents", () => {
  test("the built-in ones", async () => {
    const { variants } = okay(await makeWorkspace().load());
    expect(variants.map(({ name }) => name)).toEqual(["default", "yolo", "claude-opus", "local"]);
    const yolo = okay(await makeWorkspace().load({ argv: ["-a", "yolo"], oneShot: true }));
    expect(yolo.settings).toMatchObject({ agent: "yolo", autoTools: true, maxIterations: 0 });
  });

  test("of the user's own add to the built-in ones, key by key", async () => {
    const { putUser, load } = makeWorkspace();
    putUser("agents:\n  yolo: {model: m}\n  mine: {description: My own, tools: []}\n");
    const { settings, variants } = okay(await load({ argv: ["-a", "yolo"] }));
    expect(settings).toMatchObject({ autoTools: true, model: "m" });
    expect(variants.at(-1)).toEqual({ name: "mine", description: "My own", settings: { tools: [] } });
  });

  test("rank with the source that chose them", async () => {
    const { putUser, putProject, trust, load } = makeWorkspace();
    putUser("agent: a\nmodel: user\nagents: {a: {model: agent, display: append}}\n");
    const model = async (given: Given) => okay(await load(given)).settings.model;
    expect(await model({})).toBe("agent");
    expect(await model({ env: { TREADLE_MODEL: "env" } })).toBe("env");
    expect(await model({ env: { TREADLE_MODEL: "env" }, argv: ["-a", "a"] })).toBe("agent");
    expect(await model({ argv: ["-a", "a", "-m", "flag"] })).toBe("flag");
    putProject("model: project");
    trust();
    expect(await model({})).toBe("project");
    expect(await model({ env: { TREADLE_AGENT: "a" } })).toBe("agent");
    expect(await model({ env: { TREADLE_AGENT: "a", TREADLE_MODEL: "env" } })).toBe("env");
  });

  test.each<readonly [Given, string]>([
    [{ argv: ["-a", "yoyo"] }, '--agent: there is no agent "yoyo"; did you mean yolo? '],
    [{ env: { TREADLE_AGENT: "zzz" } }, 'TREADLE_AGENT: there is no agent "zzz". '],
  ])("an unknown one is an error: %j", async (given, start) => {
    const known = "Known agents: default, yolo, claude-opus, local.";
    expect(messages(await makeWorkspace().load(given))).toEqual([start + known]);
  });

  test("an unknown one in a file is an error with its place", async () => {
    const { putUser, load } = makeWorkspace();
    putUser("model: m\nagent: nobody\n");
    expect(messages(await load())[0]).toMatch(/^~\/\.config\/treadle\/config\.yaml:2:8: there is no agent/);
  });
});

describe("the environment", () => {
  test.each([
    [
      { TREADLE_MAX_ITERATIONS: "abc" },
      'TREADLE_MAX_ITERATIONS must be a whole number from 0 up, not "abc".',
    ],
    [{ TREADLE_DISPLAY: "nope" }, 'TREADLE_DISPLAY must be one of auto, full, append, not "nope".'],
    [
      { TREADLE_AUTO_TOOLS: "maybe" },
      'TREADLE_AUTO_TOOLS must be one of 1, true, yes, on, 0, false, no, off, not "maybe".',
    ],
    [
      { ANTHROPIC_API_KEY: "two words" },
      "ANTHROPIC_API_KEY must be a key without spaces (in a file also env:NAME).",
    ],
    [
      { TREADLE_CONFIG: "settings.toml" },
      'TREADLE_CONFIG must name a file that ends in .yaml, .yml or .json, not "settings.toml".',
    ],
  ])("%j", async (env, message) => {
    expect(messages(await makeWorkspace().load({ env }))).toEqual([message]);
  });

  test("an empty text is as good as none", async () => {
    const env = { TREADLE_MODEL: "", TREADLE_CONFIG: "", ANTHROPIC_API_KEY: "", XDG_CONFIG_HOME: "" };
    expect(okay(await makeWorkspace().load({ env })).settings).toEqual(defaultSettings);
  });

  test("every mistake is told at once", async () => {
    const { putUser, load } = makeWorkspace();
    putUser("modell: m");
    expect(messages(await load({ env: { TREADLE_DISPLAY: "x" } }))).toHaveLength(2);
  });
});

describe("the user's file", () => {
  test("is looked for where XDG says", async () => {
    const { home, put, load } = makeWorkspace();
    put("xdg/treadle/config.yaml", "model: m");
    expect(okay(await load({ env: { XDG_CONFIG_HOME: join(home, "xdg") } })).settings.model).toBe("m");
    expect(okay(await load({ env: { XDG_CONFIG_HOME: "../xdg" } })).settings.model).toBeUndefined();
  });

  test("gives way to --config, and that to nobody", async () => {
    const { put, putUser, load } = makeWorkspace();
    putUser("model: usual");
    put("project/one.yaml", "model: one");
    put("project/two.json", '{"model": "two"}');
    const env = { TREADLE_CONFIG: "one.yaml" };
    expect(okay(await load({ env })).settings.model).toBe("one");
    expect(okay(await load({ env, argv: ["--config", "two.json"] })).settings.model).toBe("two");
    expect(messages(await load({ argv: ["--config", "no.yaml"] }))).toEqual([
      "Cannot read no.yaml: there is no such file.",
    ]);
  });

  test("may be one only", async () => {
    const { putUser, load } = makeWorkspace();
    putUser("model: a");
    putUser("{}", "config.json");
    expect(messages(await load())).toEqual([
      "There are several settings files: keep only one of ~/.config/treadle/config.yaml and ~/.config/treadle/config.json.",
    ]);
  });

  test.each(["", "relative/home", "/nowhere/at/all"])("is not missed where the home is %j", async (home) => {
    const { load } = makeWorkspace();
    expect(okay(await load({ home }))).toMatchObject({ settings: defaultSettings, notices: [] });
  });

  test("is ignored with a notice where its directory cannot be looked into", async () => {
    const { home, put, load } = makeWorkspace();
    put(".config/other", "");
    symlinkSync("treadle", join(home, ".config/treadle"));
    expect(okay(await load())).toMatchObject({
      settings: defaultSettings,
      notices: ["Your settings in ~/.config/treadle are ignored: its symbolic links go in a circle."],
    });
  });
});
