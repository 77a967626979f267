/** treadle init with a fake world: a terminal whose lines the test types, an Ollama that the test is. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../../../src/app/run.ts";
import { loadSettings } from "../../../src/config/load.ts";
import type { Settings } from "../../../src/model/settings.ts";
import { httpAnswer } from "../../support/http-answer.ts";
import { scratch } from "../../support/program.ts";
import { type FakeHost, fakeHost } from "../fake-host.ts";

const secret = "sk-ant-0123456789";
const directoryOf = ({ home }: FakeHost) => join(home, ".config", "treadle");
const fileOf = (host: FakeHost) => join(directoryOf(host), "config.yaml");

interface World {
  readonly argv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Models of an Ollama that runs here. */
  readonly models?: readonly string[];
  readonly home?: string;
}

function world({ argv = [], env = {}, models, home = scratch() }: World = {}): FakeHost {
  const sendRequest = async () => httpAnswer({ models: (models ?? []).map((model) => ({ model })) });
  return fakeHost({ argv: ["init", ...argv], env, home, ...(models && { sendRequest }) });
}

/** At a terminal where these lines are typed, and then no more. */
function typed(lines: readonly string[], options?: World): FakeHost {
  const host = world(options);
  host.stdin.isTTY = true;
  host.stdin.end(lines.map((line) => `${line}\n`).join(""));
  return host;
}

async function written(host: FakeHost): Promise<Settings> {
  const { env, home, cwd } = host;
  const loaded = await loadSettings({ flags: { settings: {} }, env, home, cwd });
  if (loaded.kind !== "ok") throw new Error(loaded.messages.join());
  expect(loaded.sources).toEqual([{ kind: "user", path: fileOf(host) }]);
  return loaded.settings;
}

const key = { ANTHROPIC_API_KEY: secret };

describe("at a terminal", () => {
  it("asks three questions, and Enter takes what is marked", async () => {
    const host = typed(["", "", ""], { env: key });
    expect(await run(host)).toBe(0);
    expect(host.out().match(/\[\d+\]: /g)).toEqual(["[1]: ", "[1]: ", "[1]: "]);
    expect(host.out()).toContain("* 1  anthropic  Anthropic API: ANTHROPIC_API_KEY is set\n");
    expect(host.out()).toContain("now claude-");
    expect(await written(host)).toMatchObject({
      backend: "anthropic",
      approvalMode: "default",
      backends: { anthropic: { apiKey: secret } },
    });
  });

  it("never writes a key, nor shows one", async () => {
    const host = typed(["", "", ""], { env: { ...key, OPENAI_API_KEY: secret } });
    await run(host);
    expect(readFileSync(fileOf(host), "utf8")).toContain("api_key: env:ANTHROPIC_API_KEY");
    expect(readFileSync(fileOf(host), "utf8") + host.out() + host.err()).not.toContain(secret);
  });

  it("takes numbers and names, and asks again when an answer is none", async () => {
    const host = typed(["99", "nobody", "0", "ollama", "two words", "my:model", "yolo", "plan"], {
      env: key,
      models: ["qwen3:8b", "llama3"],
    });
    expect(await run(host)).toBe(0);
    expect(host.out()).toContain("  2  ollama     Ollama: runs here with 2 models\n");
    expect(host.out().match(/Type a number/g)).toHaveLength(5);
    expect(await written(host)).toMatchObject({
      backend: "ollama",
      approvalMode: "plan",
      backends: { ollama: { model: "my:model" } },
    });
  });

  it("offers the models that an Ollama has, and never one whose name cannot be set", async () => {
    const bad = `bad\u001b[2J name\nx`;
    const host = typed(["", "2", ""], { models: [bad, "qwen3:8b", "llama3"] });
    expect(await run(host)).toBe(0);
    expect(host.out()).toContain("* 1  qwen3:8b\n  2  llama3\n");
    expect(host.out()).not.toMatch(/\p{Cc}(?<!\n)/u);
    expect((await written(host)).backends).toEqual({ ollama: { model: "llama3" } });
  });

  it("says which key is missing where one is chosen that has none", async () => {
    const host = typed(["openai", "", "auto_edit"], { env: key });
    expect(await run(host)).toBe(0);
    expect(host.out()).toContain("Set the key before you start: export OPENAI_API_KEY=...\n");
  });

  it("needs no backend", async () => {
    const host = typed(["", ""]);
    expect(await run(host)).toBe(0);
    expect(host.out()).toContain("  later  ");
    expect(host.out()).not.toContain("Which model");
    expect(await written(host)).not.toHaveProperty("backend");
  });

  it("asks nothing that a flag has answered", async () => {
    const argv = ["-b", "claude", "-m", "claude-x", "--approval-mode", "yolo"];
    const host = typed([], { argv });
    expect(await run(host)).toBe(0);
    expect(await written(host)).toMatchObject({
      backend: "anthropic",
      approvalMode: "yolo",
      backends: { anthropic: { model: "claude-x" } },
    });
  });

  it.each([0, 1, 2])("writes nothing when the input ends after %i answers", async (count) => {
    const host = typed(["1", "1"].slice(0, count), { env: key });
    expect(await run(host)).toBe(1);
    expect(host.err()).toBe("treadle: Left before the last answer; nothing was written.\n");
    expect(existsSync(directoryOf(host))).toBe(false);
  });
});

