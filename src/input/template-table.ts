/** The templates that come with the program; a file of the user's own with the same name takes the place of one. */
import type { Template } from "./template.ts";

export const builtInTemplates: readonly Template[] = [
  {
    name: "explain",
    description: "what code does and why",
    text: "Explain what this does, why it is done this way, and what could go wrong:\n\n{code}",
  },
  {
    name: "fix",
    description: "find and mend an error",
    text: "This code fails:\n\n{code}\n\nThe error is:\n\n{error}\n\nFind the cause, then mend it with the smallest change.",
  },
  {
    name: "refactor",
    description: "clearer code that does the same",
    text: "Make this clearer without changing what it does. Say what you changed and why:\n\n{code}",
  },
  {
    name: "test",
    description: "tests that can fail",
    text: "Write tests for this, edge cases and bad input among them. Each test must be able to fail:\n\n{code}",
  },
  {
    name: "document",
    description: "short documentation",
    text: "Write short documentation for this, for somebody who has to use it:\n\n{code}",
  },
  {
    name: "review",
    description: "a picky review",
    text: "Review this as a picky colleague. Name bugs first, then risks, then style, each with its place:\n\n{code}",
  },
  {
    name: "optimize",
    description: "faster, with reasons",
    text: "Where does this spend its time or memory, and what would make it cheaper? Measure before you claim:\n\n{code}",
  },
  {
    name: "convert",
    description: "from one language to another",
    text: "Convert this from {from_lang} to {to_lang}, in the way that people write {to_lang}:\n\n{code}",
  },
  {
    name: "summarize",
    description: "the gist in so many sentences",
    text: "Summarize this in at most {length} sentences:\n\n{text}",
  },
  {
    name: "translate",
    description: "into another language",
    text: "Translate this into {language}, and keep its tone:\n\n{text}",
  },
  {
    name: "debug",
    description: "hunt down a problem step by step",
    text: "Something is wrong: {problem}\n\nList what could cause it, the likeliest first, and check one after the other.",
  },
  {
    name: "plan",
    description: "steps before work",
    text: "Make a plan for this, in steps that can be checked one by one. Do not begin yet:\n\n{goal}",
  },
  {
    name: "compare",
    description: "two things side by side",
    text: "Compare {first} with {second}: what is the same, what differs, and when to choose which.",
  },
  {
    name: "regex",
    description: "a regular expression",
    text: "Write a regular expression that matches {wanted}. Show three texts that match and three that do not.",
  },
  {
    name: "sql",
    description: "a query",
    text: "Write an SQL query that gives {wanted}. Say which tables and columns you assume.",
  },
  {
    name: "commit",
    description: "a commit message",
    text: "Write a commit message for this change: one line in the imperative, then why, if that is not obvious.\n\n{diff}",
  },
];
