import { tenantTable, type SchemaStatements } from '../platform/database/schema.js';
import { TriggerFunction } from '../platform/database/trigger-function.js';

/** Renews the version of the vocabulary with every change of a table. */
export function renewsVocabulary(table: string): string[] {
  const events = { insert: 'NEW', update: 'NEW', delete: 'OLD' };
  return Object.entries(events).map(
    ([event, rows]) =>
      `CREATE TRIGGER ${table}_${event}_renews_vocabulary AFTER ${event} ON ${table} REFERENCING ${rows} TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION renew_vocabulary_version()`,
  );
}

/** Makes a table of names that come in the order of their age. */
function tableByAge(table: string): string[] {
  return tenantTable(
    table,
    `
      id uuid NOT NULL,
      name text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT ${table}_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT ${table}_name_key UNIQUE (workspace_id, name),
      CONSTRAINT ${table}_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  );
}

export const vocabularySchema: SchemaStatements = [
  // Versions are random: with a counter, a database that was restored to an earlier state could give one number to different names.
  ...tenantTable(
    'vocabulary_versions',
    `
      version uuid NOT NULL DEFAULT gen_random_uuid(),
      CONSTRAINT vocabulary_versions_pkey PRIMARY KEY (workspace_id),
      CONSTRAINT vocabulary_versions_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
  // Adds no row for a workspace that is being deleted.
  new TriggerFunction('renew_vocabulary_version', ({ run, table }) =>
    run(`INSERT INTO ${table('vocabulary_versions')} (workspace_id, version)
      SELECT id, gen_random_uuid() FROM ${table('workspaces')} WHERE id IN (SELECT workspace_id FROM changed)
      ON CONFLICT (workspace_id) DO UPDATE SET version = excluded.version`),
  ),
  ...tableByAge('groups'),
  ...renewsVocabulary('groups'),
  ...tableByAge('companies'),
  ...tenantTable(
    'ticket_statuses',
    `
      id uuid NOT NULL,
      name text NOT NULL,
      position integer NOT NULL,
      is_default boolean NOT NULL,
      CONSTRAINT ticket_statuses_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT ticket_statuses_name_key UNIQUE (workspace_id, name),
      CONSTRAINT ticket_statuses_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
  ...renewsVocabulary('ticket_statuses'),
  // Categories of tickets in three levels. Tickets name a sub-category together with the category above it.
  ...tenantTable(
    'ticket_categories',
    `
      id uuid NOT NULL,
      parent_id uuid,
      name text NOT NULL,
      position integer NOT NULL,
      is_default boolean NOT NULL,
      CONSTRAINT ticket_categories_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT ticket_categories_name_key UNIQUE NULLS NOT DISTINCT (workspace_id, parent_id, name),
      CONSTRAINT ticket_categories_place_key UNIQUE (workspace_id, parent_id, id),
      CONSTRAINT ticket_categories_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
      CONSTRAINT ticket_categories_parent_fkey FOREIGN KEY (workspace_id, parent_id)
        REFERENCES ticket_categories (workspace_id, id)`,
  ),
  ...renewsVocabulary('ticket_categories'),
];
