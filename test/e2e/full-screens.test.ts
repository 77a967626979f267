/** What the screen looks like, as text in test/screens, on terminals that have little in common. */
import { describe, it } from "vitest";
import { everyTerm, type FullScreen, onScreen } from "../support/full-screen.ts";
import { errorBody } from "../support/mock-anthropic.ts";
import { statusReply } from "../support/mock-server.ts";
import { startStepServer } from "./pty-chat.ts";

/** Exists everywhere and has no settings of its own, so that screens can show it. */
const cwd = "/usr";

const answer = `# Weaving

A loom has a **warp** and a \`weft\`:

- the treadle lifts the shafts
- the shuttle carries the thread

\`\`\`sh
ls -l | wc -l
\`\`\`
`;

describe.concurrent("a session looks as it should", () => {
  it.each(everyTerm)("on %s", async (term) => {
    const provider = await startStepServer();
    try {
      await onScreen({ term, url: provider.url, cwd }, async (screen) => {
        await screen.looksLike("start");

        await screen.enter("What is weaving?");
        await provider.request(1);
        provider.send(answer);
        await screen.looksLike("streaming");

        provider.end("printf 'one\\ntwo\\n'; exit 3");
        await screen.looksLike("approval");
        await screen.answer("y");
        await provider.request(2);
        provider.send("It printed two lines.");
        provider.end();
        await screen.looksLike("tool-output");

        screen.type("/st");
        await screen.looksLike("completion");
        screen.press("tab");
        await screen.cursorBehind("/status");
        screen.press("ctrl-u");

        await enterLine(screen, "first line");
        screen.type("second line");
        await screen.looksLike("multi-line");
        screen.press("ctrl-c");
        await screen.hides("second line");

        screen.type("?");
        await screen.looksLike("help");
        screen.press("escape");
        await screen.hides("Keys");

        await screen.enter("Count.");
        await provider.request(3);
        provider.send(numbered(1, 40));
        await screen.shows("line 40");
        // Some keyboards have no such key; the commands are tested elsewhere.
        if (!screen.entry.strings.has("kpp")) return;
        screen.press("page-up");
        await screen.hides("line 40");
        provider.send(numbered(41, 50));
        await screen.looksLike("new-lines-below");
      });
    } finally {
      provider.close();
    }
  });
});

/** A line that is not the last: with Ctrl-J, unless that is what this keyboard's Down sends. */
async function enterLine(screen: FullScreen, line: string): Promise<void> {
  if (screen.entry.strings.get("kcud1") === "\n") {
    await screen.enter(`${line}\\`);
    return screen.cursorBehind("  ");
  }
  screen.type(line);
  screen.press("ctrl-j");
}

function numbered(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}  \n`).join("");
}

describe.concurrent("small screens", () => {
  it.each([
    [40, 15],
    [20, 5],
  ])("%ix%i", (columns, rows) =>
    onScreen({ columns, rows, cwd }, async (screen) => {
      await screen.enter("hi");
      await screen.shows("ok");
      screen.type("what next");
      await screen.looksLike(`${columns}x${rows}`);
    }),
  );
});

it("an error says what to do", () => {
  const replies = [statusReply(401, errorBody("authentication_error", "invalid x-api-key"))];
  return onScreen({ replies, cwd }, async (screen) => {
    await screen.enter("hi");
    await screen.looksLike("error");
  });
});

it("a request that is sent again says when and why", () => {
  const busy = statusReply(429, errorBody("rate_limit_error", "slow down"), { "retry-after": "60" });
  return onScreen({ replies: [busy], args: ["--no-motion"], cwd }, async (screen) => {
    await screen.enter("hi");
    await screen.looksLike("retry");
  });
});
