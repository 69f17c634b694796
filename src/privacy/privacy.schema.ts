import type { SchemaStatements } from '../platform/database/schema.js';

/**
 * Both functions run as the owner of the tables, because the service's role may not delete what is kept, such as the audit trail. They
 * touch only the workspace that the transaction names, and only when it is marked for deletion.
 */
const AS_OWNER = 'LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp';

const WORKSPACE = `workspace uuid := nullif(current_setting('app.workspace_id', true), '')::uuid;`;

/** The lock of the workspace's row lets one process delete at a time, and holds new rows of the workspace back meanwhile. */
const UNLESS_MARKED = `PERFORM FROM public.workspaces WHERE id = workspace AND deleting_at IS NOT NULL FOR UPDATE;
    IF NOT FOUND`;

export const privacySchema: SchemaStatements = [
  // Deletes at most `most` rows of one table, all when `most` is null, and returns how many.
  `CREATE FUNCTION delete_rows_of_workspace(of_table text, most integer) RETURNS integer ${AS_OWNER} AS $$
  DECLARE
    ${WORKSPACE}
    deleted integer;
  BEGIN
    ${UNLESS_MARKED} THEN RETURN 0; END IF;
    EXECUTE format('WITH gone AS (DELETE FROM public.%1$I WHERE workspace_id = $1
        AND ctid = ANY (ARRAY(SELECT ctid FROM public.%1$I WHERE workspace_id = $1 LIMIT $2)) RETURNING 1)
      SELECT count(*) FROM gone', of_table) INTO deleted USING workspace, most;
    RETURN deleted;
  END $$`,
  // Deletes the row of the workspace, with all rows that are left.
  `CREATE FUNCTION delete_workspace() RETURNS void ${AS_OWNER} AS $$
  DECLARE
    ${WORKSPACE}
  BEGIN
    ${UNLESS_MARKED} THEN RETURN; END IF;
    DELETE FROM public.workspaces WHERE id = workspace;
  END $$`,
  'REVOKE ALL ON FUNCTION delete_rows_of_workspace(text, integer), delete_workspace() FROM PUBLIC',
];
