/** What a user sees of costs and limits, with the prices of the program and with their own. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textReply, toolReply } from "../support/mock-anthropic.ts";
import { scratch } from "../support/program.ts";
import { lines, useAgent } from "./agent.ts";

const agent = useAgent();
const usage = { input_tokens: 1_000_000, output_tokens: 100_000, cache_read_input_tokens: 1_000_000 };

function homeWith(models: string): string {
  const home = scratch();
  const directory = join(home, ".config", "treadle");
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "models.json"), models);
  return home;
}

describe("/cost", () => {
  it("tells input, output and cache of a known model apart (U04, U06)", async () => {
    agent.mock.enqueue(textReply("ok", { usage }));
    const { stdout } = await agent.run(["-m", "claude-sonnet-4-5"], { input: "hi\n/cost\n" });
    expect(stdout).toContain("claude-sonnet-4-5: $4.8000, 1 request\n");
    expect(stdout).toMatch(/input +1,000,000 tokens {2}\$3\.0000/);
    expect(stdout).toMatch(/output +100,000 tokens {2}\$1\.5000/);
    expect(stdout).toMatch(/cache read +1,000,000 tokens {2}\$0\.3000/);
    expect(stdout).toMatch(/Session: \$4\.8000 \(prices of \d{4}-\d\d-\d\d\)/);
  });

  it("warns once of an unknown price, and never says that it is nothing", async () => {
    const { stdout } = await agent.run(["-m", "nobody-knows"], { input: "a\nb\n/cost\n" });
    expect(stdout.match(/Warning: The price of nobody-knows is unknown/g)).toHaveLength(1);
    expect(stdout).toContain("nobody-knows: $?, 2 requests");
    expect(stdout).toContain("Session: $?");
  });

  it("takes prices from the user's own table", async () => {
    const home = homeWith(
      '{"models": {"nobody-knows": {"window": 9999, "prices": {"input": 1, "output": 2}}}}',
    );
    agent.mock.enqueue(textReply("ok", { usage: { input_tokens: 10_000, output_tokens: 10_000 } }));
    const { stdout } = await agent.run(["-m", "nobody-knows"], { input: "a\n/cost\n", env: { HOME: home } });
    expect(stdout).toContain("nobody-knows: $0.0300, 1 request");
  });

  it("goes on without a table that cannot be read", async () => {
    const { code, stderr } = await agent.run(["hi"], { env: { HOME: homeWith("{") } });
    expect(stderr).toMatch(/Warning: Your models in .*models\.json are ignored/);
    expect(code).toBe(0);
  });
});

describe("--max-cost", () => {
  const call = toolReply([{ id: "c1", name: "read", input: { path: "x" } }], { usage });

  it("ends a one-shot run with status 3 and warns before (U06)", async () => {
    agent.mock.enqueue(call);
    const { code, stderr } = await agent.run(["-m", "claude-sonnet-4-5", "--max-cost", "4", "hi"]);
    expect(stderr).toContain("$4.8000 of the $4.0000 for this session is spent");
    expect(stderr).toContain("[Error: The session has cost $4.8000; the limit is $4.0000 (max_cost).]");
    expect(agent.mock.requests).toHaveLength(1);
    expect(code).toBe(3);
  });

  it("warns at 80 % and goes on", async () => {
    agent.mock.enqueue(call, textReply("ok"));
    const { code, stdout, stderr } = await agent.run(["-m", "claude-sonnet-4-5", "--max-cost", "5.5", "hi"]);
    expect(stderr.match(/Warning: \$4\.8000 of the \$5\.5000/g)).toHaveLength(1);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "ok\n" });
  });

  it("asks in a chat, and yes is for as much again", async () => {
    agent.mock.enqueue(call, textReply("Done."));
    const chat = agent.start(["-m", "claude-sonnet-4-5", "--max-cost", "1"]);
    chat.type("hi\n");
    await chat.sees("Go on?");
    chat.type("y\n");
    await chat.sees("Assistant: Done.");
    expect(await chat.end()).toMatchObject({ code: 0 });
  });

  it("must be a number", async () => {
    expect(await agent.run(["--max-cost", "much", "hi"])).toMatchObject({ code: 2 });
  });
});

it("asks for no longer an answer than the model can give", async () => {
  await agent.run(["-m", "claude-3-opus", "--max-output-tokens", "100000", "hi"]);
  expect(agent.mock.requests[0]?.body).toMatchObject({ max_tokens: 4096 });
});

it("the cost limit has a cause of its own in JSON", async () => {
  agent.mock.enqueue(toolReply([{ id: "c1", name: "read", input: { path: "x" } }], { usage }));
  const flags = ["-m", "claude-sonnet-4-5", "--max-cost", "1", "--output", "json", "hi"];
  const { stdout } = await agent.run(flags);
  expect(lines(stdout)).toMatchObject([{ outcome: "failed", error: { cause: "cost-limit" } }]);
});
