import { expect, it } from "vitest";
import { createBus } from "../../src/loop/bus.ts";
import type { Envelope } from "../../src/model/event.ts";

const notice = { type: "notice", level: "info", text: "x" } as const;

it("numbers events across tasks and stamps them", () => {
  const seen: Envelope[] = [];
  const bus = createBus(
    () => 42,
    () => {},
  );
  bus.subscribe((envelope) => seen.push(envelope));
  bus.emitterFor("t1")(notice);
  bus.emitterFor("t2")(notice);
  expect(seen).toEqual([
    { seq: 1, task: "t1", at: 42, event: notice },
    { seq: 2, task: "t2", at: 42, event: notice },
  ]);
});

it("keeps a failing listener from the loop and from the other listeners", () => {
  const seen: Envelope[] = [];
  const errors: unknown[] = [];
  const bus = createBus(
    () => 0,
    (error) => errors.push(error),
  );
  bus.subscribe(() => {
    throw new Error("display is broken");
  });
  bus.subscribe((envelope) => seen.push(envelope));
  bus.emitterFor("t1")(notice);
  expect(seen).toHaveLength(1);
  expect(errors).toEqual([new Error("display is broken")]);
});

it("stops delivering after unsubscribing", () => {
  const seen: Envelope[] = [];
  const bus = createBus(
    () => 0,
    () => {},
  );
  const unsubscribe = bus.subscribe((envelope) => seen.push(envelope));
  unsubscribe();
  bus.emitterFor("t1")(notice);
  expect(seen).toEqual([]);
});

it("delivers what a subscriber emits after the event that made it do so, to everyone in the same order", () => {
  const seen: number[] = [];
  const bus = createBus(
    () => 0,
    () => {},
  );
  const emit = bus.emitterFor("t1");
  bus.subscribe(({ seq }) => {
    if (seq === 1) emit(notice);
  });
  bus.subscribe(({ seq }) => seen.push(seq));
  emit(notice);
  expect(seen).toEqual([1, 2]);
});
