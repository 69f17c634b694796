import { tenantTable, type SchemaStatements } from '../platform/database/schema.js';
import { renewsVocabulary } from '../vocabulary/vocabulary.schema.js';

export const fieldsSchema: SchemaStatements = [
  ...tenantTable(
    'ticket_fields',
    `
      id uuid NOT NULL,
      name text NOT NULL,
      name_key text NOT NULL,
      kind text NOT NULL,
      state text NOT NULL,
      is_required boolean NOT NULL,
      is_required_for_agent_when_submitting_form boolean NOT NULL,
      is_required_for_agent_when_closing_ticket boolean NOT NULL,
      display_order integer NOT NULL,
      placeholder_slug text,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT ticket_fields_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT ticket_fields_name_key UNIQUE (workspace_id, name_key),
      CONSTRAINT ticket_fields_slug_key UNIQUE (workspace_id, placeholder_slug),
      CONSTRAINT ticket_fields_kind_check CHECK (kind IN ('text', 'textarea', 'integer', 'decimal', 'date', 'checkbox',
        'single_option', 'multi_option')),
      CONSTRAINT ticket_fields_state_check CHECK (state IN ('active', 'inactive')),
      CONSTRAINT ticket_fields_display_order_check CHECK (display_order >= 0),
      CONSTRAINT ticket_fields_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
  ...renewsVocabulary('ticket_fields'),
  ...tenantTable(
    'ticket_field_options',
    `
      id uuid NOT NULL,
      field_id uuid NOT NULL,
      label text NOT NULL,
      label_key text NOT NULL,
      display_order integer NOT NULL,
      removed_at timestamptz(3),
      CONSTRAINT ticket_field_options_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT ticket_field_options_field_fkey FOREIGN KEY (workspace_id, field_id)
        REFERENCES ticket_fields (workspace_id, id) ON DELETE CASCADE`,
  ),
  'CREATE INDEX ticket_field_options_field_idx ON ticket_field_options (workspace_id, field_id, display_order)',
  `CREATE UNIQUE INDEX ticket_field_options_label_key ON ticket_field_options (workspace_id, field_id, label_key)
      WHERE removed_at IS NULL`,
  ...renewsVocabulary('ticket_field_options'),
  // Deleted fields whose values tickets may still hold. Values are removed later, in small transactions.
  ...tenantTable(
    'deleted_ticket_fields',
    `
      id uuid NOT NULL,
      deleted_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT deleted_ticket_fields_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT deleted_ticket_fields_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
];
