/** What was said in an earlier run, page by page: it becomes blocks when it is looked at. It must not know files. */
import type { Message } from "../model/message.ts";
import type { BlockSource } from "./block.ts";
import { type BlocksSettings, createBlocks } from "./blocks.ts";
import type { LiveBlock } from "./history/store.ts";
import type { BlockPages } from "./history/volume.ts";

export interface EarlierPages {
  readonly count: number;
  /** About so many, at a common width. */
  lines(page: number): number;
  /** Undefined when it can no longer be read. */
  read(page: number): EarlierPage | undefined;
}

export interface EarlierPage {
  readonly messages: readonly Message[];
  /** What is above it is the result of a tool. */
  readonly afterTool: boolean;
}

export function earlierBlocks(pages: EarlierPages, settings: BlocksSettings): BlockPages {
  return {
    count: pages.count,
    lines: pages.lines,
    blocks(index) {
      const page = pages.read(index);
      return page && blocksOf(page, settings);
    },
  };
}

function blocksOf({ messages, afterTool }: EarlierPage, settings: BlocksSettings): readonly BlockSource[] {
  const sources: (BlockSource | undefined)[] = [];
  const writer = {
    count: () => sources.length,
    add: (source: BlockSource) => sources.push(source) - 1,
    open: (_: LiveBlock) => sources.push(undefined) - 1,
    settle(index: number, source: BlockSource) {
      sources[index] = source;
    },
    expand() {},
  };
  const blocks = createBlocks(writer, settings, afterTool ? "tool" : "note");
  for (const message of messages) {
    blocks.show({ seq: 0, task: "", at: 0, event: { type: "replayed", message } });
  }
  return sources.filter((source) => source !== undefined);
}
