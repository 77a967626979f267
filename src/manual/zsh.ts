/** Completions as a script for zsh. */
import type { SubcommandWord } from "../config/subcommand.ts";
import type { CompletedOption, CompletedSubcommand, CompletedValue, Completions } from "./completions.ts";

export function zshCompletion({ options, chatFlags, subcommands }: Completions): string {
  const specs = (flags: readonly string[]) => options.filter(({ flag }) => flags.includes(flag)).map(spec);
  return `#compdef treadle
# Completions of treadle for zsh. In ~/.zshrc, after compinit: eval "$(treadle completion zsh)"

_treadle_subcommands() {
  local -a names
  names=(
${subcommands.map(({ name, help }) => `    ${quoted(`${name}:${help}`)}`).join("\n")}
  )
  _describe -t subcommands subcommand names
}

_treadle() {
  local curcontext=$curcontext state line ret=1
  typeset -A opt_args
  _arguments -s -S -C \\
${joined([...specs(chatFlags), "'1: :->first'", "'*:: :->rest'"])} && ret=0
  case $state in
    first) _treadle_subcommands && ret=0; _files && ret=0 ;;
    rest)
      case $line[1] in
${subcommands.map((subcommand) => subcommandCase(subcommand, specs(subcommand.flags))).join("\n")}
        *) _files && ret=0 ;;
      esac ;;
  esac
  return ret
}

if [[ $funcstack[1] == _treadle ]]; then
  _treadle "$@"
else
  compdef _treadle treadle
fi
`;
}

function subcommandCase({ name, words }: CompletedSubcommand, specs: readonly string[]): string {
  const places = words.map((word, index) => `'${index + 1}: :${wordAction(word)}'`);
  return `        ${name})\n          _arguments -s -S \\\n${joined([...specs, ...places])} && ret=0 ;;`;
}

function joined(specs: readonly string[]): string {
  return specs.map((text) => `    ${text}`).join(" \\\n");
}

/** As _arguments reads it: both forms of an option, what it is for, and its value. */
function spec({ flag, short, help, value }: CompletedOption): string {
  const sign = value.kind === "none" ? "" : "=";
  const rest = quoted(`[${escaped(help)}]${valueSpec(value)}`);
  if (short === undefined) return `--${flag}${sign}${rest}`;
  return `'(-${short} --${flag})'{-${short}${sign && "+"},--${flag}${sign}}${rest}`;
}

function valueSpec(value: CompletedValue): string {
  if (value.kind === "none") return "";
  if (value.kind === "file") return ":file:_files";
  const colon = value.optional ? "::" : ":";
  return `${colon}value:${value.words.length > 0 ? `(${value.words.join(" ")})` : " "}`;
}

function wordAction(word: SubcommandWord): string {
  if (word === "file") return "_files";
  if (word === "directory") return "_files -/";
  return `(${(word === "session" ? ["last"] : word).join(" ")})`;
}

function escaped(text: string): string {
  return text.replaceAll(/[[\]:\\]/g, String.raw`\$&`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
