import { asAdmin, freshDatabase, type TestDatabase } from '../../test-database.js';

/** What `desk distribute` reads of Citus, for a database that has none: no table is distributed, and this is the coordinator. */
const CATALOGUE = `
  CREATE TABLE pg_dist_partition (logicalrelid regclass, partmethod "char");
  CREATE TABLE pg_dist_shard (logicalrelid regclass, shardid bigint, shardminvalue text);
  CREATE TABLE pg_dist_local_group (groupid integer);
  INSERT INTO pg_dist_local_group VALUES (0);
  GRANT SELECT ON pg_dist_partition, pg_dist_shard, pg_dist_local_group TO PUBLIC`;

/** A table's "shard" is the table itself. */
const NEAREST = `
  CREATE OR REPLACE FUNCTION shard_beside(wanted text, shard name) RETURNS text LANGUAGE sql STABLE AS
    $$ SELECT format('public.%I', wanted) $$;
  CREATE OR REPLACE FUNCTION shard_of_workspace(wanted text, workspace uuid) RETURNS text LANGUAGE sql STABLE AS
    $$ SELECT format('public.%I', wanted) $$`;

/** In a trigger function, the bare name of a table leads to one that nobody may use. */
const CLOSED = `DO $$
  DECLARE part record;
  BEGIN
    CREATE SCHEMA bare;
    GRANT USAGE ON SCHEMA bare TO PUBLIC;
    FOR part IN SELECT DISTINCT a.attrelid::regclass AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE a.attname = 'workspace_id' AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      UNION SELECT 'workspaces'::regclass LOOP
      EXECUTE format('CREATE TABLE bare.%I (LIKE public.%1$I)', part.name::text);
    END LOOP;
    FOR part IN SELECT DISTINCT tgfoid::regprocedure AS name FROM pg_trigger WHERE NOT tgisinternal LOOP
      EXECUTE format('ALTER FUNCTION %s SET search_path = bare, public', part.name);
    END LOOP;
  END $$`;

/**
 * A database without Citus where triggers run as on shards, so that what they do can be tried there: each table is its own shard, and a
 * trigger that names a table as the schema does is refused ("permission denied").
 * @param functions what `desk distribute` makes of the trigger functions
 */
export async function databaseAsShards(
  functions: readonly string[],
): Promise<TestDatabase & { drop(): Promise<void> }> {
  const database = await freshDatabase();
  for (const text of [CATALOGUE, NEAREST, ...functions, CLOSED]) await asAdmin(database, text);
  return database;
}

/** A database without Citus from which a distribution can be planned. */
export async function databaseToDistribute(): Promise<TestDatabase & { drop(): Promise<void> }> {
  const database = await freshDatabase();
  await asAdmin(database, CATALOGUE);
  return database;
}
