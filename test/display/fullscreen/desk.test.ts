import { describe, expect, it } from "vitest";
import { createDesk, type DeskOptions } from "../../../src/display/fullscreen/desk.ts";
import { filePaths, slashCommands } from "../../../src/input/completion-sources.ts";
import { inputText } from "../../../src/input/input-line.ts";
import type { Intent } from "../../../src/model/intent.ts";
import type { Question } from "../../../src/model/question.ts";
import { namedKey, textKey } from "../../../src/terminal/keys/key.ts";
import { span } from "../../../src/view/line.ts";
import { safeText, sanitise } from "../../../src/view/sanitise.ts";
import { drawn } from "../../view/drawn.ts";

const question: Question = {
  kind: "tool",
  call: { id: "c1", name: "bash", input: { command: "ls" } },
  preview: { title: "bash: ls", fields: [{ label: "command", value: "ls" }] },
};

function setUp(changes: Partial<DeskOptions> = {}) {
  const intents: Intent[] = [];
  const wishes: string[] = [];
  let now = 1000;
  let busy = false;
  const desk = createDesk({
    now: () => now,
    directory: "/home/me",
    vi: false,
    entries: [],
    onSubmit: (text) => wishes.push(`entered ${text}`),
    sources: [slashCommands(() => [{ name: "status", detail: "" }]), filePaths(() => [])],
    frame: () => ({ width: 40, prompt: "> ", continuation: "  ", indent: 2, show: sanitise }),
    helpLines: () => Array.from({ length: 30 }, (_, row) => [span("text", safeText`help ${row + 1}`)]),
    busy: () => busy,
    send: (intent) => intents.push(intent),
    scroll: (step) => wishes.push(`scroll ${step}`),
    scrollLines: (count) => wishes.push(`scroll ${count}`),
    sought: {
      begin: () => wishes.push("begin"),
      seek: (text) => wishes.push(`seek ${text}`),
      next: (direction) => wishes.push(direction),
      end: () => wishes.push("end"),
      leave: () => wishes.push("leave"),
    },
    toggle: () => wishes.push("toggle"),
    repaint: () => wishes.push("repaint"),
    suspend: () => wishes.push("suspend"),
    editText: (text) => `${text} edited`,
    ...changes,
  });
  const press = (...names: readonly string[]) => {
    for (const name of names) {
      const [, ctrl, rest = ""] = /^(ctrl-)?(.+)$/.exec(name) ?? [];
      desk.press(namedKey(rest, { ctrl: ctrl !== undefined }));
    }
  };
  const type = (text: string) => {
    for (const character of text) desk.press(textKey(character));
  };
  return {
    desk,
    intents,
    wishes,
    press,
    type,
    text: () => inputText(desk.line()),
    shown: () => drawn(desk.overlay()?.lines(60, 9) ?? []),
    wait: (ms: number) => {
      now += ms;
    },
    setBusy: (value: boolean) => {
      busy = value;
    },
  };
}

describe("the input", () => {
  it("is sent with Enter and empty afterwards", () => {
    const { type, press, intents, wishes, text } = setUp();
    type("hello");
    press("enter");
    expect(intents).toEqual([{ type: "submit", text: "hello" }]);
    expect(wishes).toEqual(["entered hello"]);
    expect(text()).toBe("");
  });

  it("says that it holds a paste", () => {
    const { desk, press, intents } = setUp();
    desk.paste("/status\nis a command");
    press("enter");
    expect(intents).toEqual([{ type: "submit", text: "/status\nis a command", pasted: true }]);
  });

  it("is offered completions", () => {
    const { type, press, shown, text } = setUp();
    type("/st");
    expect(shown()).toContain("/status");
    press("tab");
    expect(text()).toBe("/status ");
  });

  it("is edited in another program", () => {
    const { type, press, text } = setUp();
    type("draft");
    press("ctrl-x", "ctrl-e");
    expect(text()).toBe("draft edited");
  });

  it("stays when that program failed", () => {
    const { type, press, text } = setUp({ editText: () => undefined });
    type("draft");
    press("ctrl-x", "ctrl-e");
    expect(text()).toBe("draft");
  });
});

describe("Ctrl-C", () => {
  it("clears what is typed, and with nothing typed asks to leave", () => {
    const { type, press, intents, text } = setUp();
    type("never mind");
    press("ctrl-c");
    expect([text(), intents]).toEqual(["", []]);
    press("ctrl-c");
    expect(intents).toEqual([{ type: "cancel" }]);
  });

  it("stops what is running and keeps what is typed", () => {
    const { type, press, intents, text, setBusy } = setUp();
    setBusy(true);
    type("next");
    press("ctrl-c");
    expect([text(), intents]).toEqual(["next", [{ type: "cancel" }]]);
  });
});

