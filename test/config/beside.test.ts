import { expect, it } from "vitest";
import { besideFile } from "../../src/config/beside.ts";

const backends = {
  near: { type: "module", module: "near.mjs" },
  far: { type: "module", module: "/opt/far.mjs" },
  home: { type: "module", module: "~/home.mjs" },
  other: { model: "m" },
} as const;

it("finds modules beside the file that names them, for agents too, and leaves full paths alone", () => {
  const settings = {
    layer: { backends },
    agents: [
      { name: "a", settings: { backends } },
      { name: "b", settings: {} },
    ],
  };
  const expected = { ...backends, near: { type: "module", module: "/etc/treadle/near.mjs" } };
  expect(besideFile(settings, "/etc/treadle")).toEqual({
    layer: { backends: expected },
    agents: [
      { name: "a", settings: { backends: expected } },
      { name: "b", settings: {} },
    ],
  });
});
