// The small lies that a test should notice: every place of a source file where one can be told.
import ts from "typescript";

const S = ts.SyntaxKind;

/** What an operator becomes. */
const operators = new Map([
  [S.EqualsEqualsEqualsToken, ["!=="]],
  [S.ExclamationEqualsEqualsToken, ["==="]],
  [S.LessThanToken, ["<=", ">="]],
  [S.LessThanEqualsToken, ["<", ">"]],
  [S.GreaterThanToken, [">=", "<="]],
  [S.GreaterThanEqualsToken, [">", "<"]],
  [S.PlusToken, ["-"]],
  [S.MinusToken, ["+"]],
  [S.AsteriskToken, ["/"]],
  [S.SlashToken, ["*"]],
  [S.AmpersandAmpersandToken, ["||"]],
  [S.BarBarToken, ["&&"]],
  [S.PlusEqualsToken, ["-="]],
  [S.MinusEqualsToken, ["+="]],
]);

/** What a method of arrays and texts becomes. */
const methods = new Map(
  [
    ["some", "every"],
    ["every", "some"],
    ["startsWith", "endsWith"],
    ["endsWith", "startsWith"],
    ["min", "max"],
    ["max", "min"],
    ["trimStart", "trimEnd"],
    ["trimEnd", "trimStart"],
    ["flatMap", "map"],
    ["findLast", "find"],
    ["lastIndexOf", "indexOf"],
  ].map(([name, other]) => [name, [other]]),
);

/** Of a node: texts to stand for part of it. Conditions are turned round, texts emptied, calls left out, and so on. */
const kinds = [
  (node, text) =>
    ts.isBinaryExpression(node)
      ? replacements(node.operatorToken, operators.get(node.operatorToken.kind))
      : ts.isConditionalExpression(node)
        ? [change(node.condition, `!(${text(node.condition)})`)]
        : [],
  (node, text) =>
    ts.isIfStatement(node) || ts.isWhileStatement(node)
      ? [change(node.expression, `!(${text(node.expression)})`)]
      : [],
  (node, text) =>
    ts.isPrefixUnaryExpression(node) && node.operator === S.ExclamationToken
      ? [change(node, `!!(${text(node.operand)})`)]
      : [],
  (node) =>
    node.kind === S.TrueKeyword
      ? [change(node, "false")]
      : node.kind === S.FalseKeyword
        ? [change(node, "true")]
        : [],
  (node) => (ts.isNumericLiteral(node) ? [change(node, `(${node.text} + 1)`)] : []),
  (node) => (isValueText(node) ? [change(node, node.text === "" ? '"mutant"' : '""')] : []),
  (node) =>
    ts.isPropertyAccessExpression(node) && ts.isCallExpression(node.parent) && node.parent.expression === node
      ? replacements(node.name, methods.get(node.name.text))
      : [],
  (node, text) =>
    ts.isBinaryExpression(node) && node.operatorToken.kind === S.QuestionQuestionToken
      ? [change(node, `(${text(node.left)})`), change(node, `(${text(node.right)})`)]
      : [],
  (node) => (ts.isExpressionStatement(node) && isCall(node.expression) ? [change(node, ";")] : []),
  (node) => (ts.isArrayLiteralExpression(node) && node.elements.length > 0 ? [change(node, "[]")] : []),
  (node) =>
    ts.isReturnStatement(node) && node.expression ? [change(node, "return undefined as never;")] : [],
];

function change(node, replacement) {
  return { start: node.getStart(), end: node.end, replacement };
}

function replacements(node, others = []) {
  return others.map((other) => change(node, other));
}

function isCall(expression) {
  return ts.isCallExpression(ts.isAwaitExpression(expression) ? expression.expression : expression);
}

/** A text that the program works with: no import, no type, no name of a property. */
function isValueText(node) {
  if (!ts.isStringLiteral(node) && !ts.isNoSubstitutionTemplateLiteral(node)) return false;
  const { parent } = node;
  return !ts.isImportDeclaration(parent) && !ts.isLiteralTypeNode(parent) && !ts.isPropertyAssignment(parent)
    ? true
    : ts.isPropertyAssignment(parent) && parent.initializer === node;
}

/** Every mutant of the file: what stands where, and what takes its place. */
export function mutantsOf(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const text = (node) => source.slice(node.getStart(), node.end);
  const found = [];
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    for (const kind of kinds) found.push(...kind(node, text));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found.map((mutant) => ({
    ...mutant,
    file,
    line: tree.getLineAndCharacterOfPosition(mutant.start).line + 1,
    original: source.slice(mutant.start, mutant.end),
  }));
}

export function apply(source, { start, end, replacement }) {
  return source.slice(0, start) + replacement + source.slice(end);
}