describe("other keys", () => {
  it("Escape stops only what is running", () => {
    const { press, intents, setBusy } = setUp();
    press("escape");
    expect(intents).toEqual([]);
    setBusy(true);
    press("escape");
    expect(intents).toEqual([{ type: "stop" }]);
  });

  it("Ctrl-D leaves on an empty line only", () => {
    const { type, press, intents } = setUp();
    type("x");
    press("ctrl-d");
    expect(intents).toEqual([]);
    press("ctrl-u", "ctrl-d");
    expect(intents).toEqual([{ type: "quit", mayStay: true }]);
  });

  it("ask the screen for what it does", () => {
    const { press, wishes } = setUp();
    press("page-up", "ctrl-l", "ctrl-z");
    expect(wishes).toEqual(["scroll page-up", "repaint", "suspend"]);
  });
});

describe("a question", () => {
  it("takes its keys when they are fresh, and the input all others", () => {
    const { desk, press, type, text, intents, wait } = setUp();
    desk.ask("q1", question);
    wait(299);
    type("y");
    expect([text(), intents]).toEqual(["y", []]);
    wait(300);
    press("page-down");
    type("n");
    expect(intents).toEqual([{ type: "answer", id: "q1", answer: { verdict: "deny" } }]);
    expect(text()).toBe("y");
  });

  it("is gone when it was answered, by whomever", () => {
    const { desk, shown, type, wait, intents, text } = setUp();
    desk.ask("q1", question);
    expect(shown()).toContain("Approval needed");
    desk.answered("another");
    expect(shown()).toContain("Approval needed");
    desk.answered("q1");
    expect(shown()).toBe("");
    wait(1000);
    type("y");
    expect([intents, text()]).toEqual([[], "y"]);
  });

  it("asks for a reason, and gives the draft back", () => {
    const { desk, press, type, text, intents, wait } = setUp();
    type("draft");
    desk.ask("q1", question);
    wait(300);
    type("r");
    expect([desk.prompt(), text()]).toEqual(["Why not? ", ""]);
    type("yes, but not so");
    press("enter");
    expect(intents).toEqual([
      { type: "answer", id: "q1", answer: { verdict: "deny", reason: "yes, but not so" } },
    ]);
    expect([desk.prompt(), text()]).toEqual(["> ", "draft"]);
    // What was said about the question is not one of the entries.
    press("ctrl-u", "up");
    expect(text()).toBe("");
  });

  it.each(["escape", "ctrl-c"])("%s gives no reason, and denies", (key) => {
    const { desk, press, type, intents, wait } = setUp();
    desk.ask("q1", question);
    wait(300);
    type("r");
    type("well");
    press(key);
    expect(intents).toEqual([{ type: "answer", id: "q1", answer: { verdict: "deny", reason: "" } }]);
  });

  it("that ends while its reason is typed gives the draft back", () => {
    const { desk, type, text, wait } = setUp();
    type("draft");
    desk.ask("q1", question);
    wait(300);
    type("r");
    type("because");
    desk.answered("q1");
    expect([desk.prompt(), text()]).toEqual(["> ", "draft"]);
  });

  it("leaves Ctrl-C its meaning", () => {
    const { desk, press, intents, wait, setBusy } = setUp();
    setBusy(true);
    desk.ask("q1", question);
    wait(1000);
    press("ctrl-c");
    expect(intents).toEqual([{ type: "cancel" }]);
  });

  it("is never answered from behind the help", () => {
    const { desk, type, shown, intents, wait } = setUp();
    type("?");
    expect(shown()).toContain("help 1");
    desk.ask("q1", question);
    expect(shown()).toContain("Approval needed");
    wait(100);
    type("y");
    expect(intents).toEqual([]);
  });
});

describe("the help", () => {
  it("opens with ? on an empty line, is paged and closed", () => {
    const { type, press, shown, text } = setUp();
    type("?");
    expect(shown()).toContain("help 1|");
    press("space");
    expect(shown()).not.toContain("help 1|");
    press("page-up");
    expect(shown()).toContain("help 1|");
    press("escape");
    expect([shown(), text()]).toEqual(["", ""]);
    type("what?");
    expect(text()).toBe("what?");
  });
});

describe("what waits", () => {
  const waiting = { type: "queue-changed", count: 1, latest: [{ text: "later" }] } as const;
  const none = { type: "queue-changed", count: 0, latest: [] } as const;

  it("is taken back with Up on an empty line, and not twice", () => {
    const { desk, press, intents, text } = setUp({ entries: ["older"] });
    desk.queued(waiting);
    press("up");
    expect(intents).toEqual([{ type: "take-back" }]);
    desk.queued({ ...none, takenBack: { text: "later" } });
    expect(text()).toBe("later");
    press("ctrl-u", "up");
    expect([text(), intents.length]).toEqual(["older", 1]);
  });

  it("stays while something is typed", () => {
    const { desk, press, type, intents } = setUp();
    desk.queued(waiting);
    type("x");
    press("up");
    expect(intents).toEqual([]);
  });

  it("is a paste again when it was one", () => {
    const { desk, press, intents } = setUp();
    desk.queued({ ...none, takenBack: { text: "/etc/hosts", pasted: true } });
    press("enter");
    expect(intents).toEqual([{ type: "submit", text: "/etc/hosts", pasted: true }]);
  });
});

