/** What a user sees of requests that fail and are sent again, in front of the strict mock. */
import { describe, expect, it } from "vitest";
import { errorBody, messageStart, textBlock, textReply, toolReply } from "../support/mock-anthropic.ts";
import { type MockReply, rawReply, statusReply } from "../support/mock-server.ts";
import { cleanEnv } from "../support/program.ts";
import { journals, lines, messagesOf, useAgent } from "./agent.ts";

const agent = useAgent();

const tooMany = (seconds?: string) =>
  statusReply(
    429,
    errorBody("rate_limit_error", "slow down"),
    seconds === undefined ? {} : { "retry-after": seconds },
  );
const half = rawReply([messageStart() + textBlock(0, "half an ans")], { cut: true });
const times = (count: number, reply: MockReply) => Array.from({ length: count }, () => reply);

describe("a request that is refused for now", () => {
  it("is sent five more times, each with a line that says when and why (L06)", async () => {
    agent.mock.enqueue(...times(6, tooMany()));
    const { code, stdout, stderr } = await agent.run(["hi"]);
    expect(agent.mock.requests).toHaveLength(6);
    const told = [...stderr.matchAll(/^\[retrying in 1 s \((\d) of 5\): Anthropic takes no more requests/gm)];
    expect(told.map(([, attempt]) => attempt)).toEqual(["1", "2", "3", "4", "5"]);
    expect(stderr).toMatch(/^\[Error: Anthropic takes no more requests for now/m);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  });

  it("waits as long as the server asks (L07), and the answer is the only thing on standard output", async () => {
    agent.mock.enqueue(tooMany("1"), textReply("Here."));
    const began = performance.now();
    const { code, stdout, stderr } = await agent.run(["hi"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "Here.\n" });
    expect(performance.now() - began).toBeGreaterThan(1000);
    expect(stderr).toContain("[retrying in 1 s (1 of 5): ");
  });

  it.each([
    ["408", statusReply(408, errorBody("timeout_error", "slow"))],
    ["500", statusReply(500, errorBody("api_error", "broken"))],
    ["529", statusReply(529, errorBody("overloaded_error", "busy"))],
  ])("is sent again after %s (L07)", async (_status, reply) => {
    agent.mock.enqueue(reply, textReply("Here."));
    expect(await agent.run(["hi"])).toMatchObject({ code: 0, stdout: "Here.\n" });
  });

  it("is not sent again when that cannot help", async () => {
    agent.mock.enqueue(statusReply(400, errorBody("invalid_request_error", "no")));
    expect(await agent.run(["hi"])).toMatchObject({ code: 1 });
    expect(agent.mock.requests).toHaveLength(1);
  });

  it("is a question in a chat when the wait is long, and an error where nobody can be asked", async () => {
    agent.mock.enqueue(tooMany("1200"));
    const chat = agent.start();
    chat.type("hi\n");
    await chat.sees("the wait until the next attempt would be 20 minutes");
    await chat.sees("Go on?");
    chat.type("n\n");
    await chat.sees("[Error: Anthropic takes no more requests");
    chat.type("again\n");
    await chat.sees("Assistant: ok");
    expect(await chat.end()).toMatchObject({ code: 0 });
    agent.mock.enqueue(tooMany("1200"));
    expect(await agent.run(["hi"])).toMatchObject({ code: 1 });
  });

  it("is called off at once by Ctrl-C (retry-cancel)", async () => {
    agent.mock.enqueue(tooMany("300"));
    const chat = agent.start();
    chat.type("hi\n");
    await chat.sees("[retrying in 300 s (1 of 5)");
    const began = performance.now();
    chat.child.kill("SIGINT");
    await chat.sees("[operation cancelled by user]");
    expect(performance.now() - began).toBeLessThan(2000);
    await chat.end();
    expect(agent.mock.requests).toHaveLength(1);
  });
});

describe("an answer that breaks off (L08)", () => {
  it("begins anew below, and the text is once in the history", async () => {
    agent.mock.enqueue(half, textReply("The whole answer."));
    const { code, stdout } = await agent.run([], { input: "a\nb\n" });
    expect(stdout).toMatch(
      /Assistant: half an ans\n[^A]*\[The answer broke off; it begins anew below\.\]\n\[retrying in \d s \(1 of 3\)/,
    );
    expect(stdout).toContain("Assistant: The whole answer.");
    expect(messagesOf(agent.mock.requests[2])).toEqual([
      "user: a",
      "assistant: The whole answer.",
      "user: b",
    ]);
    expect(code).toBe(0);
  });

  it("is once in --output json", async () => {
    agent.mock.enqueue(half, textReply("The whole answer."));
    const { stdout } = await agent.run(["--output", "json", "hi"]);
    expect(lines(stdout)).toMatchObject([{ outcome: "answered", answer: "The whole answer.", requests: 2 }]);
  });
});

describe("/retry", () => {
  it("sends the prompt once more after a failure, and the history has it once", async () => {
    const env = cleanEnv({});
    agent.mock.enqueue(...times(4, half), textReply("Here."));
    const { stdout } = await agent.run([], { input: "first\n/retry\nsecond\n", env });
    expect(stdout).toContain("Assistant: Here.");
    expect(messagesOf(agent.mock.requests[4])).toEqual(["user: first"]);
    expect(messagesOf(agent.mock.requests[5])).toEqual(["user: first", "assistant: Here.", "user: second"]);
    const types = journals(env.HOME ?? "")[0]?.map(({ type }) => type);
    expect(types?.filter((type) => type === "message" || type === "changed")).toEqual(
      "message message changed message message message".split(" "),
    );
  });

  it("does not run a tool again", async () => {
    const call = toolReply([{ id: "c1", name: "bash", input: { command: "echo run >> runs; cat runs" } }]);
    const refused = statusReply(400, errorBody("invalid_request_error", "no"));
    agent.mock.enqueue(call, refused, textReply("Done."));
    const { stdout } = await agent.run(["--auto-tools"], { input: "go\n/retry\n" });
    expect(stdout).toContain("Assistant: Done.");
    expect(messagesOf(agent.mock.requests[2])).toEqual(["user: go", "assistant: c1", "user: c1"]);
    expect(agent.mock.requests[2]?.rejected).toBeUndefined();
  });

  it("has nothing to do after an answer", async () => {
    const { stdout } = await agent.run([], { input: "/retry\nhi\n/retry\n" });
    expect(stdout.match(/There is no failed or stopped turn/g)).toHaveLength(2);
    expect(agent.mock.requests).toHaveLength(1);
  });
});
