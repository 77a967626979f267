import { describe, expect, it } from "vitest";
import { createSpillArchive, type SpillOptions } from "../../../src/app/spill/spill-archive.ts";
import { openSpillFile, type SpillFile } from "../../../src/app/spill/spill-file.ts";
import { scratch } from "../../support/program.ts";
import { noteOf } from "../../view/history/sample.ts";

const chunk = 1000;

function opened(changes: Partial<SpillOptions> = {}) {
  const troubles: string[] = [];
  const archive = createSpillArchive({
    directories: [scratch()],
    onTrouble: (reason) => troubles.push(reason),
    chunk,
    ...changes,
  });
  return { archive, troubles };
}

const text = (index: number) => `${index} ✓ 漢字 ${"x".repeat(index % 70)}`;

/** A disk that takes so many bytes, and then no more. */
function smallDisk(room: number): SpillOptions["open"] {
  return (directories) => {
    const file: SpillFile = openSpillFile(directories);
    return {
      ...file,
      append(bytes) {
        if (file.size() + bytes.length > room) throw new Error("no space left on device");
        file.append(bytes);
      },
    };
  };
}

describe("the archive in a file", () => {
  it("gives back what was kept, written already or not", () => {
    const { archive, troubles } = opened();
    for (let index = 0; index < 3000; index += 1) archive.keep(index, noteOf(text(index)));
    for (let index = 0; index < 3000; index += 1) expect(archive.read(index)).toEqual(noteOf(text(index)));
    expect(archive.read(3000)).toBeUndefined();
    expect(troubles).toEqual([]);
  });

  it("keeps blocks in any order, longer than a chunk, and again", () => {
    const { archive } = opened();
    archive.keep(5000, noteOf("late"));
    archive.keep(7, noteOf("y".repeat(5 * chunk)));
    archive.keep(5000, noteOf("later"));
    archive.keep(0, noteOf("first"));
    expect([archive.read(5000), archive.read(0)]).toEqual([noteOf("later"), noteOf("first")]);
    expect(archive.read(7)).toEqual(noteOf("y".repeat(5 * chunk)));
  });

  it("does not touch the disk for a short chat", () => {
    const { archive } = opened({
      open: () => {
        throw new Error("opened");
      },
    });
    for (let index = 0; index < 5; index += 1) archive.keep(index, noteOf("short"));
    expect(archive.read(4)).toEqual(noteOf("short"));
  });

  it("gives nothing back once it is closed", () => {
    const { archive } = opened();
    for (let index = 0; index < 100; index += 1) archive.keep(index, noteOf(text(index)));
    archive.close();
    archive.keep(0, noteOf("after"));
    expect([archive.read(0), archive.read(99)]).toEqual([undefined, undefined]);
  });
});

describe("a disk that refuses", () => {
  it("is told of once; what was written and what is new can be read, the memory is bounded", () => {
    const mostInMemory = 4000;
    const { archive, troubles } = opened({ open: smallDisk(3500), mostInMemory });
    for (let index = 0; index < 1000; index += 1) archive.keep(index, noteOf(text(index)));
    expect(troubles).toEqual(["no space left on device"]);
    const found = Array.from({ length: 1000 }, (_, index) => archive.read(index));
    for (const [index, source] of found.entries()) {
      if (source) expect(source).toEqual(noteOf(text(index)));
    }
    expect(found[0]).toBeDefined();
    expect(found[999]).toBeDefined();
    expect(found[500]).toBeUndefined();
    const readable = found.filter((source) => source !== undefined);
    expect(JSON.stringify(readable).length).toBeLessThan(3500 + mostInMemory + 1000);
  });

  it("loses nothing that was on its way", () => {
    const { archive, troubles } = opened({ open: smallDisk(0), mostInMemory: 100 * chunk });
    archive.keep(1, noteOf("first"));
    archive.keep(1, noteOf("again"));
    archive.keep(2, noteOf("z".repeat(2 * chunk)));
    archive.keep(3, noteOf("after"));
    expect(troubles).toHaveLength(1);
    expect(archive.read(1)).toEqual(noteOf("again"));
    expect(archive.read(2)).toEqual(noteOf("z".repeat(2 * chunk)));
    expect(archive.read(3)).toEqual(noteOf("after"));
  });
});
