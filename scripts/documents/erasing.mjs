// Makes the tables of docs/run.md about erasing a person, of what the rooms declare about their tables.

/** @param features the facts of all rooms. @returns two tables: what is erased, and why nothing is erased elsewhere */
export async function erasingTables(features) {
  const tables = features.flatMap(({ tables: own = {} }) => Object.entries(own));
  const cells = new Map();
  for (const [, { erased }] of tables) {
    if (!erased) continue;
    for (const { page } of (await erased()).steps) {
      const [where, ...others] = page.split(' | ');
      const known = cells.get(where) ?? [[], []];
      others.forEach((text, at) => known[at].includes(text) || known[at].push(text));
      cells.set(where, known);
    }
  }
  const reasons = new Map();
  for (const [table, { nobody, follows }] of tables) {
    const reason = nobody ?? follows?.replace(/(\w+),/, 'words of `$1`, which leave');
    if (reason !== undefined) reasons.set(reason, [...(reasons.get(reason) ?? []), `\`${table}\``]);
  }
  return [
    ...table('Where', 'What goes', 'What stays'),
    ...[...cells].map(([where, texts]) => row(where, ...texts.map((one) => one.join('; ') || '–'))),
    ...['', 'Nothing has to be erased in the other tables:', ''],
    ...table('Tables', 'Why'),
    ...[...reasons].map(([reason, names]) => row(names.join(', '), reason)),
  ].join('\n');
}

const row = (...cells) => `| ${cells.join(' | ')} |`;

const table = (...heads) => [row(...heads), `|${'---|'.repeat(heads.length)}`];
