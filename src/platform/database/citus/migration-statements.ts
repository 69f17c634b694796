import { piecesOf, statementsOf } from './sql-words.js';

/** A foreign key of a table that is made. */
const LINK = /^(?:CONSTRAINT\s+\S+\s+)?FOREIGN\s+KEY\b/i;
const TABLE = /^CREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?("?\w+"?)\s*\(/i;

/**
 * A text of a migration as statements that a cluster takes one by one, because Citus passes a whole text on for each of its statements. A
 * table with a `workspace_id` is distributed as soon as it is there, and gets its foreign keys afterwards: Citus refuses them between
 * a distributed table and one that is not. Such a table is never unlogged, because its rows could not move to another server.
 * @param beside a table that is distributed already
 */
export function forCluster(text: string, beside: string): string[] {
  return statementsOf(text)
    .filter((statement) => statement !== '')
    .flatMap((statement) => newTable(statement, beside) ?? [statement]);
}

function newTable(statement: string, beside: string): string[] | null {
  const name = TABLE.exec(statement)?.[1];
  if (name === undefined) return null;
  const open = statement.indexOf('(');
  const { parts, behind } = listOf(statement.slice(open + 1));
  if (!parts.some((part) => /^"?workspace_id\b/i.test(part))) return null;
  const links = parts.filter((part) => LINK.test(part));
  const others = parts.filter((part) => !LINK.test(part));
  const table = name.replaceAll('"', '');
  return [
    `${statement.slice(0, open).replace(/\bUNLOGGED\s+/i, '')}(${others.join(', ')})${behind}`,
    `SELECT create_distributed_table('${table}', 'workspace_id', colocate_with => '${beside}')`,
    ...links.map((link) => `ALTER TABLE ${name} ADD ${link}`),
  ];
}

/** What stands between the commas of a list, but for those in parentheses and quotes, until it is closed, and what stands behind it. */
function listOf(text: string): { readonly parts: readonly string[]; readonly behind: string } {
  const pieces = piecesOf(text);
  const parts = [''];
  let [depth, at] = [0, 0];
  for (; at < pieces.length; at++) {
    const piece = pieces[at] ?? '';
    if (piece === ')' && depth === 0) break;
    if (piece === '(') depth++;
    if (piece === ')') depth--;
    if (piece === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${piece}`);
  }
  return { parts: parts.map((part) => part.trim()), behind: pieces.slice(at + 1).join('') };
}
