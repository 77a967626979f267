/** What a value may be, as plain data that flags, environment and files share. Knows no setting by name. */

export type Rule = TextRule | ChoiceRule | BooleanRule | NumberRule | ListRule | MapRule | GroupRule;

export interface TextRule {
  readonly kind: "text";
  readonly what: string;
  readonly accepts: (text: string) => boolean;
  /** Never repeated in a message. */
  readonly secret?: true;
}

interface ChoiceRule {
  readonly kind: "choice";
  readonly values: readonly string[];
}

interface BooleanRule {
  readonly kind: "boolean";
}

export interface NumberRule {
  readonly kind: "number";
  readonly whole: boolean;
  readonly min: number;
  readonly max?: number;
}

export interface ListRule {
  readonly kind: "list";
  readonly what: string;
  readonly item: TextRule | ChoiceRule | GroupRule;
  /** The same item may stand there twice, as among arguments. */
  readonly repeats?: true;
}

/** Names chosen by the user, each with a group of keys or a text. */
interface MapRule {
  readonly kind: "map";
  readonly what: string;
  readonly of: GroupRule | TextRule;
}

/** Keys fixed by the program. */
export interface GroupRule {
  readonly kind: "group";
  readonly keys: KeyTable;
  /** Those that must be there. */
  readonly required?: readonly string[];
}

export type KeyTable = Readonly<Record<string, KeyEntry>>;

export interface KeyEntry<Name extends string = string> {
  readonly rule: Rule;
  /** What the value is called once it has been read. */
  readonly setting: Name;
  /** For the help. */
  readonly description: string;
  /** Only the user's own configuration may set it, never a project's. */
  readonly own?: true;
}

export function isSecret(rule: Rule | undefined): boolean {
  return rule?.kind === "text" && rule.secret === true;
}

export type Value = string | number | boolean | readonly string[];

export function allowed(rule: Rule): string {
  switch (rule.kind) {
    case "text":
      return rule.what;
    case "choice":
      return `one of ${rule.values.join(", ")}`;
    case "boolean":
      return "true or false";
    case "number":
      return allowedNumber(rule);
    case "list":
      return `a list of ${rule.what}`;
    case "map":
      return `a set of named ${rule.what}`;
    case "group":
      return "a set of settings";
  }
}

function allowedNumber(rule: NumberRule): string {
  const kind = rule.whole ? "a whole number" : "a number";
  return rule.max === undefined ? `${kind} from ${rule.min} up` : `${kind} from ${rule.min} to ${rule.max}`;
}

/** What is allowed where the value is typed as text: on the command line or in the environment. */
export function allowedAsText(rule: Rule): string {
  if (rule.kind === "boolean") return `one of ${[...trueWords, ...falseWords].join(", ")}`;
  if (rule.kind === "list") return `${allowed(rule)}, separated by commas`;
  return allowed(rule);
}

/** The value that `text` stands for, or undefined when the rule does not allow it. */
export function readText(rule: Rule, text: string): Value | undefined {
  switch (rule.kind) {
    case "text":
      return [text, text.trim()].find(rule.accepts);
    case "choice":
      return rule.values.find((value) => value === text.trim());
    case "boolean":
      return readBoolean(text);
    case "number":
      return readNumber(rule, text.trim());
    case "list":
      return readList(rule, text);
    default:
      return undefined;
  }
}

const trueWords = ["1", "true", "yes", "on"];
const falseWords = ["0", "false", "no", "off"];

function readBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (trueWords.includes(word)) return true;
  return falseWords.includes(word) ? false : undefined;
}

function readNumber(rule: NumberRule, text: string): number | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  return numberFits(rule, value) ? value : undefined;
}

function numberFits(rule: NumberRule, value: number): boolean {
  if (rule.whole && !Number.isSafeInteger(value)) return false;
  return value >= rule.min && value <= (rule.max ?? Number.MAX_VALUE);
}

function readList(rule: ListRule, text: string): readonly string[] | undefined {
  const items = text.split(",").map((item) => readText(rule.item, item));
  return items.every((item) => typeof item === "string") ? items : undefined;
}