describe("without a terminal", () => {
  it("says that it needs --yes", async () => {
    const host = world();
    host.stdin.end("1\n1\n1\n");
    expect(await run(host)).toBe(2);
    expect(host.err()).toMatch(/^treadle: treadle init asks at a terminal.*add --yes.*\.\n$/);
    expect(existsSync(directoryOf(host))).toBe(false);
  });

  it.each<readonly [string, World, object]>([
    ["a key", { env: key }, { backend: "anthropic" }],
    ["an Ollama", { models: ["m1", "m2"] }, { backend: "ollama", backends: { ollama: { model: "m1" } } }],
    ["a key before an Ollama", { env: { OPENAI_API_KEY: "k" }, models: ["m1"] }, { backend: "openai" }],
  ])("--yes takes %s", async (_name, options, expected) => {
    const host = world({ ...options, argv: ["--yes"] });
    expect(await run(host)).toBe(0);
    expect(host.out()).not.toContain("?");
    expect(await written(host)).toMatchObject({ ...expected, approvalMode: "default" });
  });

  it("--yes takes no Ollama where tools would run unasked", async () => {
    const host = world({ models: ["m1"], argv: ["--yes", "--approval-mode", "yolo"] });
    expect(await run(host)).toBe(0);
    expect(await written(host)).not.toHaveProperty("backend");
  });

  it.each([
    [["-b", "nobody"], 'There is no backend "nobody"; treadle doctor lists them.'],
    [["-m", "some-model"], "--model needs to know the backend: add --backend NAME."],
  ])("refuses %j", async (argv, message) => {
    const host = world({ argv: ["--yes", ...argv] });
    expect(await run(host)).toBe(2);
    expect(host.err()).toBe(`treadle: ${message}\n`);
    expect(existsSync(fileOf(host))).toBe(false);
  });
});

describe("the file", () => {
  function withFile(name: string, text: string, argv: readonly string[]): FakeHost {
    const host = world({ argv: ["--yes", ...argv], env: key });
    mkdirSync(directoryOf(host), { recursive: true });
    writeFileSync(join(directoryOf(host), name), text, { mode: 0o644 });
    return host;
  }

  it("is for its owner alone", async () => {
    const host = world({ argv: ["--yes"] });
    await run(host);
    expect(statSync(fileOf(host)).mode & 0o777).toBe(0o600);
    expect(statSync(directoryOf(host)).mode & 0o777).toBe(0o700);
    expect(readdirSync(directoryOf(host))).toEqual(["config.yaml"]);
  });

  it.each(["config.yaml", "config.yml", "config.json"])("a %s that is there is kept", async (name) => {
    const host = withFile(name, "{}", []);
    expect(await run(host)).toBe(1);
    expect(host.err()).toContain(`${name} are kept as they are: treadle init --force`);
    expect(readdirSync(directoryOf(host))).toEqual([name]);
    expect(readFileSync(join(directoryOf(host), name), "utf8")).toBe("{}");
  });

  it.each(["config.yaml", "config.yml", "config.json"])("--force keeps a copy of a %s", async (name) => {
    const host = withFile(name, "not: [settings", ["--force"]);
    writeFileSync(join(directoryOf(host), `${name}.old`), "older");
    expect(await run(host)).toBe(0);
    expect(host.out()).toContain(`Your old settings are in ~/.config/treadle/${name}.old-2.\n`);
    expect(readdirSync(directoryOf(host)).sort()).toEqual(
      ["config.yaml", `${name}.old`, `${name}.old-2`].sort(),
    );
    const copy = join(directoryOf(host), `${name}.old-2`);
    expect(readFileSync(copy, "utf8")).toBe("not: [settings");
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(await written(host)).toMatchObject({ backend: "anthropic" });
  });

  it("several files are left to the user, --force or not", async () => {
    const host = withFile("config.json", "{}", ["--force"]);
    writeFileSync(fileOf(host), "");
    expect(await run(host)).toBe(1);
    expect(host.err()).toContain("keep only one of them");
    expect(readdirSync(directoryOf(host)).sort()).toEqual(["config.json", "config.yaml"]);
  });

  it("cannot be written where a file is in the way, which is said", async () => {
    const host = world({ argv: ["--yes"] });
    writeFileSync(join(host.home, ".config"), "");
    expect(await run(host)).toBe(1);
    expect(host.err()).toMatch(/^treadle: .*\.\n$/);
  });

  it("says so where another one is in force", async () => {
    const host = world({ argv: ["--yes"], env: { TREADLE_CONFIG: "/elsewhere.yaml" } });
    expect(await run(host)).toBe(0);
    expect(host.out()).toContain("TREADLE_CONFIG names another file");
  });
});
