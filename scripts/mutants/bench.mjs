// A process with the tests in it: it is sent mutants, and says of each whether a test noticed. One that loops for ever
// takes this process along; whoever sent it ends it.
import { resolve } from "node:path";
import { createVitest } from "vitest/node";
import { apply } from "./mutations.mjs";

/** The mutant that is in force. */
let current;
const inForce = {
  name: "mutant-in-force",
  enforce: "pre",
  transform: (code, id) => (current && id === resolve(current.file) ? apply(code, current) : undefined),
};
const limits = { testTimeout: 5_000, hookTimeout: 5_000 };
const vitest = await createVitest(
  "test",
  { watch: true, reporters: [{}], globalSetup: [], maxWorkers: 1, ...limits },
  { plugins: [inForce], logLevel: "silent" },
);
await vitest.standalone();

process.on("message", async ({ mutant, tests }) => {
  current = mutant;
  if (mutant) vitest.invalidateFile(resolve(mutant.file));
  const notice = await firstFailing(tests);
  if (mutant) vitest.invalidateFile(resolve(mutant.file));
  process.send({ notice });
});
process.on("disconnect", () => process.exit());
process.send({ ready: true });

/** The tests of the file itself come first: mostly the others need not run. */
async function firstFailing([own, ...others]) {
  return (await failingOf([own])) ?? (others.length > 0 ? failingOf(others) : undefined);
}

async function failingOf(tests) {
  const files = new Set(tests.map((test) => resolve(test)));
  const specifications = [...files].flatMap((file) => vitest.getModuleSpecifications(file));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // What earlier runs brought is among them.
  const run = testModules.filter(({ moduleId }) => files.has(moduleId));
  if (run.length < files.size) throw new Error(`Not all of ${tests} were run`);
  const failed = run.find((module) => !module.ok());
  return failed?.moduleId ?? (unhandledErrors.length > 0 ? String(unhandledErrors[0]) : undefined);
}
