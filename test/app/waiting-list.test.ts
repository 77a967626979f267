import { expect, it } from "vitest";
import { createWaitingList } from "../../src/app/waiting-list.ts";

function listOf(...items: readonly number[]) {
  const list = createWaitingList<number>();
  for (const item of items) list.add(item);
  return list;
}

const shown = (list: ReturnType<typeof listOf>, most?: number) =>
  list.list(most).map(({ item, held }) => (held ? -item : item));

it("gives what waits in order, once each, however much there is", () => {
  const list = createWaitingList<number>();
  const taken: (number | undefined)[] = [];
  for (let item = 0; item < 5000; item += 1) {
    list.add(item);
    if (item % 3 > 0) taken.push(list.next());
  }
  while (list.count() > 0) taken.push(list.next());
  expect(taken).toEqual(Array.from({ length: 5000 }, (_, index) => index));
  expect(list.next()).toBeUndefined();
  list.add(7);
  expect(list.next()).toBe(7);
});

it("does not give what is held until it is released, and then first", () => {
  const list = listOf(1, 2, 3);
  expect(list.next()).toBe(1);
  expect([list.hold(), list.hold(), list.held()]).toEqual([2, 0, 2]);
  expect(list.next()).toBeUndefined();
  list.add(4);
  expect(shown(list)).toEqual([-2, -3, 4]);
  expect(shown(list, 2)).toEqual([-3, 4]);
  expect(list.next()).toBe(4);
  list.add(5);
  expect([list.release(), list.release()]).toEqual([2, 0]);
  expect(shown(list)).toEqual([2, 3, 5]);
});

it("takes back the newest, held or not, and drops all", () => {
  const list = listOf(1, 2);
  list.hold();
  list.add(3);
  expect([list.takeBack(), list.takeBack()]).toEqual([3, 2]);
  list.add(4);
  expect([list.drop(), list.count(), list.takeBack()]).toEqual([2, 0, undefined]);
});
