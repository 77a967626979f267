import { expect, it, vi } from "vitest";
import { createModelNames } from "../../src/app/model-names.ts";
import type { Models } from "../../src/commands/command.ts";
import { fakeBackend } from "../support/fake-backend.ts";

const catalogue = { date: "", facts: () => ({}), names: () => ["known"] };
const control = String.fromCharCode(27);

function listing(...names: readonly string[]): Promise<Models> {
  return Promise.resolve({ from: "service", names });
}

it("are the catalogue's until the service has told its own, which is asked once", async () => {
  const models = vi.fn(() => listing("a", "b"));
  const backend = fakeBackend();
  const names = createModelNames({ engine: { backend: () => backend, catalogue }, switching: { models } });
  expect(models).not.toHaveBeenCalled();
  expect(names()).toEqual(["known"]);
  await vi.waitFor(() => expect(names()).toEqual(["a", "b"]));
  expect(models).toHaveBeenCalledOnce();
});

it("are those of the backend in use, also when an old one answers late", async () => {
  const [first, second] = [fakeBackend(), fakeBackend()];
  let inUse = first;
  let answerLate: (models: Models) => void = () => {};
  const late = new Promise<Models>((resolve) => {
    answerLate = resolve;
  });
  const answers = [late, listing("new")];
  const models = vi.fn(() => answers.shift() ?? listing());
  const names = createModelNames({ engine: { backend: () => inUse, catalogue }, switching: { models } });
  names();
  inUse = second;
  await vi.waitFor(() => expect(names()).toEqual(["new"]));
  answerLate({ from: "service", names: ["old"] });
  await late;
  await null;
  expect(names()).toEqual(["new"]);
});

it("stay the catalogue's where asking fails, and nobody is asked again", async () => {
  const models = vi.fn(() => Promise.reject(new Error("broken")));
  const backend = fakeBackend();
  const names = createModelNames({ engine: { backend: () => backend, catalogue }, switching: { models } });
  names();
  await expect(models.mock.results[0]?.value).rejects.toThrow("broken");
  expect(names()).toEqual(["known"]);
  expect(models).toHaveBeenCalledOnce();
});

it("are only those that can be typed", async () => {
  const models = () => listing("good:8b", "two words", `x${control}[2J`, "");
  const backend = fakeBackend();
  const names = createModelNames({ engine: { backend: () => backend, catalogue }, switching: { models } });
  await vi.waitFor(() => expect(names()).toEqual(["good:8b"]));
});
