/** Prompts of servers, as real processes: how they are listed, called and filled, and what goes wrong with them. */
import { describe, expect, it } from "vitest";
import { eventually } from "../processes.ts";
import { type Fixture, habits, openFixture } from "./fixture.ts";

const never = new AbortController().signal;

async function ready(...words: readonly string[]): Promise<Fixture> {
  const fixture = openFixture({ s: habits("prompts", ...words) });
  await eventually(() => expect(names(fixture)).not.toEqual([]));
  return fixture;
}

const prompts = ({ servers }: Fixture) => servers.reports()[0]?.prompts ?? [];
const names = (fixture: Fixture) => prompts(fixture).map(({ name }) => name);

async function fill({ servers }: Fixture, name: string, words = "", signal = never) {
  const filled = await servers.fill(name, words, signal);
  return filled.kind === "problem" ? filled.message : filled.value.pieces;
}

const listed = ["s:greet", "s:plain", "s:talk", "s:document", "s:grow", "s:stuck", "s:odd_name_é"];

describe("the prompts of a server", () => {
  it.each([[], ["pages"]])("are commands with their arguments, none twice (%s)", async (...words) => {
    const fixture = await ready(...words);
    expect(names(fixture)).toEqual(listed);
    expect(prompts(fixture)[0]).toEqual({
      name: "s:greet",
      usage: "who=… [style=…]",
      summary: "Greets somebody warmly",
      arguments: [
        { name: "who", description: "Whom to greet", required: true },
        { name: "style", description: "How", required: false },
      ],
    });
    expect(prompts(fixture)[1]?.summary).toBe("Plain words");
    expect(fixture.said).toEqual([expect.stringContaining("two prompts that are written /s:Plain")]);
  });

  it("are none where a server has none, and it is not asked for them", async () => {
    const fixture = openFixture({ s: habits() });
    await fixture.servers.connected;
    expect(await fill(fixture, "s:greet")).toBe("The MCP server s has no such prompt. It has: none.");
    expect(fixture.noted().map(({ method }) => method)).not.toContain("prompts/list");
  });

  it("change when the server says so, which is told", async () => {
    const fixture = await ready();
    await fill(fixture, "s:grow");
    await eventually(() => expect(names(fixture)).toContain("s:fresh"));
    expect(fixture.said.at(-1)).toBe(
      "The MCP server s has other prompts now: added s:fresh; removed s:talk.",
    );
  });

  it("that cannot be listed cost nothing but a sentence", async () => {
    const fixture = openFixture({ s: { ...habits("prompts", "unlistable") } });
    await eventually(() => expect(fixture.said).toEqual([expect.stringContaining("does not tell which")]));
    expect(fixture.servers.reports()[0]?.state).toBe("ready");
  });
});

describe("a prompt", () => {
  it("is filled with its arguments, whatever case its name is typed in", async () => {
    const fixture = await ready();
    const text = [{ role: "user", text: "Greet Ada, warmly." }];
    expect(await fill(fixture, "S:GREET", "who=Ada style=warmly")).toEqual(text);
    expect(await fill(fixture, "s:greet", "Ada warmly")).toEqual(text);
    const sent = fixture.noted().filter(({ method }) => method === "prompts/get");
    expect(sent.map(({ params }) => params)).toEqual(
      Array(2).fill({ name: "greet", arguments: { who: "Ada", style: "warmly" } }),
    );
  });

  it("without what it needs is not asked for", async () => {
    const fixture = await ready();
    expect(await fill(fixture, "s:greet", "style=x")).toBe("/s:greet lacks who: /s:greet who=… [style=…]");
    expect(fixture.noted().map(({ method }) => method)).not.toContain("prompts/get");
  });

  it("may have several messages, with the text of resources and with what is no text", async () => {
    const fixture = await ready();
    expect(await fill(fixture, "s:talk")).toEqual([
      { role: "user", text: "Knock knock." },
      { role: "assistant", text: "Who is there?" },
    ]);
    expect(await fill(fixture, "s:document")).toEqual([
      { role: "user", text: "Look at this:" },
      { role: "user", text: "a ```` fence", resource: "file:///notes.txt" },
      { role: "user", text: "[image, image/png, 3 bytes; not shown]" },
    ]);
  });

  it("that nobody knows is told with those that there are", async () => {
    const fixture = await ready();
    expect(await fill(fixture, "s:nothing")).toMatch(/has no such prompt\. It has: \/s:greet, \/s:plain, /);
    expect(await fill(fixture, "t:greet")).toBe('There is no MCP server "t".');
  });

  it("is waited for while its server connects, and cancelled with a signal", async () => {
    const fixture = openFixture({ s: habits("prompts"), slow: habits("hangs") });
    expect(await fill(fixture, "s:plain")).toHaveLength(2);
    expect(await fill(fixture, "slow:plain", "", AbortSignal.abort())).toContain("is not there (connecting)");
    const stop = new AbortController();
    const stuck = fill(fixture, "s:stuck", "", stop.signal);
    const asked = () => fixture.noted().map((note) => note.params?.name);
    await eventually(() => expect(asked()).toContain("stuck"));
    stop.abort();
    expect(await stuck).toBe("Cancelled by the user");
  });

  it("of a server that is gone is not there", async () => {
    const fixture = await ready();
    await fixture.workspace.run("s__die", {});
    expect(await fill(fixture, "s:plain")).toContain("The MCP server s is gone");
  });
});