describe("the search in the history", () => {
  it("names the key that goes on, in the prompt and behind it", () => {
    const keys: string[] = [];
    const none = () => {};
    const sought = { begin: none, seek: none, end: none, leave: none };
    const { type, press } = setUp({ sought: { ...sought, next: (_, by) => keys.push(by) } });
    press("ctrl-g");
    type("a");
    press("ctrl-g", "down", "enter");
    type("nN");
    expect(keys).toEqual(["Ctrl-G", "Down", "n", "N"]);
  });

  it("finds with every letter, goes both ways, and gives the input back", () => {
    const { desk, type, press, wishes, text } = setUp();
    type("draft");
    press("ctrl-g");
    type("ab");
    expect([desk.prompt(), text()]).toEqual(["Find: ", "ab"]);
    press("backspace", "ctrl-g", "down", "enter");
    expect(wishes).toEqual(["begin", "seek a", "seek ab", "seek a", "back", "forward"]);
    type("n");
    expect(text()).toBe("draftn");
  });

  it("goes on with n and N on an empty line until something else is typed", () => {
    const { type, press, wishes, text } = setUp();
    press("ctrl-g");
    type("a");
    press("enter");
    type("nN");
    press("page-up");
    type("n");
    expect(wishes.slice(2)).toEqual(["back", "forward", "scroll page-up", "back"]);
    type("ann");
    expect(text()).toBe("ann");
  });

  it("is left with Escape, in the prompt and behind it, which stops nothing", () => {
    const { desk, type, press, wishes, intents, setBusy } = setUp();
    setBusy(true);
    press("ctrl-g");
    type("a");
    press("escape");
    press("ctrl-g");
    type("b");
    press("enter", "escape");
    expect(wishes).toEqual(["begin", "seek a", "leave", "begin", "seek b", "end"]);
    expect([intents, desk.finds()]).toEqual([[], false]);
  });

  it("ends when a question comes, which n then answers", () => {
    const { desk, type, press, intents, wait } = setUp();
    press("ctrl-g");
    type("a");
    press("enter");
    desk.ask("q1", question);
    wait(300);
    type("n");
    expect(intents).toEqual([{ type: "answer", id: "q1", answer: { verdict: "deny" } }]);
  });
});

describe("the wheel", () => {
  it("scrolls the history by a few lines a turn, whatever is typed", () => {
    const { desk, wishes, intents, type } = setUp();
    type("half a ");
    desk.wheel(-2);
    desk.wheel(1);
    expect(wishes).toEqual(["scroll -6", "scroll 3"]);
    expect(inputText(desk.line())).toBe("half a ");
    expect(intents).toEqual([]);
  });

  it("turns the pages of the help instead, and does not close it", () => {
    const { desk, wishes } = setUp();
    desk.showHelp();
    const firstRow = () =>
      drawn(desk.overlay()?.lines(40, 11) ?? [])
        .trim()
        .split("\n")[0];
    expect(firstRow()).toContain("help 1");
    desk.wheel(3);
    expect(firstRow()).toContain("help 11");
    desk.wheel(-1);
    expect(firstRow()).toContain("help 1");
    expect(wishes).toEqual([]);
  });

  it("moves the text of a question, and never answers it", () => {
    const { desk, intents, wishes } = setUp();
    const long = Array.from({ length: 40 }, (_, row) => `line ${row}`).join("\n");
    desk.ask("q1", { ...question, preview: { title: "t", fields: [{ label: "command", value: long }] } });
    const seen = () => drawn(desk.overlay()?.lines(40, 10) ?? []);
    expect(seen()).toContain("line 0");
    desk.wheel(30);
    expect(seen()).not.toContain("line 0\n");
    desk.wheel(-40);
    expect(seen()).toContain("line 0");
    expect([intents, wishes]).toEqual([[], []]);
  });
});

describe("a question of a task in the background", () => {
  const asked = () => {
    const stage = setUp();
    stage.type("yes, but ");
    stage.desk.ask("q1", question, safeText`Task #1`);
    stage.wait(5000);
    return stage;
  };

  it("lets what was being typed be finished and sent", () => {
    const { desk, type, press, intents } = asked();
    expect(desk.remark()?.[0]).toContain("Send or clear");
    type("yes");
    press("enter");
    expect(intents).toEqual([{ type: "submit", text: "yes, but yes" }]);
    expect(desk.overlay()).toBeDefined();
  });

  it("is answered on an empty line, by a key that does not follow what was typed", () => {
    const { type, press, wait, intents } = asked();
    press("enter");
    wait(100);
    type("y");
    press("ctrl-u");
    wait(301);
    type("y");
    expect(intents.slice(1)).toEqual([{ type: "answer", id: "q1", answer: { verdict: "allow" } }]);
  });
});
