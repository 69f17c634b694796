const PIECES =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]+"|\$(\w*)\$[\s\S]*?\$\1\$|\$\d+|\w+|\s+|[\s\S]/g;

/** A text of SQL in pieces: words, texts in quotes, comments, spaces and signs. Put together again they are the text. */
export function piecesOf(text: string): string[] {
  return text.match(PIECES) ?? [];
}

/** What stands between semicolons, without comments. A semicolon in quotes ends nothing. */
export function statementsOf(text: string): string[] {
  const statements = [''];
  for (const piece of piecesOf(text)) {
    if (piece === ';') statements.push('');
    else if (isComment(piece)) continue;
    else statements.push(`${statements.pop() ?? ''}${piece}`);
  }
  return statements.map((statement) => statement.trim());
}

/** The name of a table follows. */
const BEFORE_TABLE = new Set(['FROM', 'JOIN', 'INTO', 'UPDATE', 'USING']);
/** The name of a table does not follow: `IS DISTINCT FROM`, `FOR UPDATE`, `FOR NO KEY UPDATE`, `DO UPDATE`. */
const NO_TABLE_AFTER = new Set(['DISTINCT', 'FOR', 'KEY', 'DO']);
/** These may stand between that word and the name. */
const BETWEEN = new Set(['ONLY', 'LATERAL']);
/** A list of tables ends. */
const AFTER_LIST = new Set(
  'WHERE GROUP ORDER HAVING LIMIT OFFSET UNION EXCEPT INTERSECT SET RETURNING VALUES SELECT WINDOW FETCH FOR'.split(
    ' ',
  ),
);
/** These stand behind the name of a table that has no other one. */
const NO_ALIAS = new Set(
  'INNER LEFT RIGHT FULL CROSS NATURAL JOIN ON USING DEFAULT OVERRIDING TABLESAMPLE WITH'.split(' '),
);

/**
 * Replaces the names of tables where a statement reads or writes them: behind FROM, JOIN, INTO, UPDATE and USING, and in such lists. A
 * name stays as the alias, unless the statement gives another one.
 */
export function withTables(
  statement: string,
  tables: readonly string[],
  replaced: (table: string) => string,
): string {
  const pieces = piecesOf(statement);
  for (const at of tablePlaces(pieces)) {
    const name = pieces[at] ?? '';
    const table = name.replace(/^"(.*)"$/, '$1');
    if (!tables.includes(table)) continue;
    pieces[at] = hasAlias(pieces, at) ? replaced(table) : `${replaced(table)} AS ${name}`;
  }
  return pieces.join('');
}

/** Where words stand that name tables, functions that return rows, or subqueries of WITH. */
function tablePlaces(pieces: readonly string[]): number[] {
  const places: number[] = [];
  /** For each open parenthesis, whether a comma in it separates tables. */
  const lists = [false];
  let [isTable, last] = [false, ''];
  for (const [at, piece] of pieces.entries()) {
    if (isSpace(piece)) continue;
    const word = piece.toUpperCase();
    if (BETWEEN.has(word)) continue;
    if (isTable && isWord(piece)) places.push(at);
    const isOpening = BEFORE_TABLE.has(word) && !NO_TABLE_AFTER.has(last);
    if (piece === '(') lists.push(false);
    else if (piece === ')') lists.pop();
    else if (isOpening || AFTER_LIST.has(word)) lists.splice(-1, 1, isOpening);
    isTable = isOpening || (piece === ',' && lists.at(-1) === true);
    last = word;
  }
  return places;
}

function hasAlias(pieces: readonly string[], at: number): boolean {
  const next = pieces.slice(at + 1).find((piece) => !isSpace(piece));
  if (next === undefined || !isWord(next)) return false;
  return !NO_ALIAS.has(next.toUpperCase()) && !AFTER_LIST.has(next.toUpperCase());
}

/** Replaces words that stand for values: not names behind a dot, and nothing in quotes. */
export function withValues(statement: string, replaced: (word: string) => string | undefined): string {
  const pieces = piecesOf(statement);
  return pieces
    .map((piece, at) => (pieces[at - 1] === '.' || !isWord(piece) ? piece : (replaced(piece) ?? piece)))
    .join('');
}

const isWord = (piece: string): boolean => /^["a-z_]/i.test(piece);

const isComment = (piece: string): boolean => /^(--|\/\*)/.test(piece);

const isSpace = (piece: string): boolean => isComment(piece) || /^\s/.test(piece);
