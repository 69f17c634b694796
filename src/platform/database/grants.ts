import pg from 'pg';

/** Returns the statements that give `role` exactly these rights, by table or view, and let nobody else call `functions`. */
export function grantStatements(
  role: string,
  rights: Readonly<Record<string, string>>,
  functions: readonly string[],
): string[] {
  const name = pg.escapeIdentifier(role);
  return [
    `GRANT USAGE ON SCHEMA public TO ${name}`,
    // Imports stage their rows in temporary tables. Everybody may make them, unless an administrator has taken that away.
    `DO $$ BEGIN
    EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO %I', current_database(), ${pg.escapeLiteral(role)});
  END $$`,
    // With this role the service sees which standby is synchronous [choice 18]. Most owners may not grant it. Then an
    // administrator has to, and the service says so at its start.
    `DO $$ BEGIN
    EXECUTE format('GRANT pg_read_all_stats TO %I', ${pg.escapeLiteral(role)});
  EXCEPTION WHEN insufficient_privilege THEN NULL;
  END $$`,
    ...Object.entries(rights).flatMap(([table, given]) => [
      `REVOKE ALL ON ${table} FROM ${name}`,
      `GRANT ${given} ON ${table} TO ${name}`,
    ]),
    ...functions.flatMap((callable) => [
      `REVOKE ALL ON FUNCTION ${callable} FROM PUBLIC`,
      `GRANT EXECUTE ON FUNCTION ${callable} TO ${name}`,
    ]),
  ];
}
