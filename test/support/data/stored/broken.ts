import { asAdmin, type TestDatabase } from '../../test-database.js';

/** Makes a database one migration older than the service. @returns what brings it up to date */
export async function forgetLastMigration(database: TestDatabase): Promise<() => Promise<void>> {
  const [last] = await asAdmin<{ name: string }>(
    database,
    'DELETE FROM schema_migrations WHERE id = (SELECT max(id) FROM schema_migrations) RETURNING name',
  );
  return async () => {
    await asAdmin(database, 'INSERT INTO schema_migrations (timestamp, name) VALUES (0, $1)', [last?.name]);
  };
}

/** Takes the right to make temporary tables, which PostgreSQL gives to everybody, from all, or gives it back. */
export async function letMakeTemporaryTables(database: TestDatabase, isAllowed: boolean): Promise<void> {
  const name = new URL(database.serviceUrl).pathname.slice(1);
  const [verb, whom] = isAllowed ? ['GRANT', 'TO'] : ['REVOKE', 'FROM'];
  await asAdmin(database, `${verb} TEMPORARY ON DATABASE ${name} ${whom} PUBLIC`);
}
