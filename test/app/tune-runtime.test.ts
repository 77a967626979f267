import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { runtimeFlags } from "../../src/app/tune-runtime.ts";

it("knows nothing of versions that were not measured", () => {
  expect(runtimeFlags("99.1.2")).toEqual([]);
  expect(runtimeFlags("")).toEqual([]);
  expect(runtimeFlags("11.3.244.8-node.33")).not.toEqual([]);
});

it("names only flags that the running V8 has: others it would complain of on the terminal", () => {
  const known = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
  const names = runtimeFlags(process.versions.v8).map((flag) => flag.split("=")[0]);
  expect(names.filter((name) => !known.includes(`  ${name} `))).toEqual([]);
});
