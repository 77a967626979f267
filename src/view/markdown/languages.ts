/** What is told apart in the code of each language: comments, strings and keywords. Plain tables. */

export interface Language {
  /** Begin a comment that ends with the line. */
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [open: string, close: string])[];
  /** What strings begin and end with, the longest first. */
  readonly quotes: readonly string[];
  readonly keywords: ReadonlySet<string>;
}

function language(words: string, parts: Partial<Omit<Language, "keywords">>): Language {
  return {
    lineComments: [],
    blockComments: [],
    quotes: ['"', "'"],
    ...parts,
    keywords: new Set(words.split(" ")),
  };
}

const slashes = { lineComments: ["//"], blockComments: [["/*", "*/"]] } as const;
const hash = { lineComments: ["#"] } as const;

const script = language(
  "abstract any as async await boolean break case catch class const constructor continue declare default delete do else enum export extends false finally for from function get if implements import in instanceof interface is keyof let namespace never new null number object of override private protected public readonly return satisfies set static string super switch this throw true try type typeof undefined unknown var void while yield",
  { ...slashes, quotes: ['"', "'", "`"] },
);
const python = language(
  "False None True and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return self try while with yield",
  { ...hash, quotes: ['"""', "'''", '"', "'"] },
);
const shell = language(
  "alias case cd do done echo elif else esac eval exec exit export fi for function if in local return set shift source then trap unset until while",
  hash,
);
const cFamily = language(
  "alignas auto bool break case catch char class concept const constexpr consteval continue default delete do double else enum explicit extern false final float for friend goto if inline int long mutable namespace new noexcept nullptr operator override private protected public register return short signed sizeof static struct switch template this throw true try typedef typename union unsigned using virtual void volatile while include define ifdef ifndef endif pragma",
  slashes,
);
const java = language(
  "abstract assert bool boolean break byte case catch char class const continue decimal default delegate do double else enum event extends false final finally float for foreach fun if implements import in instanceof int interface internal is let long namespace native new null object open out override package private protected public readonly record ref return sealed short static string struct super suspend switch synchronized this throw throws transient true try using val var virtual void volatile when while",
  slashes,
);
const go = language(
  "any bool break byte case chan const continue default defer else error fallthrough false float64 for func go goto if import int int64 interface map nil package range return rune select string struct switch true type uint var",
  { ...slashes, quotes: ['"', "'", "`"] },
);
const rust = language(
  "Err None Ok Option Result Self Some Vec as async await bool break const continue crate dyn else enum extern f32 f64 false fn for i32 i64 if impl in let loop match mod move mut pub ref return self static str struct super trait true type u32 u64 u8 unsafe use usize where while",
  { ...slashes, quotes: ['"'] },
);
const ruby = language(
  "BEGIN END alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or redo rescue retry return self super then true undef unless until when while yield require attr_accessor",
  hash,
);
const php = language(
  "abstract and array as break case catch class clone const continue declare default do echo else elseif extends final finally fn for foreach function global if implements include instanceof interface isset list match namespace new null or private protected public readonly require return static switch this throw trait true false try unset use var while yield",
  { lineComments: ["//", "#"], blockComments: [["/*", "*/"]] },
);
const lua = language(
  "and break do else elseif end false for function goto if in local nil not or repeat return then true until while",
  { lineComments: ["--"], blockComments: [["--[[", "]]"]] },
);
const sqlWords =
  "add all alter and as asc begin between by case check column commit constraint create default delete desc distinct drop else end exists foreign from full group having if in index inner insert into is join key left like limit not null on or order outer primary references returning right rollback select set table then union unique update using values view when where with";
const sql = language(`${sqlWords} ${sqlWords.toUpperCase()}`, {
  lineComments: ["--"],
  blockComments: [["/*", "*/"]],
});
const data = language("true false null yes no on off", hash);
const json = language("true false null", { lineComments: ["//"], quotes: ['"'] });
const css = language("important media import keyframes supports from to", {
  blockComments: [["/*", "*/"]],
});
const markup = language("", { blockComments: [["<!--", "-->"]] });
const haskell = language(
  "case class data deriving do else if import in infixl infixr instance let module newtype of then type where",
  { lineComments: ["--"], blockComments: [["{-", "-}"]], quotes: ['"'] },
);
const prolog = language("is mod not dynamic module use_module", {
  lineComments: ["%"],
  blockComments: [["/*", "*/"]],
});
const lisp = language(
  "and begin case cond cons def defmacro defn defun defvar define else false fn if in lambda let let* letrec list loop nil not ns or quote require set setq t true unless when",
  { lineComments: [";"], quotes: ['"'] },
);
const make = language("define endef endif else export ifdef ifeq ifndef ifneq include override", hash);
const docker = language(
  "ADD ARG AS CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL RUN SHELL USER VOLUME WORKDIR",
  hash,
);

const names: readonly (readonly [string, Language])[] = [
  ["ts tsx js jsx mjs cjs typescript javascript", script],
  ["py python py3 python3", python],
  ["sh bash zsh shell fish", shell],
  ["c h cpp cc hpp cxx c++ objc arduino", cFamily],
  ["java kotlin kt cs csharp c# scala swift dart groovy", java],
  ["go golang", go],
  ["rs rust", rust],
  ["rb ruby", ruby],
  ["php", php],
  ["lua", lua],
  ["sql psql mysql sqlite", sql],
  ["yaml yml toml ini conf properties", data],
  ["json jsonc json5 jsonl", json],
  ["css scss less", css],
  ["html xml svg vue", markup],
  ["hs haskell elm", haskell],
  ["pl prolog erl erlang", prolog],
  ["lisp el elisp scheme clojure clj racket", lisp],
  ["make makefile mk", make],
  ["dockerfile docker", docker],
];

const byName: ReadonlyMap<string, Language> = new Map(
  names.flatMap(([list, entry]) => list.split(" ").map((name) => [name, entry] as const)),
);

/** By the word after the fence, such as `ts` or `ts title=x`; undefined for what is not known. */
export function languageOf(info: string): Language | undefined {
  return byName.get(/^[^\s{,:]*/.exec(info)?.[0].toLowerCase() ?? "");
}
