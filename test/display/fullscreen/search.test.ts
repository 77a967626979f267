import { beforeEach, expect, it } from "vitest";
import { createSearch, type Search } from "../../../src/display/fullscreen/search.ts";
import { safeText } from "../../../src/view/sanitise.ts";
import { createManualClock, type ManualClock } from "../append/manual-clock.ts";

type Found = "found" | "more" | "none";

let answers: Found[];
let done: string[];
let said: (string | undefined)[];
let shortest: string | undefined;
let clock: ManualClock;
let search: Search;
beforeEach(() => {
  answers = [];
  done = [];
  said = [];
  clock = createManualClock();
  search = createSearch({
    clock,
    say(remark) {
      said.push(remark?.[0]);
      shortest = remark?.at(-1);
    },
    history: {
      search: (query) => done.push(`search ${query}`),
      find(direction) {
        done.push(direction);
        return answers.shift() ?? "none";
      },
      toStart: () => done.push("start"),
      toEnd: () => done.push("end"),
    },
  });
});

it("goes from place to place", () => {
  answers = ["found", "found", "found"];
  search.find("loom");
  search.find();
  search.find("loom");
  expect(done).toEqual(["search loom", "back", "back", "back"]);
  expect(said).toEqual([undefined, undefined, undefined]);
});

it("begins anew with another text", () => {
  answers = ["found", "found"];
  search.find("warp");
  search.find("weft");
  expect(done).toEqual(["search warp", "back", "search weft", "back"]);
});

it("says that there is nothing, and looks again when asked again", () => {
  search.find("warp");
  search.find();
  expect(said).toEqual(['"warp" is nowhere above.', '"warp" is nowhere above.']);
  expect(done).toEqual(["search warp", "back", "search warp", "back"]);
});

it("begins again at the end behind the last place", () => {
  answers = ["found", "none", "found"];
  for (let count = 0; count < 3; count += 1) search.find("warp");
  expect(said).toEqual([undefined, '"warp" is not further up. /find begins again at the end.', undefined]);
  expect(done).toEqual(["search warp", "back", "back", "end", "search warp", "back"]);
});

it("goes both ways, and begins again at either end", () => {
  answers = ["found", "found", "none", "found"];
  search.find("warp");
  search.find(undefined, "forward");
  search.find(undefined, "forward", safeText`N`);
  expect(said.at(-1)).toBe('"warp" is not further down. N begins again at the top.');
  expect(shortest).toBe("No more; N starts anew.");
  search.find(undefined, "forward");
  expect(done).toEqual(["search warp", "back", "forward", "forward", "start", "search warp", "forward"]);
});

it("turns back from an end without beginning again", () => {
  answers = ["found", "none", "found"];
  search.find("warp");
  search.find();
  search.find(undefined, "forward");
  expect(done).toEqual(["search warp", "back", "back", "forward"]);
});

it("asks for a text where there is none", () => {
  search.find();
  expect(said).toEqual(["Nothing to look for yet: write /find TEXT."]);
  expect(done).toEqual([]);
});

it("goes through a long history in steps", () => {
  answers = ["more", "more", "found"];
  search.find("warp");
  expect(done).toEqual(["search warp", "back"]);
  clock.advance(0);
  expect(done).toEqual(["search warp", "back", "back", "back"]);
  expect(said).toEqual([undefined]);
  expect(clock.pending()).toBe(0);
});

it("stops between two steps, and goes on when asked again", () => {
  answers = ["more", "found"];
  search.find("warp");
  search.pause();
  clock.advance(100);
  expect(said).toEqual([]);
  search.find();
  expect(done).toEqual(["search warp", "back", "back"]);
  expect(said).toEqual([undefined]);
});

it("marks nothing once it has ended", () => {
  answers = ["found"];
  search.find("warp");
  search.end();
  expect(done.at(-1)).toBe("search ");
  search.find();
  expect(said.at(-1)).toContain("/find TEXT");
});

it("shows no control characters of the text", () => {
  search.find("a\u0007b");
  expect(said.join()).not.toContain("\u0007");
});
