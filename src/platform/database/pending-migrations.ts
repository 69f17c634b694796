import { migrations } from './migrations/index.js';
import type { Asked } from './role-check.js';

/** The names of the migrations that this release knows and the database has not seen, oldest first. */
export async function pendingMigrations(asked: Asked): Promise<string[]> {
  const known = migrations.map((migration) => migration.name);
  const [table] = await asked.query<[{ present: boolean }]>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS present`,
  );
  if (!table.present) return known;
  const rows = await asked.query<{ name: string }[]>('SELECT name FROM schema_migrations');
  const done = new Set(rows.map((row) => row.name));
  return known.filter((name) => !done.has(name));
}
