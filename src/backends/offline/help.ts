/** Finds the help section that a question is about, by counting words. Knows no messages. */

export interface HelpSection {
  readonly title: string;
  readonly text: string;
}

const titleWeight = 3;
/** The part of a question's words that a section must contain to count as an answer. */
const minShare = 0.5;
const maxQuestionChars = 2_000;

const greetingWords: ReadonlySet<string> = new Set(
  "hi hello hey hallo greeting morning evening afternoon".split(" "),
);

const stopWords: ReadonlySet<string> = new Set(
  [
    "a about all am an and any are as at be been but by can could do doe for from get give go good had has have",
    "help how i if in into is it its let like make may me my need no not of on or our please possible see should",
    "show so some tell than thank that the their them then there these they this those to treadle us use used",
    "using via want was way we were what when where whether which while who why will with would you your",
  ]
    .join(" ")
    .split(" "),
);

/** The words that carry meaning, in the singular, each once. */
export function contentWords(text: string): readonly string[] {
  const words = wordsOf(text.slice(0, maxQuestionChars));
  return [...new Set(words)].filter((word) => !stopWords.has(word) && !greetingWords.has(word));
}

export function isGreeting(text: string): boolean {
  const words = wordsOf(text.slice(0, maxQuestionChars));
  return words.some((word) => greetingWords.has(word)) && contentWords(text).length === 0;
}

/** The first of the best sections, or undefined where none contains enough of the question. */
export function findHelp(question: string, sections: readonly HelpSection[]): HelpSection | undefined {
  const asked = contentWords(question);
  const pages = sections.map(indexSection);
  let best: HelpSection | undefined;
  let bestScore = 0;
  for (const page of pages) {
    const found = asked.filter((word) => page.all.has(word));
    if (found.length < asked.length * minShare) continue;
    const score = sum(found.map((word) => rarity(word, pages) * (page.title.has(word) ? titleWeight : 1)));
    if (score <= bestScore) continue;
    best = page.section;
    bestScore = score;
  }
  return best;
}

interface Page {
  readonly section: HelpSection;
  readonly title: ReadonlySet<string>;
  /** The words of the title and the text. */
  readonly all: ReadonlySet<string>;
}

function indexSection(section: HelpSection): Page {
  const title = wordsOf(section.title);
  return { section, title: new Set(title), all: new Set([...title, ...wordsOf(section.text)]) };
}

/** A word that is in every section tells little. */
function rarity(word: string, pages: readonly Page[]): number {
  return Math.log(1 + pages.length / pages.filter((page) => page.all.has(word)).length);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(singular);
}

function singular(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith("s") && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}
