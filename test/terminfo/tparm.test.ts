/** By example; sample.test.ts and database.test.ts compare with ncurses. */
import { describe, expect, it } from "vitest";
import { createTparm } from "../../src/terminfo/tparm.ts";

describe("tparm", () => {
  it.each([
    ["\x1b[%i%p1%d;%p2%dH", [0, 79], "\x1b[1;80H"],
    ["%i%p1%d%i%p1%d", [1], "22"],
    ["%p1%c%p2%c", [0, 0x1b], "\x80\x1b"],
    ["%p1%{2147483647}%+%d", [1], "-2147483648"],
    ["%p1%{65536}%*%d", [65536], "0"],
    ["%p1%{0}%/%d%p1%{0}%m%d", [7], "00"],
    ["%p1%{2}%/%d %p1%{2}%m%d", [-7], "-3 -1"],
    ["%p1%:-5d|%p1%05d|%p1%.3d|%p1%#x|%p1%X|%p1%o", [42], "42   |00042|042|0x2a|2A|52"],
    ["%p1%l%d:%p1%s:%p1%:-4s:%p1%.1s", ["ab"], "2:ab:ab  :a"],
    ["%?%p1%tyes%eno%;", [0], "no"],
    ["%?%p1%t%?%p2%tboth%efirst%;%enone%;", [1, 0], "first"],
    ["%'A'%p1%+%c", [1], "B"],
    ["%d;%d", [3, 4], "3;4"],
    ["100%%", [], "100%"],
  ] as const)("makes of %j with %j what ncurses makes of it", (format, params, result) => {
    expect(createTparm()(format, ...params)).toBe(result);
  });

  it("ends at a NUL byte, like a C string", () => {
    expect(createTparm()("a%p1%cb", 256)).toBe("a");
    expect(createTparm()("%p1%s%p1%l%d", "ab\0cd")).toBe("ab2");
  });

  it("keeps static variables from call to call, and others not", () => {
    const tparm = createTparm();
    tparm("%p1%PA%p1%Pa", 5);
    expect(tparm("%gA%d %ga%d")).toBe("5 0");
    expect(createTparm()("%gA%d")).toBe("0");
  });

  it("makes nothing of a parameter of the wrong kind", () => {
    expect(createTparm()("<%p1%s%p2%d>", 1, "x")).toBe("<0>");
    expect(createTparm()("%p1%d", Number.NaN)).toBe("0");
  });

  it("never fails over a malformed format", () => {
    const malformed = [
      "%",
      "%p",
      "%'",
      "%{",
      "%P",
      "%?%t",
      "%e",
      "%;",
      "%99999d",
      "%:",
      "%g",
      "%+%s%l%t",
      "%5",
    ];
    expect(malformed.map((format) => typeof createTparm()(format, 1, 2))).toEqual(
      malformed.map(() => "string"),
    );
  });
});
