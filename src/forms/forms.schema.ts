import { READ_WRITE, tenantTable, type RoomSchema } from '../platform/database/schema.js';

export const formsSchema: RoomSchema = {
  room: 'forms',
  reads: ['vocabulary_versions', 'workspaces'],
  statements: [
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
  ],
  rights: { forms: READ_WRITE, form_fields: READ_WRITE },
};
