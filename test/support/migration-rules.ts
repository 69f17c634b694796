/** Tables that may have millions of rows. A statement that reads or locks a whole one would stop the service. */
const LARGE = [
  'tickets',
  'ticket_tag_index',
  'ticket_value_index',
  'ticket_count_changes',
  'ticket_count_chunks',
  'list_totals',
  'customers',
  'customer_emails',
  'customer_phones',
  'customer_links',
  'customer_count_changes',
  'audit_entries',
  'comments',
  'comment_mentions',
];

/** Names a workspace in a way that does not reach the workers of a cluster: row-level security hides the rows, and nothing fails. */
export const NOT_ON_CLUSTERS = /set_config\(\s*'app\.workspace_id'/i;

/** Statements that break the previous release or block it. `words` says what is wrong, or what to do instead. */
const RULES: readonly { readonly pattern: RegExp; readonly words: string; readonly largeOnly?: true }[] = [
  { pattern: /\bDROP TABLE (?:IF EXISTS )?(\w+)/gi, words: 'drops a table: in the release after' },
  { pattern: /\bALTER TABLE (\w+)[^;]*\bDROP COLUMN\b/gi, words: 'drops a column: in the release after' },
  { pattern: /\bALTER TABLE (\w+)[^;]*\bRENAME\b/gi, words: 'renames: add, fill, use, and drop later' },
  {
    pattern: /\bALTER TABLE (\w+)[^;]*\bSET NOT NULL\b/gi,
    words: 'SET NOT NULL: the release before may still write NULL',
  },
  {
    pattern:
      /\bALTER TABLE (\w+)[^;]*\bADD COLUMN\b(?:(?!DEFAULT|,|;).)*\bNOT NULL\b(?!(?:(?!,|;).)*DEFAULT)/gis,
    words: 'adds a column that the release before does not fill: give it a DEFAULT',
  },
  {
    pattern: /\bALTER TABLE (\w+)[^;]*\bALTER COLUMN \w+ (?:SET DATA )?TYPE\b/gi,
    words: 'changes a type, which rewrites the table',
  },
  {
    pattern: /\bALTER TABLE (\w+)[^;]*\bADD CONSTRAINT\b(?![^;]*\bNOT VALID\b)/gi,
    words:
      'adds a constraint that reads the table under its lock: NOT VALID, and VALIDATE in a migration of its own',
    largeOnly: true,
  },
  {
    pattern: /\bCREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)\w+ ON (\w+)/gi,
    words: 'builds an index while nobody can write: CONCURRENTLY, in a migration without a transaction',
    largeOnly: true,
  },
  {
    pattern: /\bUPDATE (\w+) SET\b/gi,
    words: 'changes rows in one statement: in small steps, in the background',
    largeOnly: true,
  },
  { pattern: /\bLOCK TABLE (\w+)/gi, words: 'locks a table' },
  {
    pattern: /\b(?:REVOKE|DROP FUNCTION|DROP TRIGGER|DROP POLICY)\b/gi,
    words: 'takes away what the release before uses',
  },
];

/**
 * Returns what is wrong with the statements of migrations that run while the previous release still serves
 * (CONTRIBUTING, "Changing a table"). Tables that the migrations make themselves are not checked: no release uses them
 * yet.
 */
export function incompatibilities(statements: readonly string[]): string[] {
  const made = new Set(
    statements.flatMap((text) => [...text.matchAll(/\bCREATE TABLE (\w+)/gi)].map(([, name]) => name)),
  );
  return statements.flatMap((text) =>
    RULES.flatMap(({ pattern, words, largeOnly }) =>
      [...text.matchAll(pattern)]
        .map(([, table]) => table)
        .filter((table) => !made.has(table) && (largeOnly !== true || LARGE.includes(table ?? '')))
        .map((table) => `${table ?? 'the schema'}: ${words}`),
    ),
  );
}
