/** The program starts the same with compiled code, without, and with code that is spoilt. */

import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cleanEnv, root, scratch } from "../support/program.ts";
import { until } from "../support/until.ts";

/** Installed elsewhere, as from a package: without the code that the build made. */
function installed(): { readonly main: string; readonly cache: string } {
  const place = scratch();
  const cache = join(place, "dist", "cache");
  cpSync(join(root, "dist"), join(place, "dist"), { recursive: true });
  rmSync(cache, { recursive: true });
  return { main: join(place, "dist", "main.js"), cache };
}

function answer(main: string, env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, "-b", "offline"], {
    input: "help\nexit\n",
    encoding: "utf8",
    env: { ...cleanEnv(), ...env },
  });
  return { status, stdout: stdout.replaceAll(/Session:.*/g, ""), stderr };
}

function kept(home: string): readonly string[] {
  try {
    const store = join(home, "treadle");
    return readdirSync(store).flatMap((name) => readdirSync(join(store, name)));
  } catch {
    return [];
  }
}

const { stdout } = answer(join(root, "dist", "main.js"));

test("it answers the same without the code of the build", () => {
  expect(stdout).toContain("Goodbye!");
  expect(answer(installed().main)).toEqual({ status: 0, stdout, stderr: "" });
  const env = { NODE_DISABLE_COMPILE_CACHE: "1" };
  expect(answer(join(root, "dist", "main.js"), env)).toEqual({ status: 0, stdout, stderr: "" });
});

test("it answers the same when the code of the build is spoilt", () => {
  const { main, cache } = installed();
  const [node = ""] = readdirSync(join(root, "dist", "cache"));
  mkdirSync(join(cache, node), { recursive: true });
  writeFileSync(join(cache, node, "program.js"), "spoilt");
  expect(answer(main)).toEqual({ status: 0, stdout, stderr: "" });
});

test("where the build left none it keeps its own, and answers the same with that", async () => {
  const { main } = installed();
  const home = scratch();
  const env = { ...cleanEnv(), XDG_CACHE_HOME: home };
  const child = spawn(process.execPath, [main, "-b", "offline"], {
    env,
    stdio: ["pipe", "ignore", "ignore"],
  });
  await until(
    () => kept(home).includes("program.js"),
    () => `code in ${home}`,
  );
  child.stdin.end();
  expect(answer(main, { XDG_CACHE_HOME: home })).toEqual({ status: 0, stdout, stderr: "" });
});

test("with the code of the build it keeps none", () => {
  const home = scratch();
  answer(join(root, "dist", "main.js"), { XDG_CACHE_HOME: home });
  expect(readdirSync(home)).toEqual([]);
});
