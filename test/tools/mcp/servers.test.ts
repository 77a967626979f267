/** Servers as real processes: what they offer, how calls end, and that none of them can do harm or stay. */
import { describe, expect, it } from "vitest";
import { eventually, expectGone, isAlive } from "../processes.ts";
import { field } from "../workspace.ts";
import { type Fixture, habits, openFixture } from "./fixture.ts";

async function ready(...words: readonly string[]): Promise<Fixture> {
  const fixture = openFixture({ s: habits(...words) });
  await fixture.servers.connected;
  return fixture;
}

const names = ({ workspace }: Fixture) => workspace.toolbox.specs().map(({ name }) => name);

describe("a server", () => {
  it("is greeted as the protocol wants it, and its tools stand beside ours (handshake)", async () => {
    const fixture = await ready();
    expect(names(fixture).slice(0, 6)).toEqual(["bash", "read", "write", "edit", "s__echo", "s__parts"]);
    expect(await fixture.workspace.run("s__echo", { text: "hi" })).toEqual({ output: "hi", isError: false });
    const noted = fixture.noted().filter(({ method }) => method !== undefined);
    expect(noted.map(({ method }) => method)).toEqual([
      "initialize",
      "notifications/initialized",
      "tools/list",
      "tools/call",
    ]);
    expect(noted[0]?.params).toMatchObject({
      protocolVersion: expect.any(String),
      capabilities: {},
      clientInfo: { name: "treadle" },
    });
    expect(noted[3]?.params).toMatchObject({ name: "echo", arguments: { text: "hi" } });
    expect(fixture.said).toEqual([]);
  });

  it("gets the arguments unchanged, with null and names that its schema does not have (args)", async () => {
    const { workspace } = await ready();
    const input = { path: "/tmp/file.txt", content: null, deep: { a: [1, null] } };
    expect((await workspace.run("s__echo", input)).output).toBe(JSON.stringify(input));
  });

  it("may have its tools on several pages", async () => {
    const fixture = await ready("pages");
    expect(names(fixture).filter((name) => name.startsWith("s__"))).toHaveLength(11);
    expect(fixture.noted().filter(({ method }) => method === "tools/list")).toHaveLength(3);
  });

  it("is passed a minimal environment and what the user names", async () => {
    const settings = { ...habits(), env: { OWN: "1" }, passEnv: ["NAMED", "UNSET"] };
    const env = { NAMED: "2", SECRET_TOKEN: "3", NODE_OPTIONS: "" };
    const fixture = openFixture({ s: settings }, { env });
    await fixture.servers.connected;
    const seen: string[] = JSON.parse((await fixture.workspace.run("s__env", {})).output);
    const allowed = ["HOME", "LOGNAME", "MCP_LOG", "NAMED", "OWN", "PATH", "SHELL", "TERM", "USER"];
    expect(seen.filter((name) => !allowed.includes(name))).toEqual([]);
    expect(seen).toEqual(expect.arrayContaining(["NAMED", "OWN", "PATH"]));
  });

  it("may write what is no message, which is ignored with one warning (noise)", async () => {
    const { workspace, said } = await ready("noise", "chatty");
    expect((await workspace.run("s__echo", { text: "hi" })).output).toBe("hi");
    expect(said).toEqual([expect.stringContaining("Welcome to the server!")]);
  });

  it("may flood its standard error without holding anything up", async () => {
    const fixture = await ready("flood");
    expect((await fixture.workspace.run("s__echo", { text: "hi" })).output).toBe("hi");
    await eventually(() => expect(fixture.logged()).toBeGreaterThan(4_000_000));
  });

  it("that sends a line without end is given up", async () => {
    const { servers, said, pids } = await ready("long-line");
    expect(said).toEqual([expect.stringContaining("line that is too long")]);
    expect(servers.reports()[0]?.state).toBe("failed");
    await expectGone(pids()[0] ?? 0);
  });

  it("that cannot start only costs itself (one-fails)", async () => {
    const fixture = openFixture({
      bad: { command: "/no/such/program" },
      failing: habits("fails"),
      empty: {},
      good: habits(),
    });
    await fixture.servers.connected;
    expect(fixture.servers.reports().map(({ state }) => state)).toEqual([
      "failed",
      "failed",
      "failed",
      "ready",
    ]);
    expect(fixture.said.toSorted()).toEqual([
      expect.stringMatching(/^The MCP server bad cannot be used: it cannot be started: .*ENOENT/),
      expect.stringMatching(/^The MCP server empty cannot be used: .*neither a command nor a url/),
      expect.stringMatching(/^The MCP server failing .*exit code 3; it wrote: cannot find my settings/),
    ]);
    expect((await fixture.workspace.run("good__echo", { text: "hi" })).output).toBe("hi");
  });
});

