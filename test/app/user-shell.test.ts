import { expect, it } from "vitest";
import { reportOf } from "../../src/app/shell-report.ts";

it("the report cannot be closed by what is in it", () => {
  const text = reportOf("cat x", { output: "````\n```\nend", isError: false });
  expect(text).toContain("`````\n````\n```\nend\n`````");
  expect(reportOf("x", { output: "no", isError: true })).toContain("It failed with:");
});
