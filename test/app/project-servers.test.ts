/** Servers of a project: none of them starts unasked, each is asked about alone, and what was said holds for what was seen. */
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { consentFields, openProjectServers } from "../../src/app/project-servers.ts";
import { keepConsent } from "../../src/config/consent.ts";
import { addTrust } from "../../src/config/trust.ts";
import type { Answer, Question } from "../../src/model/question.ts";
import { scratch } from "../support/program.ts";

const never = new AbortController().signal;

function makeProject(servers: object, isTrusted = true) {
  const home = realpathSync(scratch());
  const cwd = join(home, "project");
  const state = join(home, ".local/state/treadle");
  mkdirSync(cwd);
  const put = (named: object) => writeFileSync(join(cwd, ".mcp.json"), JSON.stringify({ mcpServers: named }));
  put(servers);
  if (isTrusted) addTrust(state, { guidance: cwd });
  async function open(taken: readonly string[] = []) {
    const [said, started, stopped] = [[] as string[], [] as string[], [] as string[]];
    const consent = await openProjectServers({
      host: { cwd, home, env: {} },
      taken,
      tell: (text) => said.push(text),
      start: async (name, _, place) => started.push(`${name} in ${place?.cwd.replace(cwd, ".")}`),
      stop: (name) => stopped.push(name),
    });
    return { consent, said, started, stopped };
  }
  return { open, put, state, cwd };
}

function answering(answer?: Answer) {
  const asked: Question[] = [];
  const ask = async (question: Question) => {
    asked.push(question);
    return answer;
  };
  return { ask, asked };
}

const yes = { verdict: "allow" } as const;
const two = { db: { command: "run-db --fast" }, web: { url: "https://x.org/mcp" } };

describe("the servers of a project", () => {
  it("are nothing but a sentence before the project is trusted", async () => {
    const { consent, said, started } = await makeProject(two, false).open();
    expect(said).toEqual([expect.stringContaining("treadle trust")]);
    expect([consent.waiting(), started]).toEqual([[], []]);
    const { ask, asked } = answering(yes);
    expect(await consent.allow("db", ask, never)).toContain("no MCP server");
    expect(asked).toEqual([]);
  });

  it("are not even read before that", async () => {
    const { open, cwd } = makeProject(two, false);
    writeFileSync(join(cwd, ".mcp.json"), "{ broken");
    expect((await open()).said).toEqual([expect.stringContaining("treadle trust")]);
  });

  it("wait for consent, of which the user is told once for all of them", async () => {
    const { consent, said, started } = await makeProject(two).open();
    expect(said).toEqual([
      "2 MCP servers of this project (db, web, in .mcp.json) wait for your consent: /mcp allow db shows what it would run, and asks.",
    ]);
    expect(consent.waiting().map(({ name }) => name)).toEqual(["db", "web"]);
    expect(started).toEqual([]);
  });

  it("start one by one, when the user has seen all of one and said yes", async () => {
    const { open, cwd } = makeProject(two);
    const { consent, started } = await open();
    const { ask, asked } = answering(yes);
    expect(await consent.allow("db", ask, never)).toBe(
      "db is allowed until what you have seen of it changes.",
    );
    expect(asked).toEqual([
      {
        kind: "confirm",
        title: "Start the MCP server db of this project, now and in later chats?",
        fields: [
          { label: "named in", value: ".mcp.json" },
          { label: "program", value: "run-db" },
          { label: "argument", value: "--fast" },
          { label: "in", value: cwd },
        ],
      },
    ]);
    expect(started).toEqual(["db in ."]);
    const later = await open();
    expect(later.started).toEqual(["db in ."]);
    expect(later.consent.waiting()).toEqual([{ name: "web", isRefused: false }]);
    expect(await later.consent.allow("db", ask, never)).toContain("allowed already");
    expect(asked).toHaveLength(1);
  });

  it.each([[{ verdict: "deny" } as const], [undefined]])("do not start on %j", async (answer) => {
    const { open } = makeProject(two);
    const { consent, started } = await open();
    expect(await consent.allow("db", answering(answer).ask, never)).toBe("db is not started.");
    expect([started, (await open()).started]).toEqual([[], []]);
  });

  it("are asked about again when they change", async () => {
    const { open, put } = makeProject(two);
    await (await open()).consent.allow("db", answering(yes).ask, never);
    put({ ...two, db: { command: "run-db --fast --evil" } });
    const { started, consent } = await open();
    expect(started).toEqual([]);
    expect(consent.waiting()).toContainEqual({ name: "db", isRefused: false });
  });

  it("can be refused for good, and forgotten, which ends them", async () => {
    const { open } = makeProject({ db: two.db });
    const { consent, stopped } = await open();
    expect(consent.refuse("db")).toBe("db stays off, and is not mentioned again.");
    const quiet = await open();
    expect([quiet.said, quiet.consent.waiting()]).toEqual([[], [{ name: "db", isRefused: true }]]);
    quiet.consent.forget("db");
    expect((await open()).said).toHaveLength(1);
    expect([stopped, quiet.stopped]).toEqual([["db"], ["db"]]);
    expect(consent.refuse("nobody")).toBe(
      'This project has no MCP server "nobody" that could be allowed here. There are: db.',
    );
  });

  it("cannot take the place of the user's own", async () => {
    const { said, consent } = await makeProject({ DB: two.db }).open(["db"]);
    expect(said).toEqual([expect.stringContaining("you have an MCP server of that name")]);
    expect(consent.waiting()).toEqual([]);
  });

  it("hold for a session where they cannot be kept, and nothing of a damaged file counts", async () => {
    const { open, state } = makeProject({ db: two.db });
    keepConsent(state, "a".repeat(64), "allowed");
    writeFileSync(join(state, "mcp-consent.json"), "{");
    const { said } = await open();
    expect(said[0]).toContain("is damaged, so no server of a project is allowed");
  });
});

describe("what is shown of a server", () => {
  it("is all that decides what runs, and the names of what it is given", () => {
    const settings = {
      command: "/bin/sh",
      args: ["-c", 'echo "a\nb"'],
      cwd: "sub",
      passEnv: ["HOME_TOKEN"],
      env: { NODE_OPTIONS: "--require ./evil.js", API_KEY: "s3cr3t", TOKEN: "resolved" },
    };
    const env = { NODE_OPTIONS: "--require ./evil.js", API_KEY: "s3cr3t", TOKEN: "$AWS_SECRET" };
    expect(consentFields({ settings, written: { env, headers: {} } }, "/p")).toEqual([
      { label: "program", value: "/bin/sh" },
      { label: "argument", value: "-c" },
      { label: "argument", value: 'echo "a\nb"' },
      { label: "in", value: "/p/sub" },
      { label: "variable", value: "NODE_OPTIONS=--require ./evil.js" },
      { label: "variable", value: "API_KEY (its value stands in the file)" },
      { label: "variable", value: "TOKEN=$AWS_SECRET" },
      { label: "your variable", value: "HOME_TOKEN" },
    ]);
  });

  it("of an address is the address and its headers", () => {
    const headers = { Authorization: "$TOKEN", "X-Key": "s3cr3t" };
    const settings = { url: "https://x.org/mcp" };
    expect(consentFields({ settings, written: { env: {}, headers } }, "/p")).toEqual([
      { label: "talks to", value: "https://x.org/mcp" },
      { label: "header", value: "Authorization: $TOKEN" },
      { label: "header", value: "X-Key" },
    ]);
  });
});
