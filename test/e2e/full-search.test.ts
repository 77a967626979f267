/** The search in the history by keys, on the full screen. */
import { it } from "vitest";
import { onScreen } from "../support/full-screen.ts";
import { textReply } from "../support/mock-anthropic.ts";

const lines = Array.from({ length: 90 }, (_, index) => {
  const number = index + 1;
  return number % 30 === 0 ? `weft ${number}  ` : `line ${number}  `;
});

it("finds with every letter, goes both ways, and leaves typing alone", () =>
  onScreen({ cwd: "/usr", replies: [textReply(lines.join("\n"))] }, async (screen) => {
    await screen.enter("Count.");
    await screen.shows("weft 90");
    screen.press("page-up");
    await screen.hides("weft 90");
    screen.press("ctrl-g");
    screen.type("weft");
    await screen.cursorBehind("Find: weft");
    await screen.shows("weft 60");
    screen.press("enter");
    await screen.shows("n further up, N further down, Esc ends the search");
    await screen.looksLike("search");
    screen.type("n");
    await screen.shows("weft 30");
    screen.type("N");
    await screen.shows("weft 60");
    screen.type("N");
    await screen.shows("weft 90");
    screen.press("escape");
    await screen.hides("n further up");
    screen.type("no");
    await screen.cursorBehind("> no");
  }));

it("goes back to where it was with Escape", () =>
  onScreen({ replies: [textReply(lines.join("\n"))] }, async (screen) => {
    await screen.enter("Count.");
    await screen.shows("weft 90");
    screen.type("draft");
    screen.press("ctrl-g");
    screen.type("weft 3");
    await screen.shows("weft 30");
    screen.press("escape");
    await screen.shows("weft 90");
    await screen.cursorBehind("> draft");
  }));
