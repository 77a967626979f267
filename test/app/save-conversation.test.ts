import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { saveConversation, savedPath } from "../../src/app/save-conversation.ts";
import type { Message } from "../../src/model/message.ts";
import { scratch } from "../support/program.ts";

const facts = {
  id: "one",
  created: "2026-01-01T00:00:00.000Z",
  updated: "2026-01-01T00:00:00.000Z",
  backend: "offline",
  model: "demo",
  contextFormat: "plain",
  name: "my project",
  tokensUsed: 3,
};
const messages: readonly Message[] = [{ role: "user", text: "hi" }];
const host = { cwd: "/", home: "/nowhere" };
const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));

describe("saveConversation", () => {
  it("keeps when it was created and moves when it was updated", () => {
    const sessions = join(scratch(), "sessions");
    const path = savedPath(sessions, "my project");
    expect(saveConversation(host, sessions, facts, messages)).toMatch(
      /^Saved 1 message to .*my-project\.json\.$/,
    );
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const later = { ...facts, created: "2026-02-02T00:00:00.000Z", updated: "2026-02-02T00:00:00.000Z" };
    saveConversation(host, sessions, later, [...messages, ...messages]);
    expect(read(path)).toMatchObject({
      created: facts.created,
      updated: later.updated,
      metadata: { name: "my project" },
    });
    expect(read(path).messages).toHaveLength(2);
  });

  it("replaces neither another conversation nor anything else", () => {
    const sessions = join(scratch(), "sessions");
    saveConversation(host, sessions, facts, messages);
    const path = savedPath(sessions, "my project");
    expect(saveConversation(host, sessions, { ...facts, id: "two" }, messages)).toContain(
      "another conversation",
    );
    writeFileSync(path, "not JSON");
    expect(saveConversation(host, sessions, facts, messages)).toContain("another conversation");
    expect(readFileSync(path, "utf8")).toBe("not JSON");
  });

  it("stays in its directory, whatever the name", () => {
    for (const name of ["../../etc/passwd", "..", "/", "", ".hidden", "a/b\0c"]) {
      expect(savedPath("/state/sessions", name)).toMatch(
        /^\/state\/saved\/[A-Za-z0-9_-][A-Za-z0-9._-]*\.json$/,
      );
    }
  });

  it("saves nothing that is empty", () => {
    expect(saveConversation(host, join(scratch(), "sessions"), facts, [])).toContain("nothing to save");
  });
});
