import { tenantTable, type SchemaStatements } from '../platform/database/schema.js';

export const formsSchema: SchemaStatements = [
  // Forms by which customers raise tickets. `token_key` signs the tokens of a form's page.
  ...tenantTable(
    'forms',
    `
      id uuid NOT NULL,
      title text NOT NULL,
      slug text NOT NULL,
      is_enabled boolean NOT NULL,
      intro text,
      success_message text,
      embed_origins text[] NOT NULL DEFAULT '{}',
      requires_proof boolean NOT NULL DEFAULT false,
      token_key uuid NOT NULL DEFAULT gen_random_uuid(),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT forms_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT forms_slug_key UNIQUE (workspace_id, slug),
      CONSTRAINT forms_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
  // Fields of forms, in order.
  ...tenantTable(
    'form_fields',
    `
      form_id uuid NOT NULL,
      field_id uuid NOT NULL,
      position integer NOT NULL,
      CONSTRAINT form_fields_pkey PRIMARY KEY (workspace_id, form_id, field_id),
      CONSTRAINT form_fields_form_fkey FOREIGN KEY (workspace_id, form_id)
        REFERENCES forms (workspace_id, id) ON DELETE CASCADE,
      CONSTRAINT form_fields_field_fkey FOREIGN KEY (workspace_id, field_id)
        REFERENCES ticket_fields (workspace_id, id) ON DELETE CASCADE`,
  ),
  'CREATE INDEX form_fields_field_idx ON form_fields (workspace_id, field_id)',
  // Used tokens of pages. The `digest` of a submission tells a double click from a token that is used twice.
  ...tenantTable(
    'form_submissions',
    `
      nonce uuid NOT NULL,
      form_id uuid NOT NULL,
      ticket_id uuid NOT NULL,
      digest bytea NOT NULL,
      sent_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT form_submissions_pkey PRIMARY KEY (workspace_id, nonce),
      CONSTRAINT form_submissions_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
  'CREATE INDEX form_submissions_age_idx ON form_submissions (workspace_id, sent_at)',
  // Counts of sent forms in an hour, useless after a crash. `id` is a digest: no address is stored.
  ...tenantTable(
    'form_counts',
    `
      id text NOT NULL,
      hits integer NOT NULL,
      begun_at timestamptz(3) NOT NULL,
      ends_at timestamptz(3) NOT NULL,
      CONSTRAINT form_counts_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT form_counts_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
  'ALTER TABLE form_counts SET UNLOGGED, SET (fillfactor = 50)',
];
