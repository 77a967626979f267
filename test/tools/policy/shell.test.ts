import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readShell, type ShellCommand } from "../../../src/tools/policy/shell.ts";

/** `?` before a word whose text the shell decides, `<` before the program it reads from, `>` before files it writes. */
function sketch({ words, sets, writes, from }: ShellCommand): string {
  return [
    ...sets.map((name) => `${name}=`),
    ...words.map(({ text, known }) => (known ? text : `?${text}`)),
    ...writes.map(({ text }) => `>${text}`),
    ...(from ? [`<${from.words[0]?.text}`] : []),
  ].join(" ");
}

const sketches = (source: string) => readShell(source).commands.map(sketch);

const braced = ["$", "{y:-$(pwd)}"].join("");

describe("what a command line would run", () => {
  it.each<[string, readonly string[]]>([
    ["rm -rf /", ["rm -rf /"]],
    ["ls; pwd && id || true\nwc", ["ls", "pwd", "id", "true", "wc"]],
    ["echo hi | bash", ["echo hi", "bash <echo"]],
    ["a |& b | c", ["a", "b <a", "c <b"]],
    ["(ls; cat) | sh", ["ls", "cat", "sh <cat"]],
    ["curl x | (cat; sh)", ["curl x", "cat <curl", "sh <curl"]],
    ["\\rm 'a b' \"c\" r''m $'\\x72m'", ["rm a b c rm rm"]],
    ["A=1 env B=2 rm", ["A= env B=2 rm"]],
    ['echo $HOME "$x" *.c a*.c {a,b}', ["echo ?$HOME ?$x ?*.c a*.c ?{a,b}"]],
    [`echo $(rm x) \`id\` ${braced}`, [`echo ?$(rm x) ?\`id\` ?${braced}`, "rm x", "id", "pwd"]],
    ["bash <(curl x)", ["bash ?<(curl x)", "curl x"]],
    ["cat <<E\n$(rm -rf /)\nE", ["cat", "rm -rf /"]],
    ["cat <<'E'\n$(rm -rf /)\nE", ["cat"]],
    ["ls >a 2>>b &>c 2>&1 <d >&2 3>&-", ["ls >a >b >c"]],
    ["{ ls; } > /etc/x", [" >/etc/x".trim(), "ls"]],
    ["x=$(curl y)", ["x=", "curl y"]],
    ["[[ $(id) ]] && (( $(pwd) ))", ["id", "pwd"]],
    ["ls # rm", ["ls"]],
  ])("%j", (source, expected) => {
    expect(sketches(source)).toEqual(expected);
  });

  it("knows what runs inside the words of a command", () => {
    const [bash] = readShell("bash <(curl x | tee y)").commands;
    expect(bash?.inside.map(sketch)).toEqual(["curl x", "tee y <curl"]);
  });
});

describe("what cannot be told for sure", () => {
  it.each<[string, RegExp]>([
    ["echo 'open", /quote/],
    ["ls &", /background/],
    ["f() { ls; }; f", /Function/],
    ["if ls; then pwd; fi", /If/],
    ["for f in a; do cat $f; done", /For/],
    ["ls\rrm", /control/],
    ["ls \u202e", /invisible/],
    ["ls\u0000", /control/],
    [`${"$(".repeat(100)}ls${")".repeat(100)}`, /./],
    [`echo ${"a".repeat(30_000)}`, /too long/],
    ["coproc ls", /Coproc/],
    ["! || ls", /empty/],
    ["cat <( ( ))", /empty/],
    ["cat <( > )", /cannot be read|empty/],
    ["cat <( ; )", /cannot be read/],
    ["ls # rm", /comment/],
    ["echo $(ls # rm\n)", /comment/],
    ["a ( b", /cannot be read|unexpected/],
    ["echo $[1+1]", /different ways/],
    ["l\\\ns", /different ways/],
  ])("%j", (source, doubt) => {
    expect(readShell(source).doubts.join()).toMatch(doubt);
  });

  it.each(["ls -la", "git log | head -3", "(ls; pwd) && cat a 2>&1", "echo $(date)", "cat <<E\nhi\nE", ""])(
    "nothing of %j",
    (source) => {
      expect(readShell(source).doubts).toEqual([]);
    },
  );
});

const pieces = fc.constantFrom(
  ..."ls rm -rf / a=b $x $(id) `id` ' \" \\ ; & | && || |& ( ) { } < > >> << <<< <( \n # if then fi for do done in case esac [[ ]] (( )) $(( $[ ! time function coproc E * ? [a] ~ = \\\n $'\\n' é \r".split(
    " ",
  ),
  " ",
);

describe("any text", () => {
  it("is read without a throw, and in bounded time", () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        readShell(parts.join(""));
      }),
      { numRuns: 2000 },
    );
  });

  it("that the shell refuses is never without a doubt", () => {
    const sources = fc.sample(fc.array(pieces, { minLength: 1, maxLength: 8 }), {
      // The same each time: what is found by chance would stop others than who caused it.
      seed: 8,
      numRuns: process.env.SLOW_TESTS ? 20_000 : 300,
    });
    const wrong = sources
      .map((parts) => parts.join(" "))
      .filter((source) => readShell(source).doubts.length === 0 && !bashAccepts(source));
    expect(wrong).toEqual([]);
  }, 120_000);
});

function bashAccepts(source: string): boolean {
  try {
    // It warns of a here-document that nothing ends, and takes it.
    execFileSync("bash", ["-n", "-c", "--", source], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}
