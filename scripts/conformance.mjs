// Fills the column "Proven by" of docs/conformance.md from the ids of clauses that stand in titles of tests, such as `[S-4.1-2]`,
// `[S-2.1-3..5, D-3-1]`. An id in the title of a `describe` is proven by all of its tests.
// Usage: node scripts/conformance.mjs [--check]: fails, instead of writing, when the page is stale. Both fail for a clause that no
// test names, and for an id that is no clause.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const PAGE = 'docs/conformance.md';
const FOLDERS = ['src', 'test'];
const ROW = /^\| ([SDE]-[\d.]+-\d+) \| ((?:[^|\\]|\\.)*) \|.*\|$/;
const IDS = /\s*\[([SDE]-[\d.]+-\d+(?:\.\.\d+)?(?:, [SDE]-[\d.]+-\d+(?:\.\.\d+)?)*)\]/g;

const provenBy = new Map();
for (const file of FOLDERS.flatMap(specFilesIn)) collect(file);

const page = readFileSync(PAGE, 'utf8');
const clauses = new Set(page.split('\n').flatMap((line) => ROW.exec(line)?.[1] ?? []));
const problems = [
  ...[...clauses]
    .filter((id) => !provenBy.has(id))
    .map((id) => `No test names the clause ${id} in its title.`),
  ...[...provenBy]
    .filter(([id]) => !clauses.has(id))
    .map(([id, titles]) => `${[...titles][0]} names ${id}, which is no clause of ${PAGE}.`),
];
const written = page.replace(new RegExp(ROW.source, 'gm'), (_row, id, says) => {
  const titles = [...(provenBy.get(id) ?? [])].sort();
  return `| ${id} | ${says} | ${titles.map((title) => `\`${title.replaceAll('|', '\\|')}\``).join(', ')} |`;
});
if (!process.argv.includes('--check')) writeFileSync(PAGE, written);
else if (written !== page) problems.push(`${PAGE} is stale: npm run -s conformance.`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function specFilesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => /\.(spec|faults)\.ts$/.test(name))
    .map((name) => join(folder, name));
}

/** Notes every title of a file that names clauses. */
function collect(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  visit(source, []);

  function visit(node, around) {
    const title = ts.isCallExpression(node) && titleOf(node);
    const inside = title ? [...around, title] : around;
    if (ts.isStringLiteralLike(node)) note(node.text, around);
    ts.forEachChild(node, (child) => visit(child, inside));
  }

  function note(text, around) {
    const ids = [...text.matchAll(IDS)].flatMap(([, list]) => list.split(', ')).flatMap(idsOf);
    if (ids.length === 0) return;
    const titles = around.at(-1) === text ? around : [...around, text];
    const name = `${file} › ${titles.map(shown).join(' › ')}`;
    for (const id of ids) provenBy.set(id, (provenBy.get(id) ?? new Set()).add(name));
  }
}

/** The title of a call of `describe` or `it`, also of `it.each(...)('title')`. */
function titleOf({ expression, arguments: [first] }) {
  const root = /^(describe|it|when\w+|on\w+|with\w+)\b/.test(expression.getText());
  return root && first && ts.isStringLiteralLike(first) ? first.text : undefined;
}

/** A title without ids, and with `…` for what a table fills in. */
function shown(title) {
  return title.replace(IDS, '').replace(/%[a-z]|\$\w+/g, '…');
}

/** `S-2.1-3..5` stands for three clauses. */
function idsOf(text) {
  const [, section, first, last = first] = /^(.*-)(\d+)(?:\.\.(\d+))?$/.exec(text);
  return Array.from({ length: last - first + 1 }, (_, index) => `${section}${Number(first) + index}`);
}
