import { expect, test } from "vitest";
import { configPaths, shownPath } from "../../src/config/paths.ts";

test.each([
  ["/home/u/p/.treadle/config.yaml", "/home/u/p", ".treadle/config.yaml"],
  ["/home/u/.config/treadle/config.yaml", "/home/u/p", "~/.config/treadle/config.yaml"],
  ["/home/u/.config/treadle/config.yaml", "/", "~/.config/treadle/config.yaml"],
  ["/home/u/p/..odd.yaml", "/home/u/p", "..odd.yaml"],
  ["/etc/treadle.yaml", "/home/u/p", "/etc/treadle.yaml"],
  ["/home/u", "/home/u", "/home/u"],
])("%s seen from %s is shown as %s", (path, cwd, shown) => {
  expect(shownPath(path, cwd, "/home/u")).toBe(shown);
});

test("a home that is not absolute shortens nothing", () => {
  expect(shownPath("/a/b/c", "/x", "")).toBe("/a/b/c");
});

test.each([
  [
    {},
    "/home/u",
    {
      config: "/home/u/.config/treadle",
      state: "/home/u/.local/state/treadle",
      cache: "/home/u/.cache/treadle",
    },
  ],
  [
    { XDG_CONFIG_HOME: "/c", XDG_STATE_HOME: "/s", XDG_CACHE_HOME: "/x" },
    "",
    { config: "/c/treadle", state: "/s/treadle", cache: "/x/treadle" },
  ],
  [{ XDG_CONFIG_HOME: "c", XDG_STATE_HOME: "./s" }, "u", { config: undefined, state: undefined }],
])("directories by %j and the home %j", (env, home, expected) => {
  expect(configPaths(env, home)).toEqual(expected);
});
