import { describe, expect, it } from "vitest";
import { planOutput } from "../../src/app/output.ts";
import type { OutputFormat } from "../../src/model/settings.ts";
import { safeText } from "../../src/view/sanitise.ts";
import { fakeHost } from "./fake-host.ts";

function play(format: OutputFormat, chat: boolean) {
  const host = fakeHost();
  const plan = planOutput(format, host, chat);
  plan.answer.write(safeText`answer\n`);
  plan.chrome.write(safeText`chrome\n`);
  for (const observe of plan.observers) observe({ seq: 1, task: "t", at: 0, event: { type: "idle" } });
  const before = host.out();
  plan.finish();
  return { before, out: host.out(), err: host.err() };
}

describe("where things go", () => {
  it("text: in a chat all in one place, otherwise the answer alone on standard output", () => {
    expect(play("text", true)).toMatchObject({ out: "answer\nchrome\n", err: "" });
    expect(play("text", false)).toMatchObject({ out: "answer\n", err: "chrome\n" });
  });

  it("jsonl: events as they come, nothing else", () => {
    const event = '{"seq":1,"task":"t","at":0,"event":{"type":"idle"}}\n';
    expect(play("jsonl", true)).toEqual({ before: event, out: event, err: "chrome\n" });
  });

  it("json: one object, at the end", () => {
    const { before, out, err } = play("json", false);
    expect(before).toBe("");
    expect(JSON.parse(out)).toMatchObject({ outcome: "not-run" });
    expect(err).toBe("chrome\n");
  });
});
