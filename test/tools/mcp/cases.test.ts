/** The shared cases about MCP clients, each against what answers to it here. */
import { describe, expect, it } from "vitest";
import { readSettingsText } from "../../../src/config/settings-file.ts";
import type { McpServerSettings } from "../../../src/model/settings.ts";
import { describeTools } from "../../../src/tools/mcp/described-tools.ts";
import { programOf } from "../../../src/tools/mcp/open-transport.ts";
import { answerOf } from "../../../src/tools/mcp/result-text.ts";
import { toolNameFor } from "../../../src/tools/mcp/tool-names.ts";
import { type Case, readCases } from "../../support/cases.ts";
import { habits, openFixture } from "./fixture.ts";

type Json = Record<string, unknown>;

async function configured(config: unknown): Promise<Readonly<Record<string, McpServerSettings>>> {
  const owner = { kind: "user", env: {} } as const;
  const reading = await readSettingsText({ name: "c.json", text: JSON.stringify(config), owner });
  if (reading.kind === "error") throw new Error(reading.messages.join("\n"));
  return reading.layer.mcpServers ?? {};
}

async function connected(...words: readonly string[]) {
  const fixture = openFixture({ s: habits(...words) });
  await fixture.servers.connected;
  return fixture;
}

const result = ({ content, isError }: Json) =>
  answerOf({
    content: (content as string[]).map((text) => ({ type: "text", text })),
    ...(isError === true && { isError }),
  });

const checks: Readonly<Record<string, (input: Json, one: Case) => void | Promise<void>>> = {
  name({ server, tool }, { expected }) {
    expect(toolNameFor(String(server), String(tool))).toBe((expected as Json)["micro-x"]);
  },
  "name-long"() {
    const tools = ["a", "b"].map((end) => ({
      name: `${"t".repeat(39)}${end}`,
      inputSchema: { type: "object" },
    }));
    const { tools: described } = describeTools("s".repeat(40), tools);
    expect(new Set(described.map(({ name }) => name)).size).toBe(2);
    for (const { name } of described) expect(name).toMatch(/^[\w-]{1,64}$/);
    expect(described.map(({ ownName }) => ownName)).toEqual(tools.map(({ name }) => name));
  },
  "desc-none"({ description }, { expected }) {
    const tool = { name: "t", description: description as null, inputSchema: { type: "object" } };
    expect(describeTools("s", [tool]).tools[0]?.description).toBe(expected);
  },
  "text-join": (input, { expected }) => expect(result(input).output).toBe(expected),
  "no-text": (input, { expected }) => expect(result(input).output).toBe(expected),
  "is-error"(input, { expected }) {
    const { is_error: isError, text: output } = expected as Json;
    expect(result(input)).toEqual({ output, isError });
  },
  async args(input) {
    const { workspace, noted } = await connected();
    await workspace.run("s__echo", input);
    expect(noted().at(-1)?.params?.arguments).toEqual(input);
  },
  async "config-stdio"(input) {
    const { s } = await configured(input);
    expect(s).toEqual({ transport: "stdio", command: "node", args: ["x.js"], env: { K: "v" } });
  },
  async "config-http"(input) {
    const { r } = await configured(input);
    expect(r).toEqual({ transport: "http", url: "http://localhost:8080/mcp" });
  },
  async "config-list"(input) {
    const { s } = await configured(input);
    expect(s).toEqual({ command: "node x.js", env: {} });
    expect(programOf(s?.command ?? "", s?.args)).toEqual({ file: "node", args: ["x.js"] });
  },
  async "bad-transport"(input) {
    // In our words: every mistake in a file is told with its place and what is allowed there.
    await expect(configured({ mcp_servers: { s: input } })).rejects.toThrow(
      'mcp_servers.s.transport must be one of stdio, http, not "carrier-pigeon"',
    );
  },
  async "one-fails"() {
    const { servers, said } = openFixture({ bad: { command: "/no/such" }, good: habits() });
    await servers.connected;
    expect(servers.reports().map(({ state }) => state)).toEqual(["failed", "ready"]);
    expect(said).toHaveLength(1);
  },
  async handshake(_, { expected }) {
    const { workspace, noted } = await connected();
    await workspace.run("s__echo", {});
    const methods = noted().flatMap(({ method }) => method ?? []);
    expect(methods).toEqual((expected as string[]).map((step) => step.split(" ")[0]));
  },
  async noise() {
    const { workspace, said } = await connected("noise");
    expect((await workspace.run("s__echo", { text: "x" })).output).toBe("x");
    expect(said).toHaveLength(1);
  },
  async "out-of-order"() {
    const { workspace } = await connected();
    const both = ["1", "2"].map((text) => workspace.run("s__pair", { text }));
    expect((await Promise.all(both)).map(({ output }) => output)).toEqual(["answer to 1", "answer to 2"]);
  },
  async "server-dies"() {
    const { workspace } = await connected();
    for (const tool of ["s__die", "s__echo"])
      expect(await workspace.run(tool, {})).toEqual({
        output: expect.stringContaining("is gone"),
        isError: true,
      });
  },
  async mutating() {
    const { workspace } = await connected();
    expect((await workspace.judge("s__change", {})).kind).toBe("ask");
  },
};

const { title, absent, cases } = readCases("mcp");

describe.skipIf(absent)(title, () => {
  it.each(cases.map((one) => [one.id, one] as const))("%s", async (id, one) => {
    const check = checks[id];
    if (!check) throw new Error(`nobody knows how to check the case ${id}`);
    await check(one.input as Json, one);
  });
});
