/** How an exported page looks: light or dark as the reader's system is, and on paper. */

export const htmlStyle = `:root {
  color-scheme: light dark;
  --ground: #fdfdfb; --ink: #1d2021; --faint: #5f6368; --line: #d5d5cf;
  --user: #e8f0f7; --code: #f2f2ec; --accent: #1a5a96; --wrong: #a3261b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #16181a; --ink: #e6e4df; --faint: #a0a4a8; --line: #3a3f44;
    --user: #1d2b38; --code: #202428; --accent: #8cbcec; --wrong: #ff9d90;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 52rem; padding: 1.5rem 1rem 4rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0; color: var(--faint);
  font-size: .875rem; }
dd { margin: 0; }
header { border-bottom: 1px solid var(--line); padding-bottom: 1rem; margin-bottom: 1rem; }
article { margin: 0 0 1rem; padding: .25rem .75rem; }
article.user { background: var(--user); border-radius: .4rem; }
h2 { font-size: .875rem; margin: .4rem 0; color: var(--accent); }
h2 a { color: var(--faint); font-weight: normal; text-decoration: none; }
p { margin: .5rem 0; white-space: pre-wrap; }
.note, .system { color: var(--faint); }
pre { margin: .5rem 0; padding: .6rem .75rem; background: var(--code); border: 1px solid var(--line); border-radius: .4rem;
  overflow-x: auto; }
code { font: .875rem/1.45 ui-monospace, monospace; }
pre code { white-space: pre; overflow-wrap: normal; }
details { margin: .5rem 0; border-left: 3px solid var(--line); padding-left: .75rem; }
summary { cursor: pointer; color: var(--faint); font-size: .875rem; }
.error summary { color: var(--wrong); }
@media print {
  :root { --ground: #fff; --ink: #000; --faint: #444; --line: #bbb; --user: #f3f3f3; --code: #f7f7f7; --accent: #000;
    --wrong: #000; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  pre code { white-space: pre-wrap; overflow-wrap: anywhere; }
  h2 { break-after: avoid; }
  details::details-content { content-visibility: visible; display: block; }
}
`;
