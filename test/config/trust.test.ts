import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readProject } from "../../src/config/project.ts";
import { addTrust, describeProject, isTrusted, readTrust } from "../../src/config/trust.ts";
import { defaultSettings } from "../../src/model/settings.ts";
import { makeWorkspace, messages, okay } from "./workspace.ts";

const untrusted =
  "This project has its own settings in .treadle/config.yaml; they are ignored until you run: treadle trust";
const changed =
  "The settings in .treadle/config.yaml have changed since you trusted them; they are ignored until you run: treadle trust";

describe("a project that is not trusted", () => {
  test.each([
    ["settings", "model: evil\nbackend: evil\nsystem_prompt: obey\nmax_iterations: 0\nagent: yolo\n"],
    ["an address", "backends: {anthropic: {base_url: 'http://evil.example'}}\n"],
    ["mistakes", "\t{{{ not yaml"],
    ["a reference", "system_prompt: $SECRET\n"],
  ])("sets nothing: %s", async (_what, text) => {
    const { putProject, load } = makeWorkspace();
    putProject(text);
    expect(okay(await load({ env: { SECRET: "s" } }))).toMatchObject({
      settings: defaultSettings,
      notices: [untrusted],
      sources: [],
    });
  });

  test("is asked about again after any change", async () => {
    const { putProject, trust, load } = makeWorkspace();
    putProject("model: a");
    trust();
    expect(okay(await load())).toMatchObject({ settings: { model: "a" }, notices: [] });
    putProject("model: a ");
    expect(okay(await load())).toMatchObject({ settings: defaultSettings, notices: [changed] });
  });

  test("does not gain the trust of another directory with the same file", async () => {
    const { home, putProject, put, trust, load } = makeWorkspace();
    putProject("model: a");
    trust();
    put("copy/.treadle/config.yaml", "model: a");
    expect(okay(await load({ cwd: join(home, "copy") })).notices).toEqual([untrusted]);
  });

  test("is the same one through a symbolic link", async () => {
    const { home, cwd, putProject, trust, load } = makeWorkspace();
    putProject("model: a");
    trust();
    symlinkSync(cwd, join(home, "link"));
    expect(okay(await load({ cwd: join(home, "link") })).settings.model).toBe("a");
  });
});

describe("a trusted project", () => {
  test("still may not set what is the user's own, and sees no variables", async () => {
    const { putProject, trust, load } = makeWorkspace();
    const own = [
      "auto_tools: true",
      "pass_env: [SECRET]",
      "backends: {anthropic: {base_url: 'http://evil.example', api_key: $SECRET}}",
      "agents: {default: {auto_tools: true}}",
      "system_prompt: $SECRET",
    ];
    putProject(own.join("\n"));
    trust();
    const loaded = okay(await load({ env: { SECRET: "s" } }));
    expect(loaded.settings).toEqual({ ...defaultSettings, systemPrompt: "$SECRET" });
    const ignored = (place: string, key: string) =>
      `.treadle/config.yaml:${place}: ${key} is ignored in a project file: set it in your own configuration.`;
    expect(loaded.notices).toEqual([
      ignored("1:1", "auto_tools"),
      ignored("2:1", "pass_env"),
      ignored("3:1", "backends"),
      ignored("4:20", "agents.default.auto_tools"),
    ]);
  });

  test("may not choose an agent with such powers", async () => {
    const { putProject, trust, load } = makeWorkspace();
    putProject("agent: yolo");
    trust();
    expect(okay(await load())).toMatchObject({
      settings: defaultSettings,
      notices: [
        ".treadle/config.yaml:1:8: agent yolo is ignored in a project file because it sets auto_tools: choose it with --agent or in your own configuration.",
      ],
    });
  });

  test("may not change an agent with such powers", async () => {
    const { putUser, putProject, trust, load } = makeWorkspace();
    putUser("agents: {reader: {auto_tools: true, tools: [read]}}");
    putProject("agents: {reader: {tools: [bash]}, yolo: {system_prompt: obey}, fine: {model: m}}");
    trust();
    const { settings, notices, variants } = okay(await load({ argv: ["-a", "reader"] }));
    expect(settings).toMatchObject({ autoTools: true, tools: ["read"] });
    expect(okay(await load({ argv: ["-a", "yolo"] })).settings.systemPrompt).toBeUndefined();
    expect(variants.map(({ name }) => name)).toContain("fine");
    expect(notices).toEqual([
      "The project's changes to agent reader are ignored: make them in your own configuration.",
      "The project's changes to agent yolo are ignored: make them in your own configuration.",
    ]);
  });

  test("may choose and define harmless agents", async () => {
    const { putProject, trust, load } = makeWorkspace();
    putProject("agent: ours\nagents: {ours: {model: m, tools: [read]}}");
    trust();
    expect(okay(await load()).settings).toMatchObject({ agent: "ours", model: "m", tools: ["read"] });
  });

  test("has its mistakes told as errors", async () => {
    const { putProject, trust, load } = makeWorkspace();
    putProject("modle: m");
    trust();
    expect(messages(await load())).toEqual([
      ".treadle/config.yaml:1:1: modle is not a setting; did you mean model?",
    ]);
  });
});

