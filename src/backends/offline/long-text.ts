/** A long answer in Markdown, to try the display with. */

const paragraphs = Array.from(
  { length: 12 },
  (_, index) =>
    `${index + 1}. This is paragraph ${index + 1} of 12. It is here to fill the screen, so that you can scroll back while the rest of the answer still arrives, and see whether long lines are wrapped between words.`,
);

export const longText = `# A long answer

It shows **bold**, *italic* and \`code\` in a sentence, and then the larger things.

## A list

- a first item
- a second item
  - an item inside it
- a third item

## A table

| tool | what it does | asks first |
|---|---|---|
| read | reads a text file | no |
| write | writes a file | yes |
| edit | replaces text in a file | yes |
| bash | runs a command | yes |

## Some code

\`\`\`js
function greet(name) {
  return \`Hello, \${name}!\`;
}
\`\`\`

> And a quotation.

## Many lines

${paragraphs.join("\n")}

That was the end of the long answer.`;
