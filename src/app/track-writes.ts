/** Keeps what a file was before a tool first writes it in a turn. Where that cannot be, the write goes on all the same. */
import { join, relative } from "node:path";
import { createBlobStore, hashOf } from "../sessions/blob-store.ts";
import { checkpointDirectory, type FileBefore } from "../sessions/checkpoint.ts";
import type { ResolvedPath } from "../tools/resolve-path.ts";
import { realPathOf } from "../tools/resolve-path.ts";
import { type Snapshot, takeSnapshot } from "../tools/snapshot.ts";
import type { WriteWatcher } from "../tools/tool.ts";
import type { CheckpointBook } from "./checkpoints.ts";
import type { Conversation } from "./conversation.ts";

/** Larger files are written without being kept. */
export const mostKeptBytes = 10 * 2 ** 20;

export function trackWrites(book: CheckpointBook, conversation: Pick<Conversation, "history">): WriteWatcher {
  async function pathOf(file: ResolvedPath): Promise<string | undefined> {
    if (file.outside || file.given.trim() === "") return undefined;
    return relative(await realPathOf(book.place().cwd), file.real);
  }

  function startOfTurn(): number | undefined {
    const { message, aside } = book.turn();
    if (aside) return undefined;
    const history = conversation.history();
    const from = message ? history.indexOf(message) : -1;
    return from < 0 ? history.length : from;
  }

  return {
    async before(file, tool) {
      const path = await pathOf(file);
      if (path === undefined) return;
      const snapshot = await takeSnapshot(file, mostKeptBytes);
      const id = book.current()?.id ?? openCheckpoint(book, book.turn().prompt, startOfTurn());
      if (book.current()?.files.some((known) => known.path === path)) return;
      book.note({ kind: "tracked", id, path, tool, before: keep(book, path, snapshot) });
    },
    async after(file) {
      const path = await pathOf(file);
      const current = book.current();
      if (path === undefined || !current) return;
      const snapshot = await takeSnapshot(file, mostKeptBytes);
      const hash = snapshot.kind === "file" ? { hash: hashOf(snapshot.content) } : {};
      book.note({ kind: "written", id: current.id, path, ...hash });
    },
  };
}

/** `from`: where the messages of the turn begin; absent for one that no turn makes. Comes back with its id. */
export function openCheckpoint(book: CheckpointBook, prompt: string, from?: number): string {
  const { cwd, session } = book.place();
  const id = hashOf(`${session} ${prompt} ${Math.random()}`).slice(0, 8);
  book.note({ kind: "opened", id, prompt, cwd, session, ...(from !== undefined && { from }) });
  return id;
}

export function keep(book: CheckpointBook, path: string, snapshot: Snapshot): FileBefore {
  const unkept = (reason: string): FileBefore => {
    book.warn(`/rewind will not bring back ${path}: ${reason}`);
    return { kind: "unkept", reason };
  };
  if (snapshot.kind === "absent") return snapshot;
  if (snapshot.kind === "unkept") return unkept(snapshot.reason);
  const { directory, session } = book.place();
  try {
    const blobs = createBlobStore(join(directory, checkpointDirectory(session)));
    return { kind: "file", hash: blobs.put(snapshot.content), mode: snapshot.mode };
  } catch (error) {
    return unkept(`It could not be kept (${error instanceof Error ? error.message : String(error)}).`);
  }
}
