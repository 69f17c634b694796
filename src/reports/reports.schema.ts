import { tenantTable, type SchemaStatements } from '../platform/database/schema.js';
import { FIGURES } from './figures.js';

export const reportsSchema: SchemaStatements = [
  // The counts of a workspace that are shown, and those that are being made anew. The entity explains the columns.
  ...tenantTable(
    'report_generations',
    `
      is_live boolean NOT NULL,
      generation integer NOT NULL,
      time_zone text NOT NULL,
      kept_position bigint,
      kept_until timestamptz(3),
      CONSTRAINT report_generations_pkey PRIMARY KEY (workspace_id, is_live),
      CONSTRAINT report_generations_generation_key UNIQUE (workspace_id, generation),
      CONSTRAINT report_generations_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
  // Sums over the audit trail [rule 23]. The key has the order in which reports read. Rows are counted up all the time, so there is room for
  // them on their pages.
  ...tenantTable(
    'report_counts',
    `
      generation integer NOT NULL,
      grain text NOT NULL,
      kind text NOT NULL,
      starts timestamp NOT NULL,
      subject_id uuid NOT NULL,
      ${FIGURES.map((figure) => `${figure} bigint NOT NULL`).join(',\n      ')},
      CONSTRAINT report_counts_pkey PRIMARY KEY (workspace_id, generation, grain, kind, starts, subject_id),
      CONSTRAINT report_counts_grain_check CHECK (grain IN ('minute', 'day', 'month')),
      CONSTRAINT report_counts_kind_check CHECK (kind IN ('workspace', 'status', 'member', 'group')),
      CONSTRAINT report_counts_generation_fkey FOREIGN KEY (workspace_id, generation)
        REFERENCES report_generations (workspace_id, generation) ON DELETE CASCADE`,
  ),
  'ALTER TABLE report_counts SET (fillfactor = 80)',
];
