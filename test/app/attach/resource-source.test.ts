/** What becomes of `@server:uri` in a prompt, with a real server behind it. */
import { describe, expect, it } from "vitest";
import type { Attaching } from "../../../src/app/attach/mention-source.ts";
import { createResourceSource } from "../../../src/app/attach/resource-source.ts";
import { findMentions } from "../../../src/input/mention.ts";
import type { Backend } from "../../../src/model/backend.ts";
import { habits, openFixture } from "../../tools/mcp/fixture.ts";

async function resolve(text: string, { sees = true, ...more }: Partial<Attaching> & { sees?: boolean } = {}) {
  const { servers } = openFixture({ s: habits("resources") });
  const mcp = { offers: (name: string) => /^s:/i.test(name), ownerOf: servers.ownerOf };
  const backend = { model: "m-1", label: "Mock", seesImages: async () => sees } as unknown as Backend;
  const [mention] = findMentions(text);
  if (!mention) throw new Error("nothing is named");
  return createResourceSource({ mcp, backend: () => backend }).resolve(mention, {
    ...{ signal: new AbortController().signal, maxChars: 100_000, insideOnly: false },
    ask: async () => undefined,
    ...more,
  });
}

const name = (uri: string) => `resource ${uri} of the MCP server s`;

describe("a resource after @", () => {
  it.each(["@s:file:///notes.txt", "see @S:file:///notes.txt.", "(@s:notes.txt)", '@"s:notes.txt"'])(
    "is attached as text: %s",
    async (text) => {
      expect(await resolve(text)).toEqual({
        kind: "attached",
        attachment: { type: "text", name: name("file:///notes.txt"), text: "some ``` notes\n" },
      });
    },
  );

  it("need not be listed, where it has an address", async () => {
    expect(await resolve("@s:note://7")).toMatchObject({ attachment: { text: "seven" } });
  });

  it("is cut where it is too long, and put together where it has parts", async () => {
    const cut = "only the first 100000 of 150000 characters";
    expect(await resolve("@s:long")).toMatchObject({ attachment: { text: "x".repeat(100_000), cut } });
    expect(await resolve("@s:two")).toMatchObject({ attachment: { text: "one\n\ntwo" } });
  });

  it("is a picture where the model can see one, and a sentence where it cannot", async () => {
    expect(await resolve("@s:picture")).toEqual({
      kind: "attached",
      attachment: {
        type: "image",
        name: name("file:///picture"),
        mediaType: "image/png",
        data: "iVBORw0KGgoAAAAN",
      },
    });
    const reason = `${name("file:///picture")} is an image, and m-1 (Mock) cannot be shown images.`;
    expect(await resolve("@s:picture", { sees: false })).toEqual({ kind: "refused", reason });
  });

  it.each([
    ["@s:lie", "holds what is no text (image/png); only text and images can be attached."],
    ["@s:empty", "holds nothing; only text and images can be attached."],
  ])("that is neither is refused: %s", async (text, reason) => {
    expect(await resolve(text)).toEqual({ kind: "refused", reason: expect.stringContaining(reason) });
  });

  it.each(["@t:file:///notes.txt", "@s:10", "@s:nothing", "@notes.txt"])(
    "is something else: %s",
    async (text) => {
      expect(await resolve(text)).toBeUndefined();
    },
  );

  it("is not asked for by a text that the user has not written", async () => {
    expect(await resolve("@s:notes.txt", { insideOnly: true })).toBeUndefined();
  });

  it("is refused when it is stopped", async () => {
    expect(await resolve("@s:note://7", { signal: AbortSignal.abort() })).toMatchObject({ kind: "refused" });
  });
});
