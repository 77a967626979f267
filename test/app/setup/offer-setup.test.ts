import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { offerSetup } from "../../../src/app/setup/offer-setup.ts";
import { scratch } from "../../support/program.ts";
import { type FakeHost, fakeHost } from "../fake-host.ts";

function start(host: FakeHost, changes: Partial<Parameters<typeof offerSetup>[0]> = {}): readonly string[] {
  return offerSetup({ host, flags: { record: true }, settings: {}, ...changes });
}

function terminal(env: Readonly<Record<string, string>> = {}): FakeHost {
  const host = fakeHost({ env });
  host.stdin.isTTY = true;
  return host;
}

const markOf = ({ home }: FakeHost) => join(home, ".local", "state", "treadle", "init-offered");

it("is said once, in one sentence", () => {
  const host = terminal();
  expect(start(host)).toEqual([expect.stringMatching(/^No settings yet: \/init .*treadle init/)]);
  expect(existsSync(markOf(host))).toBe(true);
  expect(start(host)).toEqual([]);
});

it.each<readonly [string, Partial<Parameters<typeof offerSetup>[0]>]>([
  ["a backend is chosen", { settings: { backend: "offline" } }],
  ["a settings file is named", { flags: { record: true, config: "x.yaml" } }],
  ["nothing may be kept", { flags: { record: false } }],
])("is not said where %s, and then later", (_name, changes) => {
  const host = terminal();
  expect(start(host, changes)).toEqual([]);
  expect(existsSync(markOf(host))).toBe(false);
  expect(start(host)).toHaveLength(1);
});

it("is not said to a script, nor where the environment names a file", () => {
  expect(start(fakeHost())).toEqual([]);
  expect(start(terminal({ TREADLE_CONFIG: "/x.yaml" }))).toEqual([]);
});

it.each(["config.yaml", "config.json", "agents.pl"])("is not said where there is a %s", (name) => {
  const host = terminal();
  const file = join(host.home, ".config", "treadle", name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "");
  expect(start(host)).toEqual([]);
});

it("is not said where it could not be remembered", () => {
  const file = join(scratch(), "file");
  writeFileSync(file, "");
  expect(start(terminal({ XDG_STATE_HOME: join(file, "below") }))).toEqual([]);
});
