/** The file of the log: made when it is needed, for its owner alone, bounded, and no trouble for anybody. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createFileSink, keptLogs } from "../../../src/app/log/log-sinks.ts";
import { scratch } from "../../support/program.ts";

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe("the file of the log", () => {
  it("is there once something is written, for its owner alone", () => {
    const [directory, file] = [join(scratch(), "state"), "log"];
    const path = join(directory, file);
    const sink = createFileSink(path);
    expect(existsSync(directory)).toBe(false);
    expect([sink.append("one\n"), sink.append("two\n")]).toEqual([undefined, undefined]);
    expect(readFileSync(path, "utf8")).toBe("one\ntwo\n");
    expect([modeOf(directory), modeOf(path)]).toEqual([0o700, 0o600]);
  });

  it("is put aside when it is full, a few times", () => {
    const directory = scratch();
    const sink = createFileSink(join(directory, "log"), 100);
    const line = (number: number) => `${String(number).padStart(3, "0")}${"x".repeat(36)}\n`;
    for (let number = 1; number <= 20; number += 1) sink.append(line(number));
    expect(readdirSync(directory).sort()).toEqual(["log", "log.1", "log.2"]);
    expect(readdirSync(directory)).toHaveLength(keptLogs);
    const all = ["log.2", "log.1", "log"].map((name) => readFileSync(join(directory, name), "utf8"));
    expect(all).toEqual([15, 17, 19].map((first) => line(first) + line(first + 1)));
  });

  it("takes a line that is longer than it may be all by itself", () => {
    const directory = scratch();
    const sink = createFileSink(join(directory, "log"), 10);
    sink.append("a long line of its own\n");
    sink.append("b\n");
    expect(readFileSync(join(directory, "log"), "utf8")).toBe("b\n");
  });

  it("is shared with other programs that put it aside", () => {
    const path = join(scratch(), "log");
    const [one, other] = [createFileSink(path, 30), createFileSink(path, 30)];
    for (let number = 0; number < 10; number += 1) {
      expect(one.append("from the one\n")).toBeUndefined();
      expect(other.append("from the other\n")).toBeUndefined();
    }
    expect(readFileSync(path, "utf8")).toBe("from the one\nfrom the other\n");
  });

  it.each([
    ["a device that is full", () => "/dev/full", /not a regular file/],
    ["a directory", scratch, /not a regular file/],
    ["a place below a file", () => join("/dev/null", "log"), /ENOTDIR/],
    [
      "a pipe that nobody reads",
      () => {
        const pipe = join(scratch(), "pipe");
        execFileSync("mkfifo", [pipe]);
        return pipe;
      },
      /not a regular file/,
    ],
  ])("refuses %s in words, and holds nobody up", (_, place, reason) => {
    expect(createFileSink(place()).append("a line\n")).toMatch(reason);
  });
});
