/** A module of the user's own answers in the built program. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root, runProgram, scratch } from "../support/program.ts";

function homeWith(module: string): string {
  const home = scratch();
  mkdirSync(join(home, ".config/treadle"), { recursive: true });
  writeFileSync(
    join(home, ".config/treadle/config.yaml"),
    `backends: {mine: {type: module, module: ${module}}}\n`,
  );
  return home;
}

it("named by its path", async () => {
  const HOME = homeWith(join(root, "test/fixtures/custom/echo.mjs"));
  const { stdout, code } = await runProgram({ args: ["-b", "mine", "good morning"], env: { HOME } });
  expect(stdout).toBe("you said: good morning\n");
  expect(code).toBe(0);
});

it("beside the settings, with a tool call found in its answer", async () => {
  const HOME = homeWith("tiny.mjs");
  const text =
    'export const send_message = (m) => (m.includes("seen") ? "done" : "run"); export const parse_tool_calls = (a) => (a === "run" ? [{ name: "bash", arguments: { command: "echo seen" } }] : []);';
  writeFileSync(join(HOME, ".config/treadle/tiny.mjs"), text);
  const { stdout } = await runProgram({ args: ["-b", "mine", "--auto-tools", "go"], env: { HOME } });
  expect(stdout).toContain("done");
});

it("and says what is wrong with it", async () => {
  const HOME = homeWith("missing.mjs");
  const { stderr, code } = await runProgram({ args: ["-b", "mine", "hi"], env: { HOME } });
  expect(stderr).toMatch(/The backend mine could not be started: \S*missing\.mjs cannot be loaded/);
  expect(code).not.toBe(0);
});