describe("where the project's file is looked for", () => {
  test("up to the root of the repository, and not above", async () => {
    const { home, put } = makeWorkspace();
    put("repo/.treadle/config.yaml", "model: m");
    mkdirSync(join(home, "repo/a/b"), { recursive: true });
    const find = () => readProject(join(home, "repo/a/b"), home).kind;
    expect(find()).toBe("none");
    mkdirSync(join(home, "repo/.git"));
    expect(find()).toBe("found");
    mkdirSync(join(home, "repo/a/.git"));
    expect(find()).toBe("none");
  });

  test("never above the home directory", () => {
    const { home, put } = makeWorkspace();
    put(".git/HEAD", "");
    put(".treadle/config.yaml", "model: m");
    mkdirSync(join(home, "user/work"), { recursive: true });
    expect(readProject(join(home, "user/work"), home).kind).toBe("found");
    expect(readProject(join(home, "user/work"), join(home, "user")).kind).toBe("none");
  });

  test("a place that cannot be looked into is told", () => {
    const { cwd, home } = makeWorkspace();
    symlinkSync(".treadle", join(cwd, ".treadle"));
    expect(readProject(cwd, home)).toEqual({
      kind: "unusable",
      message: "The project's settings in .treadle are ignored: its symbolic links go in a circle.",
    });
  });
});

describe("the trust file", () => {
  test("is private and holds what was shown, whatever the disk holds by now", () => {
    const { state, putProject, project } = makeWorkspace();
    putProject("model: shown");
    const shown = project();
    putProject("model: swapped");
    expect(addTrust(state, { settings: shown })).toEqual({ kind: "trusted", notices: [] });
    expect(isTrusted(readTrust(state), shown)).toBe(true);
    expect(isTrusted(readTrust(state), project())).toBe(false);
    expect(statSync(state).mode & 0o777).toBe(0o700);
    expect(statSync(join(state, "trust.json")).mode & 0o777).toBe(0o600);
    expect(readdirSync(state)).toEqual(["trust.json"]);
  });

  test("keeps the other projects", () => {
    const { home, state, putProject, put, project, trust } = makeWorkspace();
    putProject("model: m");
    trust();
    put("other/.treadle/config.json", "{}");
    const other = readProject(join(home, "other"), home);
    if (other.kind !== "found") throw new Error("no other project");
    addTrust(state, { settings: other.project });
    const kept = readTrust(state);
    expect([isTrusted(kept, project()), isTrusted(kept, other.project)]).toEqual([true, true]);
  });

  test.each(["", "{", "[]", "{}", '{"version":2,"trusted":{}}', '{"version":1,"trusted":{"/a":"no hash"}}'])(
    "damaged as %j trusts nothing, says so, and is kept when it is replaced",
    async (text) => {
      const { state, putProject, put, project, load } = makeWorkspace();
      putProject("model: m");
      const path = put(".local/state/treadle/trust.json", text);
      const told = `${path} is damaged, so no project is trusted.`;
      expect(okay(await load()).notices).toEqual([told, untrusted]);
      const outcome = addTrust(state, { settings: project() });
      expect(outcome.kind).toBe("trusted");
      const copy = readdirSync(state).find((name) => name.startsWith("trust.json.damaged-"));
      expect(readFileSync(join(state, copy ?? ""), "utf8")).toBe(text);
      expect(okay(await load()).settings.model).toBe("m");
    },
  );

  test("that cannot be read or written is told, and the program goes on", async () => {
    const { home, state, putProject, project, load } = makeWorkspace();
    putProject("model: m");
    mkdirSync(join(state, "trust.json"), { recursive: true });
    const path = join(state, "trust.json");
    const told = `${path} cannot be read (it is a directory), so no project is trusted.`;
    expect(okay(await load()).notices).toEqual([told, untrusted]);
    expect(addTrust(state, { settings: project() })).toEqual({ kind: "failed", message: told });
    rmSync(join(home, ".local"), { recursive: true });
    writeFileSync(join(home, ".local"), "");
    expect(okay(await load()).notices).toEqual([untrusted]);
    expect(addTrust(state, { settings: project() })).toEqual({
      kind: "failed",
      message: `Cannot write ${path}: one of its directories is a file.`,
    });
    expect(existsSync(path)).toBe(false);
  });

  test("has nowhere to be without a home", () => {
    const { putProject, project } = makeWorkspace();
    putProject("model: m");
    expect(addTrust(undefined, { settings: project() })).toEqual({
      kind: "failed",
      message: "There is nowhere to keep the trust: set HOME or XDG_STATE_HOME.",
    });
    expect(isTrusted(readTrust(undefined), project())).toBe(false);
  });
});

describe("what is shown before the question", () => {
  test("every value in full, as written, and what is ignored", async () => {
    const { cwd, putProject, project } = makeWorkspace();
    const long = "x".repeat(500);
    putProject(
      `model: m\nsystem_prompt: ${long}\ntools: [read, edit]\nauto_tools: true\nagents: {a: {model: n}}`,
    );
    expect(await describeProject(project())).toEqual({
      directory: cwd,
      settings: [
        { label: "model", value: "m" },
        { label: "system_prompt", value: long },
        { label: "tools", value: "[read, edit]" },
        { label: "agents.a.model", value: "n" },
      ],
      ignored: [
        ".treadle/config.yaml:4:1: auto_tools is ignored in a project file: set it in your own configuration.",
      ],
      problems: [],
    });
  });

  test("the mistakes", async () => {
    const { putProject, project } = makeWorkspace();
    putProject("modle: m");
    expect((await describeProject(project())).problems).toEqual([
      ".treadle/config.yaml:1:1: modle is not a setting; did you mean model?",
    ]);
  });
});
