// What a database has: its tables, columns, constraints, indexes, functions, triggers, policies, views and rights.
import { asAdmin, type TestDatabase } from './test-database.js';

/** One line for each, in order. */
export async function catalogueOf(database: TestDatabase): Promise<string[]> {
  const rows = await asAdmin<{ line: string }>(database, CATALOGUE);
  return rows.map(({ line }) => line);
}

const TABLES = `c.relnamespace = 'public'::regnamespace`;
const CATALOGUE = `
  SELECT line FROM (
    SELECT concat_ws(' ', 'relation', c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.reloptions, c.relacl) AS line
    FROM pg_class c WHERE ${TABLES}
    UNION ALL
    SELECT concat_ws(' ', 'column', c.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated,
        a.attidentity, a.attacl, pg_get_expr(d.adbin, d.adrelid))
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE ${TABLES} AND c.relkind <> 'i'
    UNION ALL
    SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL
    SELECT concat_ws(' ', 'index', pg_get_indexdef(c.oid), i.indisvalid)
    FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid WHERE ${TABLES}
    UNION ALL
    SELECT concat_ws(' ', 'function', pg_get_functiondef(oid), proacl) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
    UNION ALL
    SELECT concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid))
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE ${TABLES} AND NOT t.tgisinternal
    UNION ALL
    SELECT concat_ws(' ', 'policy', polrelid::regclass, polname, polcmd, polpermissive, polroles::regrole[], pg_get_expr(polqual, polrelid),
        pg_get_expr(polwithcheck, polrelid))
    FROM pg_policy
    UNION ALL
    SELECT concat_ws(' ', 'view', c.relname, pg_get_viewdef(c.oid)) FROM pg_class c WHERE ${TABLES} AND c.relkind IN ('v', 'm')
  ) lines ORDER BY line`;
