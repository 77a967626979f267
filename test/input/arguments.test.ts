import { expect, it } from "vitest";
import { fillArguments, splitWords } from "../../src/input/arguments.ts";

it.each([
  ["Look at $ARGUMENTS.", "a b", "Look at a b."],
  ["$2 then $1", 'one "two words"', "two words then one"],
  ["$1 and $3", "one", "one and "],
  ["No place.", "left over", "No place.\n\nleft over"],
  ["No place.", "", "No place."],
  ["$1", "$ARGUMENTS $2", "$ARGUMENTS"],
  ["costs $10 and $ARGUMENTSX", "", "costs $10 and $ARGUMENTSX"],
])("%j with %j", (text, given, expected) => {
  expect(fillArguments(text, given)).toBe(expected);
});

it("takes what stands in quotes as one word", () => {
  expect(splitWords(`a 'b c'  "d"`)).toEqual(["a", "b c", "d"]);
});
