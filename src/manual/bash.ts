/** Completions as a script for bash; nothing in it needs more than bash 3.2. */
import type { SubcommandWord } from "../config/subcommand.ts";
import type { CompletedOption, CompletedSubcommand, CompletedValue, Completions } from "./completions.ts";

export function bashCompletion({ options, chatFlags, subcommands }: Completions): string {
  const valued = options.filter(({ value }) => value.kind !== "none");
  const names = subcommands.map(({ name }) => name).join(" ");
  return [
    helpers,
    choice("_treadle_value", [...valueCases(valued), "*) return 1 ;;"]),
    choice("_treadle_options", [
      ...subcommands.map(optionsCase),
      `*) _treadle_only '${dashed(chatFlags)}' ;;`,
    ]),
    choice("_treadle_word", [
      `:0) _treadle_reply < <(compgen -W '${names}' -- "$cur") ;;`,
      ...subcommands.flatMap(wordCases),
    ]),
    entry(valued),
  ].join("\n");
}

const helpers = `# Completions of treadle for bash. In ~/.bashrc: eval "$(treadle completion bash)"

_treadle_reply() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done
}

# Nothing but these words: no file names where none of them fits.
_treadle_only() {
  _treadle_reply < <(compgen -W "$1" -- "$cur")
  compopt +o default 2> /dev/null || true
}

_treadle_directories() {
  _treadle_reply < <(compgen -d -- "$cur")
  compopt -o filenames +o default 2> /dev/null || true
}
`;

function choice(name: string, cases: readonly string[]): string {
  return `${name}() {\n  case $1 in\n${cases.map((text) => `    ${text}\n`).join("")}  esac\n}\n`;
}

/** Finds the first word that is no option and no value, and how many came after it. */
function entry(valued: readonly CompletedOption[]): string {
  return `_treadle() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} first='' count=0 i
  COMPREPLY=()
  if [[ $cur == = ]]; then
    cur=''
  elif [[ $prev == = ]]; then
    prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      --) return ;;
      =) i=$((i + 1)) ;;
      ${valued.map(pattern).join(" | ")})
        [[ \${COMP_WORDS[i + 1]} == = ]] || i=$((i + 1)) ;;
      -*) ;;
      *) if [[ -z $first ]]; then first=\${COMP_WORDS[i]}; else count=$((count + 1)); fi ;;
    esac
  done
  if [[ $cur == -* ]]; then
    _treadle_options "$first"
  elif ! _treadle_value "$prev"; then
    _treadle_word "$first:$count"
  fi
}

complete -o default -F _treadle treadle
`;
}

function pattern({ flag, short }: CompletedOption): string {
  return short === undefined ? `--${flag}` : `-${short} | --${flag}`;
}

/** Options that are completed in the same way share a line. */
function valueCases(valued: readonly CompletedOption[]): readonly string[] {
  const patterns = new Map<string, string>();
  for (const option of valued) {
    const does = action(option.value);
    const others = patterns.get(does);
    patterns.set(does, others === undefined ? pattern(option) : `${others} | ${pattern(option)}`);
  }
  return [...patterns].map(([does, options]) => `${options}) ${does} ;;`);
}

/** What is a file is left to bash. */
function action(value: CompletedValue): string {
  return value.kind === "words" ? `_treadle_only '${value.words.join(" ")}'` : ":";
}

function optionsCase({ name, flags }: CompletedSubcommand): string {
  return `${name}) _treadle_only '${dashed(flags)}' ;;`;
}

function dashed(flags: readonly string[]): string {
  return flags.map((flag) => `--${flag}`).join(" ");
}

function wordCases({ name, words }: CompletedSubcommand): readonly string[] {
  return words.map((word, index) => `${name}:${index}) ${wordAction(word)} ;;`);
}

function wordAction(word: SubcommandWord): string {
  if (word === "file") return ":";
  if (word === "directory") return "_treadle_directories";
  return `_treadle_only '${(word === "session" ? ["last"] : word).join(" ")}'`;
}