describe("a call", () => {
  it.each([
    ["parts", { output: "part1\npart2", isError: false }],
    ["nothing", { output: "(no output)", isError: false }],
    ["wrong", { output: "error details", isError: true }],
    [
      "media",
      {
        output: "[image, image/png, 300 bytes; not shown]\nfrom a resource\n[link to resource b file:///b]",
        isError: false,
      },
    ],
  ])("of %s comes back as text", async (tool, output) => {
    const { workspace } = await ready();
    expect(await workspace.run(`s__${tool}`, {})).toEqual(output);
  });

  it("is matched with its answer by id (out-of-order)", async () => {
    const { workspace } = await ready();
    const both = [workspace.run("s__pair", { text: "1" }), workspace.run("s__pair", { text: "2" })];
    expect((await Promise.all(both)).map(({ output }) => output)).toEqual(["answer to 1", "answer to 2"]);
  });

  it("shows its progress, and tells the server when it is cancelled", async () => {
    const { workspace, noted } = await ready();
    const stop = new AbortController();
    let shown = "";
    const running = workspace.run(
      "s__slow",
      {},
      {
        signal: stop.signal,
        onOutput(text) {
          shown += text;
        },
      },
    );
    await eventually(() => expect(shown).toBe("working (1/4)\n"));
    stop.abort();
    expect(await running).toEqual({ output: "Cancelled by the user", isError: true });
    const id = noted().find(({ slow }) => slow !== undefined)?.slow;
    await eventually(() =>
      expect(noted().find(({ method }) => method === "notifications/cancelled")?.params).toMatchObject({
        requestId: id,
      }),
    );
  });

  it("shows the progress that arrives together with its answer, and finds no fault with it", async () => {
    const { workspace, servers } = await ready("hurries");
    let shown = "";
    const onOutput = (text: string) => {
      shown += text;
    };
    expect((await workspace.run("s__hurried", {}, { onOutput })).output).toBe("hurried");
    expect(shown).toBe("(2/2)\n");
    expect(servers.reports()[0]?.problem).toBeUndefined();
  });

  it("ends when its time is up", async () => {
    const fixture = openFixture({ s: { ...habits(), timeoutSeconds: 0.2 } });
    await fixture.servers.connected;
    const { output } = await fixture.workspace.run("s__slow", {});
    expect(output).toBe("The MCP server s gave no answer in 0.2 seconds; the call was cancelled.");
    expect((await fixture.workspace.run("s__echo", { text: "still here" })).output).toBe("still here");
  });

  it("fails when the server dies, and so do later ones until it is started again (server-dies)", async () => {
    const { workspace, servers, said } = await ready();
    const gone = {
      output: expect.stringMatching(/server s is gone \(it ended with exit code 7\)/),
      isError: true,
    };
    expect(await workspace.run("s__die", {})).toEqual(gone);
    expect(await workspace.run("s__echo", {})).toEqual(gone);
    expect(said).toEqual([expect.stringContaining("/mcp restart s")]);
    expect(await servers.restart("s")).toMatchObject({ state: "ready" });
    expect((await workspace.run("s__echo", { text: "back" })).output).toBe("back");
    expect(await servers.restart("nobody")).toBeUndefined();
  });
});

