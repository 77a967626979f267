// What a TypeScript file declares, as data: the members of a union of objects, their fields and their comments.
import { readFileSync } from "node:fs";
import ts from "typescript";
import { markdownTable } from "./table.mjs";

/** A table of them. Fails for one without a comment. */
export function unionTable(file, union, tag) {
  const members = unionMembers(file, union, tag);
  const silent = members.filter(({ comment }) => comment === "").map(({ name }) => name);
  if (silent.length > 0) throw new Error(`Say in ${file} what these are: ${silent.join(", ")}`);
  const rows = members.map(({ name, fields, comment }) => [
    `\`${name}\``,
    fields.map((field) => `\`${field.name}${field.optional ? "?" : ""}\``).join(" "),
    comment.replaceAll("|", "\\|"),
  ]);
  return markdownTable([tag, "fields", "what it tells"], rows);
}

/** `[{name, fields: [{name, optional}], comment}]` of a union whose members are told apart by `tag`. */
function unionMembers(file, union, tag) {
  const parsed = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const declared = new Map(parsed.statements.filter(isNamed).map((node) => [node.name.text, node]));
  const { type } = declared.get(union);
  // The comment of a member stands before its bar, which is no part of it.
  return type.types.map((member, index) =>
    describe(member, { declared, tag, from: type.types[index - 1]?.end ?? type.getFullStart() }),
  );
}

function isNamed(node) {
  return ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node);
}

function describe(member, { declared, tag, from }) {
  const target = ts.isTypeReferenceNode(member) ? declared.get(member.typeName.text) : undefined;
  const fields = (target ?? member).members.map(field);
  const named = fields.find(({ name }) => name === tag);
  return {
    name: JSON.parse(named.type),
    fields: fields.filter(({ name }) => name !== tag),
    comment:
      commentAt(textOf(member), from) || (target ? commentAt(textOf(target), target.getFullStart()) : ""),
  };
}

function field(signature) {
  return {
    name: signature.name.getText(),
    optional: signature.questionToken !== undefined,
    type: signature.type.getText(),
  };
}

const textOf = (node) => node.getSourceFile().text;

function commentAt(source, position) {
  const last = ts.getLeadingCommentRanges(source, position)?.at(-1);
  if (!last) return "";
  return source
    .slice(last.pos, last.end)
    .replace(/^\/\*\*|\*\/$/g, "")
    .replace(/^\s*\* ?/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}
