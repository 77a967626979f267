import { describe, expect, it } from "vitest";
import type { Controller } from "../../src/app/controller.ts";
import { leaveOnSignals } from "../../src/app/signals.ts";
import { fakeHost } from "./fake-host.ts";

function start(chat: boolean) {
  const host = fakeHost();
  const log: string[] = [];
  const controller = {
    leave: (code: number) => void log.push(`leave ${code}`),
    interrupt: () => void log.push("interrupt"),
  } as Controller;
  const exit = (code: number) => void log.push(`exit ${code}`);
  leaveOnSignals({ ...host, exit }, controller, { chat, kill: () => void log.push("kill") });
  return { host, log };
}

describe("signals", () => {
  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s leaves with %i", (signal, code) => {
    const { host, log } = start(true);
    host.send(signal);
    expect(log).toEqual([`leave ${code}`]);
  });

  it("SIGINT interrupts a chat and ends a one-shot run", () => {
    const chat = start(true);
    chat.host.send("SIGINT");
    expect(chat.log).toEqual(["interrupt"]);
    const once = start(false);
    once.host.send("SIGINT");
    expect(once.log).toEqual(["leave 130"]);
  });

  it.each(["SIGINT", "SIGTERM"] as const)("a second %s leaves without waiting", (signal) => {
    const { host, log } = start(true);
    host.send("SIGTERM");
    host.send(signal);
    expect(log.slice(0, 2)).toEqual(["leave 143", "kill"]);
    expect(log[2]).toMatch(/^exit 1(30|43)$/);
  });

  it("a terminal that goes away, all at once, leaves time to save", () => {
    const { host, log } = start(true);
    host.send("SIGHUP");
    host.closeOutput();
    host.send("SIGHUP");
    host.closeOutput();
    expect(log).toEqual(["leave 129"]);
  });

  it("a reader that goes away is left once", () => {
    const { host, log } = start(false);
    host.closeOutput();
    host.closeOutput();
    expect(log).toEqual(["leave 141"]);
  });

  it("leaving takes a second at most", () => {
    const { host, log } = start(true);
    host.send("SIGTERM");
    host.clock.advance(999);
    expect(log).toEqual(["leave 143"]);
    host.clock.advance(1);
    expect(log).toEqual(["leave 143", "kill", "exit 143"]);
  });
});
