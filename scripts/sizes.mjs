// Reports how long files and functions are: median, 90th percentile, maximum, and what exceeds the bounds.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const bounds = { file: 300, function: 60 };
const files = readdirSync("src", { recursive: true })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => measure(join("src", name)));

const functions = files.flatMap((file) => file.functions);
report("files", files, bounds.file);
report("functions", functions, bounds.function);

function measure(path) {
  const text = readFileSync(path, "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const start = lineOf(node.getStart());
      found.push({ name: `${path}:${start}`, lines: lineOf(node.end) - start + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { name: path, lines: text.trimEnd().split("\n").length, functions: found };
}

function report(title, items, bound) {
  const lengths = items.map((item) => item.lines).sort((a, b) => a - b);
  const at = (share) => lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * share))];
  console.log(`${title}: ${items.length}, median ${at(0.5)}, p90 ${at(0.9)}, max ${lengths.at(-1)} lines`);
  for (const item of items.filter((candidate) => candidate.lines > bound)) {
    console.log(`  over ${bound}: ${item.name} (${item.lines})`);
  }
}
