/** Resources of servers, as real processes: which there are, and what is read of them. */
import { describe, expect, it } from "vitest";
import { eventually } from "../processes.ts";
import { type Fixture, habits, openFixture } from "./fixture.ts";

const never = new AbortController().signal;
const uris = ({ servers }: Fixture) => servers.reports()[0]?.resources.map(({ uri }) => uri) ?? [];
const files = ["notes.txt", "long", "two", "picture", "lie", "empty"].map((name) => `file:///${name}`);

describe("the resources of a server", () => {
  it.each([[], ["pages"]])(
    "are listed with its templates, none that cannot be seen (%s)",
    async (...words) => {
      const fixture = openFixture({ s: habits("resources", ...words) });
      await eventually(() => expect(uris(fixture)).toEqual([...files, "note://{id}"]));
      expect(fixture.servers.reports()[0]?.resources[0]?.summary).toBe("Some notes");
      expect(fixture.said).toEqual([]);
    },
  );

  it("are read, and others once the server says so", async () => {
    const fixture = openFixture({ s: habits("resources") });
    const owner = await fixture.servers.ownerOf("S:anything", never);
    expect(owner?.name).toBe("s");
    expect(await owner?.server.read("note://7", never)).toEqual({
      kind: "got",
      value: [{ uri: "note://7", text: "seven" }],
    });
    await owner?.server.read("note://new", never);
    await eventually(() => expect(uris(fixture)).toEqual(["file:///new", "note://{id}"]));
    expect(await fixture.servers.ownerOf("t:x", never)).toBeUndefined();
  });

  it("of one that has none are not asked for", async () => {
    const fixture = openFixture({ s: habits() });
    await fixture.servers.ownerOf("s:x", never);
    expect(fixture.noted().map(({ method }) => method)).not.toContain("resources/list");
  });
});
