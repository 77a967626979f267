/** Resources of MCP servers named after `@`, as in `@server:uri`: text within bounds, or a picture. */
import type { Mention } from "../../input/mention.ts";
import type { Backend } from "../../model/backend.ts";
import { imageTypeOf, maxImageBytes } from "../../tools/attach-file.ts";
import type { ResourceContent } from "../../tools/mcp/server.ts";
import type { Owner } from "../../tools/mcp/servers.ts";
import type { Mcp } from "../mcp.ts";
import type { Attaching, MentionSource, Resolved } from "./mention-source.ts";

export interface ResourceSourceOptions {
  readonly mcp: Pick<Mcp, "offers" | "ownerOf">;
  readonly backend: () => Backend;
}

export function createResourceSource({ mcp, backend }: ResourceSourceOptions): MentionSource {
  return {
    async resolve(mention, attaching) {
      // Who has not written the name may not have meant to ask a server.
      if (attaching.insideOnly || !mention.targets.some(mcp.offers)) return undefined;
      const owner = await mcp.ownerOf(mention.targets[0] ?? "", attaching.signal);
      if (!owner) return undefined;
      const uri = addressOf(mention, owner);
      return uri === undefined ? undefined : attach(uri, owner, attaching, backend);
    },
  };
}

/** One that the server has listed, by its address or its name; or what looks like an address. */
function addressOf({ targets }: Mention, { server }: Owner): string | undefined {
  const wanted = targets.map((target) => target.slice(target.indexOf(":") + 1));
  const listed = server.resources().filter(({ isTemplate }) => !isTemplate);
  const found =
    listed.find(({ uri }) => wanted.includes(uri)) ?? listed.find(({ name }) => wanted.includes(name));
  return found?.uri ?? wanted.findLast((text) => /^[a-z][a-z0-9+.-]*:\S/i.test(text));
}

async function attach(
  uri: string,
  { name: server, server: owner }: Owner,
  attaching: Attaching,
  backend: () => Backend,
): Promise<Resolved> {
  const got = await owner.read(uri, attaching.signal);
  if (got.kind === "problem") return refused(`${uri} cannot be read: ${got.message}`);
  const name = `resource ${uri} of the MCP server ${server}`;
  const [only, ...others] = got.value;
  const image = only && others.length === 0 ? imageIn(only) : undefined;
  if (image) return attachImage(name, image, attaching, backend());
  const texts = got.value.flatMap(({ text }) => text ?? []);
  if (texts.length < got.value.length || texts.length === 0)
    return refused(`${name} holds ${describe(got.value)}; only text and images can be attached.`);
  const text = texts.join("\n\n");
  const cut = `only the first ${attaching.maxChars} of ${text.length} characters`;
  const kept = text.slice(0, attaching.maxChars).replace(/[\uD800-\uDBFF]$/, "");
  const isWhole = text.length <= attaching.maxChars;
  return {
    kind: "attached",
    attachment: { type: "text", name, text: isWhole ? text : kept, ...(!isWhole && { cut }) },
  };
}

type Image = NonNullable<ReturnType<typeof imageIn>>;

/** By what is in it: a type that is claimed can be anything. */
function imageIn({ blob }: ResourceContent) {
  if (blob === undefined) return undefined;
  const bytes = Buffer.from(blob, "base64");
  const mediaType = imageTypeOf(bytes.subarray(0, 12));
  return mediaType && { mediaType, bytes };
}

async function attachImage(
  name: string,
  { mediaType, bytes }: Image,
  { signal }: Attaching,
  backend: Backend,
): Promise<Resolved> {
  if (bytes.length > maxImageBytes)
    return refused(`${name} is an image of ${bytes.length} bytes; ${maxImageBytes} is the most.`);
  if (!(await backend.seesImages?.(signal)))
    return refused(`${name} is an image, and ${backend.model} (${backend.label}) cannot be shown images.`);
  return { kind: "attached", attachment: { type: "image", name, mediaType, data: bytes.toString("base64") } };
}

function describe(contents: readonly ResourceContent[]): string {
  const binary = contents.find(({ text }) => text === undefined);
  return binary ? `what is no text (${binary.mimeType ?? "of unknown type"})` : "nothing";
}

function refused(reason: string): Resolved {
  return { kind: "refused", reason: /[.!?]$/.test(reason) ? reason : `${reason}.` };
}
