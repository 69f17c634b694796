import { refuse, type Asked } from './role-check.js';

/**
 * Names the migrations of this version that the database has not seen, oldest first.
 * @param migrations the classes of all of this version, oldest first
 * @throws UnsuitableDatabaseError when the database does not begin with the first of them
 */
export async function pendingMigrations(
  asked: Asked,
  migrations: readonly { readonly name: string }[],
): Promise<string[]> {
  const known = migrations.map(({ name }) => name);
  const done = new Set(await doneMigrations(asked));
  if (done.size > 0 && !done.has(known[0] ?? ''))
    refuse(
      'The database has the schema of an earlier version, which this version cannot upgrade: export its workspaces with that version and ' +
        'import them into an empty database, or delete it (the folder of DATA_DIR, `.data`, when the service keeps its own).',
    );
  return known.filter((name) => !done.has(name));
}

async function doneMigrations(asked: Asked): Promise<string[]> {
  const [table] = await asked.query<[{ present: boolean }]>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS present`,
  );
  if (!table.present) return [];
  const rows = await asked.query<{ name: string }[]>('SELECT name FROM schema_migrations');
  return rows.map(({ name }) => name);
}