describe("confirmation", () => {
  it("is asked for whatever the server claims, and the claim is shown (mutating)", async () => {
    const { workspace } = await ready();
    const [reads, destroys] = [await workspace.judge("s__echo", {}), await workspace.judge("s__change", {})];
    expect([reads.kind, destroys.kind]).toEqual(["ask", "ask"]);
    expect(field(reads, "the server says")).toBe("it changes nothing");
    expect(field(destroys, "the server says")).toBe("it may destroy something");
    expect(field(reads, "server")).toBe("s");
  });

  it("can be waived by the user for tools that claim to change nothing, and for no other", async () => {
    const toolSettings = {
      s__echo: { confirm: false },
      s__change: { confirm: false },
      s__env: { confirm: false },
    };
    const { workspace, servers } = openFixture({ s: habits() }, { toolSettings });
    await servers.connected;
    const kinds = await Promise.all(
      Object.keys(toolSettings).map(async (name) => (await workspace.judge(name, {})).kind),
    );
    expect(kinds).toEqual(["run", "ask", "ask"]);
  });

  it("in plan mode is asked for where nothing is claimed to change; the rest is refused", async () => {
    const { workspace, servers } = openFixture({ s: habits() }, { mode: "plan" });
    await servers.connected;
    expect((await workspace.judge("s__echo", {})).kind).toBe("ask");
    expect((await workspace.judge("s__env", {})).kind).toBe("refuse");
  });

  it("is asked for again when a tool has changed, even where everything is allowed", async () => {
    const { workspace, said, servers } = openFixture({ s: habits() }, { mode: "yolo" });
    await servers.connected;
    const call = { id: "c", name: "s__echo", input: {} };
    expect((await workspace.toolbox.judge(call)).kind).toBe("run");
    await workspace.run("s__change", {});
    await eventually(() => expect(said).toHaveLength(1));
    expect(said[0]).toBe(
      "The MCP server s has other tools now: added added; changed echo; removed bare. What is changed asks again.",
    );
    // What was judged before is not run after the change.
    const live = { signal: new AbortController().signal, onOutput: () => undefined };
    expect((await workspace.toolbox.run(call, live)).output).toMatch(/^The tool was changed or replaced/);
    const verdict = await workspace.judge("s__echo", {});
    expect(verdict.kind).toBe("ask");
    expect(field(verdict, "changed")).toContain("has changed");
    await workspace.run("s__echo", {});
    expect((await workspace.judge("s__echo", {})).kind).toBe("run");
  });

  it("that was given for good does not hold for a tool that has changed", async () => {
    const { workspace, said } = await ready();
    const call = { id: "c", name: "s__echo", input: {} };
    await workspace.toolbox.judge(call);
    workspace.toolbox.remember(call, "always");
    expect((await workspace.judge("s__echo", { text: "other" })).kind).toBe("run");
    await workspace.run("s__change", {});
    await eventually(() => expect(said).toHaveLength(1));
    await workspace.run("s__echo", {});
    expect((await workspace.judge("s__echo", {})).kind).toBe("ask");
  });
});

describe("what servers tell of their tools", () => {
  it("becomes names of at most 64 allowed characters, each its own and routed back (name-long)", async () => {
    const fixture = await ready("names");
    const offered = names(fixture).filter((name) => name.startsWith("s__"));
    expect(offered).toHaveLength(6);
    expect(new Set(offered).size).toBe(6);
    for (const name of offered) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(fixture.said).toEqual([expect.stringContaining('the tool "echo" twice')]);
  });

  it("reaches the model without what nobody sees, and not without end", async () => {
    const fixture = await ready("hostile");
    const specs = fixture.workspace.toolbox.specs().filter(({ name }) => name.startsWith("s__"));
    expect(specs.map(({ name }) => name)).toEqual(["s__poison"]);
    expect(specs[0]?.description).toMatch(/^Adds\. <important>/);
    expect(specs[0]?.description.length).toBeLessThan(4100);
    expect(fixture.said).toEqual([expect.stringContaining("its schema is too long")]);
  });

  it("is passed on: the schema as it is, no description as an empty one (desc-none)", async () => {
    const { workspace } = await ready();
    const bare = workspace.toolbox.specs().find(({ name }) => name === "s__bare");
    expect(bare).toEqual({ name: "s__bare", description: "", schema: { type: "object" }, confirm: true });
  });
});

describe("the end", () => {
  it.each([["grandchild"], ["grandchild", "stubborn"], ["hangs"]])(
    "leaves nothing of a server: %s %s",
    async (...words) => {
      const { servers, pids } = openFixture({ s: habits(...words) });
      await eventually(() => expect(pids()).toHaveLength(words.includes("grandchild") ? 2 : 1));
      expect(pids().every(isAlive)).toBe(true);
      servers.close();
      for (const pid of pids()) await expectGone(pid);
    },
  );

  it("of a server is the end of what it started", async () => {
    const { workspace, pids } = await ready("grandchild");
    await workspace.run("s__die", {});
    for (const pid of pids()) await expectGone(pid);
  });

  it("comes for the old process when a server is started again", async () => {
    const { servers, pids, said } = await ready();
    await servers.restart("s");
    expect(pids()).toHaveLength(2);
    await expectGone(pids()[0] ?? 0);
    expect(isAlive(pids()[1] ?? 0)).toBe(true);
    expect(said).toEqual([]);
  });
});
