import { describe, expect, it } from "vitest";
import { bwrapArgs, bwrapBase, type Enclosure, prootArgs } from "../../../src/tools/sandbox/enclosure.ts";

const enclosure: Enclosure = {
  directory: "/home/me/work",
  network: false,
  sockets: ["/run"],
  hidden: { directories: ["/home/me/.ssh", "/home/me/.config/treadle"], files: ["/home/me/.netrc"] },
  shown: [{ source: "/data/skills", place: "/home/me/.config/treadle/skills" }],
};

/** Where this run of arguments begins; -1 where it does not occur. */
const place = (args: readonly string[], ...run: readonly string[]) =>
  args.findIndex((_, index) => run.every((arg, step) => args[index + step] === arg));

describe("the arguments for bubblewrap", () => {
  const args = bwrapArgs(enclosure);

  it("end with the command's own", () => {
    expect(args.at(-1)).toBe("--");
    expect(args.slice(-3, -1)).toEqual(["--chdir", "/home/me/work"]);
  });

  it("take away namespaces, capabilities and the terminal, and end it with us", () => {
    for (const flag of ["--unshare-all", "--die-with-parent", "--new-session"]) expect(args).toContain(flag);
    expect(place(args, "--cap-drop", "ALL")).toBeGreaterThan(0);
  });

  it("open the network only when it is asked for", () => {
    expect(args).not.toContain("--share-net");
    expect(bwrapArgs({ ...enclosure, network: true })).toContain("--share-net");
    expect(bwrapBase(true)).toContain("--share-net");
  });

  it("lay mounts over each other in the order that hides what is to be hidden", () => {
    const order = [
      place(args, "--ro-bind", "/", "/"),
      place(args, "--tmpfs", "/tmp"),
      place(args, "--tmpfs", "/run"),
      place(args, "--bind", "/home/me/work", "/home/me/work"),
      place(args, "--tmpfs", "/home/me/.ssh"),
      place(args, "--tmpfs", "/home/me/.config/treadle"),
      place(args, "--ro-bind", "/dev/null", "/home/me/.netrc"),
      place(args, "--ro-bind", "/data/skills", "/home/me/.config/treadle/skills"),
      place(args, "--remount-ro", "/home/me/.config/treadle"),
    ];
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it("make nothing writable but the working directory", () => {
    const writable = args.filter((_, index) => args[index - 1] === "--bind");
    expect(writable).toEqual(["/home/me/work"]);
  });
});

it("proot is given an empty directory for each hidden one, and a /tmp of its own", () => {
  const places = { empty: "/t/s/empty", privateTmp: "/t/s/tmp", tmp: "/t" };
  expect(prootArgs(enclosure, places)).toEqual([
    "--kill-on-exit",
    ...["-b", "/t/s/tmp:/t"],
    ...["-b", "/home/me/work:/home/me/work"],
    ...["-b", "/t/s/empty:/home/me/.ssh"],
    ...["-b", "/t/s/empty:/home/me/.config/treadle"],
    ...["-b", "/dev/null:/home/me/.netrc"],
    ...["-b", "/data/skills:/home/me/.config/treadle/skills"],
    ...["-w", "/home/me/work"],
  ]);
});
