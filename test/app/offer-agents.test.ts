import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { offerAgents } from "../../src/app/offer-agents.ts";
import { scratch } from "../support/program.ts";

function directoryWith(...programs: readonly string[]): string {
  const directory = scratch();
  for (const program of programs) {
    writeFileSync(join(directory, program), "");
    chmodSync(join(directory, program), 0o755);
  }
  return directory;
}

it("offers what is installed, in one sentence", () => {
  const path = (...programs: readonly string[]) => `/nowhere:${directoryWith(...programs)}`;
  expect(offerAgents(path("claude"))).toEqual(["claude is installed: --backend claude-cli uses it"]);
  expect(offerAgents(path("coro", "ls"))).toEqual(["coro is installed: --backend coro uses it"]);
  expect(offerAgents(`${path("codex")}:${path("claude", "gemini")}`)).toEqual([
    "claude, gemini and codex are installed: --backend claude-cli, gemini-cli or codex-cli uses one of them",
  ]);
});

it("offers nothing that is no program", () => {
  const directory = directoryWith();
  mkdirSync(join(directory, "claude"));
  writeFileSync(join(directory, "codex"), "");
  chmodSync(join(directory, "codex"), 0o644);
  writeFileSync(join(directory, "file"), "");
  expect(offerAgents(`${directory}:${join(directory, "file")}`)).toEqual([]);
  expect(offerAgents(undefined)).toEqual([]);
  expect(offerAgents("")).toEqual([]);
});

it("does not look where the current directory decides", () => {
  const [, ...steps] = directoryWith("claude").split("/");
  const relative = join(
    ...process
      .cwd()
      .split("/")
      .slice(1)
      .map(() => ".."),
    ...steps,
  );
  expect(offerAgents(`${relative}::.`)).toEqual([]);
});
