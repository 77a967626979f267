import { expect, it } from "vitest";
import { lazily } from "../../src/app/lazily.ts";

it("makes the value once, when it is first wanted", async () => {
  let made = 0;
  const value = lazily(async () => {
    made += 1;
    return { made };
  });
  expect(value.peek()).toBeUndefined();
  expect(made).toBe(0);
  const [one, two] = await Promise.all([value.get(), value.get()]);
  expect(one).toBe(two);
  expect(value.peek()).toBe(one);
  expect(made).toBe(1);
});

it("passes on why it could not be made", async () => {
  const value = lazily(() => Promise.reject(new Error("no")));
  await expect(value.get()).rejects.toThrow("no");
  expect(value.peek()).toBeUndefined();
});
