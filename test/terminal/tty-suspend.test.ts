import { expect, test } from "vitest";
import { giving, setUp, taking } from "./tty-fakes.ts";

test("suspend leaves, stops the group, and enters again when it goes on", () => {
  const { tty, modes, host, output, news, clock } = setUp();
  const sizes: unknown[] = [];
  tty.onResume((size) => sizes.push(size));
  tty.enter(modes);
  news();
  tty.suspend();
  tty.suspend();
  expect(news()).toEqual([...giving, "kill 0 SIGTSTP, 0 listeners"]);
  tty.write(["unseen"]);
  host.once("SIGWINCH", () => Object.assign(output, { columns: 40, rows: 10 }));
  host.emit("SIGCONT", "SIGCONT", 18);
  expect(news()).toEqual([]);
  clock.pass(50);
  expect(news()).toEqual(taking);
  expect(sizes).toEqual([{ columns: 40, rows: 10 }]);
  expect(host.listenerCount("SIGTSTP")).toBe(1);
  clock.pass(1000);
  expect(news()).toEqual([]);
});

test("SIGTSTP from outside stops this process only", () => {
  const { tty, modes, host, news } = setUp();
  tty.enter(modes);
  news();
  host.emit("SIGTSTP", "SIGTSTP", 20);
  expect(news()).toEqual([...giving, "kill 4711 SIGTSTP, 0 listeners"]);
});

test("where nobody controls the job the terminal is taken again", () => {
  const { tty, modes, news, clock } = setUp();
  tty.enter(modes);
  tty.suspend();
  news();
  clock.pass(1000);
  expect(news()).toEqual(taking);
});

test("what continues and ends the process takes no terminal, in whatever order it is heard", () => {
  const { tty, modes, host, news, clock } = setUp();
  tty.enter(modes);
  tty.suspend();
  news();
  clock.pass(25);
  host.emit("SIGCONT", "SIGCONT", 18);
  clock.pass(25);
  host.emit("SIGTERM", "SIGTERM", 15);
  clock.pass(1000);
  expect(news()).toEqual(["kill 4711 SIGTERM, 0 listeners"]);
});

test("leaving while suspended sends nothing and stays so", () => {
  const { tty, modes, host, news, clock } = setUp();
  tty.enter(modes);
  tty.suspend();
  news();
  tty.leave();
  host.emit("SIGCONT", "SIGCONT", 18);
  clock.pass(1000);
  expect(news()).toEqual([]);
});

test("after a stop without notice all is set again", () => {
  const { tty, modes, host, news, clock } = setUp();
  tty.enter(modes);
  news();
  host.emit("SIGCONT", "SIGCONT", 18);
  expect(news()).toEqual([]);
  clock.pass(50);
  expect(news()).toEqual(taking);
  tty.leave();
  expect(news()).toEqual(giving);
});

test("nothing to suspend before entering", () => {
  const { tty, news } = setUp();
  tty.suspend();
  expect(news()).toEqual([]);
});
