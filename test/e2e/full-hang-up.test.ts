/** The window is closed while the full screen is open: nothing is left running, and nothing is complained about. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mainFile, scratch } from "../support/program.ts";
import { startPty } from "../support/pty.ts";
import { until } from "../support/until.ts";

it("ends as a hang-up does, without a word on standard error", async () => {
  const place = scratch();
  const script = '"$0" "$1" -b offline 2> errors; echo "$?" > code';
  // The shell outlives the terminal to write down how the program ended.
  const args = ["-c", `trap '' HUP; ${script}`, process.execPath, mainFile];
  const pty = startPty({ file: "/bin/sh", args, cwd: place, env: { TERM: "xterm" } });
  try {
    await pty.expect("? help");
    pty.close();
    await until(
      () => existsSync(join(place, "code")) && readFileSync(join(place, "code"), "utf8") !== "",
      () => "the program's end",
    );
    expect(readFileSync(join(place, "errors"), "utf8")).toBe("");
    expect(readFileSync(join(place, "code"), "utf8").trim()).toMatch(/^(?:0|129)$/);
  } finally {
    await pty.dispose();
  }
});
