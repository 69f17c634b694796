// Writes coverage/conformance.md: the clauses of test/clauses.md with the tests that prove them. A comment above a test names its
// clauses, such as `// @proves S-4.1-2` or `// @proves S-2.1-3..5, D-3-1`; it can also stand above a `describe`, whose tests then prove
// them together, and above a row of a table of cases. `…` stands for what a table fills in.
// Fails for a clause that no test proves, for an id that is no clause, and for a comment that stands above no test.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const CLAUSES = 'test/clauses.md';
const PAGE = 'coverage/conformance.md';
const FOLDERS = ['src', 'packages/client/src', 'test'];
const ROW = /^\| ([SDE]-[\d.]+-\d+) \| (.*) \|$/;
const MARK = /\/\/ @proves (.*)/;
const ID = /^(.*-)(\d+)(?:\.\.(\d+))?$/;

const provenBy = new Map();
const unread = FOLDERS.flatMap(specFilesIn).flatMap(collect);

const list = readFileSync(CLAUSES, 'utf8');
const clauses = new Set(list.split('\n').flatMap((line) => ROW.exec(line)?.[1] ?? []));
const problems = [
  ...unread,
  ...[...clauses].filter((id) => !provenBy.has(id)).map((id) => `No test proves the clause ${id}.`),
  ...[...provenBy]
    .filter(([id]) => !clauses.has(id))
    .map(([id, titles]) => `${[...titles][0]} names ${id}, which is no clause of ${CLAUSES}.`),
];
const page = list
  .replaceAll('| Clause | Says |\n|---|---|', '| Clause | Says | Proven by |\n|---|---|---|')
  .replace(new RegExp(ROW.source, 'gm'), (row, id) => {
    const titles = [...(provenBy.get(id) ?? [])].sort();
    return `${row} ${titles.map((title) => `\`${title.replaceAll('|', '\\|')}\``).join(', ')} |`;
  });
mkdirSync(dirname(PAGE), { recursive: true });
writeFileSync(PAGE, page);
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log(`Tests prove each of ${clauses.size} clauses: ${PAGE}`);
process.exitCode = problems.length > 0 ? 1 : 0;

function specFilesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => /\.(spec|faults)\.ts$/.test(name))
    .map((name) => join(folder, name));
}

/** Notes what the tests of a file prove. @returns a sentence for each comment that belongs to no test */
function collect(file) {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const marks = new Map(
    text.split('\n').flatMap((line, index) => (MARK.test(line) ? [[index, MARK.exec(line)[1]]] : [])),
  );
  visit(source, []);
  return [...marks.keys()].map((line) => `${file}:${line + 1} proves something, but stands above no test.`);

  function visit(node, around) {
    const title = ts.isCallExpression(node) && titleOf(node);
    const inside = title ? [...around, title] : around;
    for (const line of linesAbove(node)) if (marks.has(line)) note(line, node, around);
    ts.forEachChild(node, (child) => visit(child, inside));
  }

  /** The lines of the comments directly above a node. */
  function linesAbove(node) {
    const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
    return comments.map(({ pos }) => source.getLineAndCharacterOfPosition(pos).line);
  }

  function note(line, node, around) {
    const title = ownTitle(node);
    if (title === undefined) return;
    const name = `${file} › ${[...around, title].map(shown).join(' › ')}`;
    for (const id of marks.get(line).split(', ').flatMap(idsOf))
      provenBy.set(id, (provenBy.get(id) ?? new Set()).add(name));
    marks.delete(line);
  }
}

/** The title of the test, of the group or of the row of a table that a node is. */
function ownTitle(node) {
  if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) return titleOf(node.expression);
  return node.parent && ts.isArrayLiteralExpression(node.parent) ? firstText(node) : undefined;
}

function firstText(node) {
  return ts.isStringLiteralLike(node) ? node.text : ts.forEachChild(node, firstText);
}

/** The title of a call of `describe` or `it`, also of `it.each(...)('title')`. */
function titleOf({ expression, arguments: [first] }) {
  const isTest = /^(describe|it|when\w+|on\w+)\b|^\(.*\b(describe|it)(\.skip)?\)$/s.test(
    expression.getText(),
  );
  if (!isTest || !first) return undefined;
  if (ts.isTemplateExpression(first)) return first.getText().slice(1, -1);
  return ts.isStringLiteralLike(first) ? first.text : undefined;
}

/** A title with `…` for what a table fills in. */
function shown(title) {
  return title.replace(/%[a-z]|\$\w+|\$\{[^}]*\}/g, '…');
}

/** `S-2.1-3..5` stands for three clauses. */
function idsOf(text) {
  const [, section = text, first, last = first] = ID.exec(text) ?? [];
  if (first === undefined) return [text];
  return Array.from({ length: last - first + 1 }, (_, index) => `${section}${Number(first) + index}`);
}
