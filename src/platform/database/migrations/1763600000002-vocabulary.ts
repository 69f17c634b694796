import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolateTenantTables } from './tenant-isolation.js';

const TABLES = [
  'ticket_statuses',
  'ticket_categories',
  'ticket_fields',
  'ticket_field_options',
  'forms',
  'form_fields',
];

/** The names that tickets can have: statuses, categories in three levels, custom fields with options, forms. */
export class Vocabulary1763600000002 implements MigrationInterface {
  name = 'Vocabulary1763600000002';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [...STATUSES_AND_CATEGORIES, ...FIELDS, ...FORMS])
      await queryRunner.query(statement);
    await isolateTenantTables(queryRunner, TABLES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTables(queryRunner, TABLES);
  }
}

const STATUSES_AND_CATEGORIES = [
  `CREATE TABLE ticket_statuses (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    position integer NOT NULL,
    is_default boolean NOT NULL,
    CONSTRAINT ticket_statuses_pkey PRIMARY KEY (workspace_id, id),
    CONSTRAINT ticket_statuses_name_key UNIQUE (workspace_id, name),
    CONSTRAINT ticket_statuses_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE ticket_categories (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    parent_id uuid,
    name text NOT NULL,
    position integer NOT NULL,
    is_default boolean NOT NULL,
    CONSTRAINT ticket_categories_pkey PRIMARY KEY (workspace_id, id),
    CONSTRAINT ticket_categories_name_key UNIQUE NULLS NOT DISTINCT (workspace_id, parent_id, name),
    CONSTRAINT ticket_categories_place_key UNIQUE (workspace_id, parent_id, id),
    CONSTRAINT ticket_categories_workspace_fkey FOREIGN KEY (workspace_id)
      REFERENCES workspaces (id) ON DELETE CASCADE,
    CONSTRAINT ticket_categories_parent_fkey FOREIGN KEY (workspace_id, parent_id)
      REFERENCES ticket_categories (workspace_id, id)
  )`,
];

const FIELDS = [
  `CREATE TABLE ticket_fields (
    workspace_id uuid NOT NULL,
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
    CONSTRAINT ticket_fields_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE ticket_field_options (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    field_id uuid NOT NULL,
    label text NOT NULL,
    label_key text NOT NULL,
    display_order integer NOT NULL,
    removed_at timestamptz(3),
    CONSTRAINT ticket_field_options_pkey PRIMARY KEY (workspace_id, id),
    CONSTRAINT ticket_field_options_field_fkey FOREIGN KEY (workspace_id, field_id)
      REFERENCES ticket_fields (workspace_id, id) ON DELETE CASCADE
  )`,
  'CREATE INDEX ticket_field_options_field_idx ON ticket_field_options (workspace_id, field_id, display_order)',
  `CREATE UNIQUE INDEX ticket_field_options_label_key ON ticket_field_options (workspace_id, field_id, label_key)
    WHERE removed_at IS NULL`,
];

const FORMS = [
  `CREATE TABLE forms (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    title text NOT NULL,
    slug text NOT NULL,
    is_enabled boolean NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT forms_pkey PRIMARY KEY (workspace_id, id),
    CONSTRAINT forms_slug_key UNIQUE (workspace_id, slug),
    CONSTRAINT forms_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE form_fields (
    workspace_id uuid NOT NULL,
    form_id uuid NOT NULL,
    field_id uuid NOT NULL,
    position integer NOT NULL,
    CONSTRAINT form_fields_pkey PRIMARY KEY (workspace_id, form_id, field_id),
    CONSTRAINT form_fields_form_fkey FOREIGN KEY (workspace_id, form_id)
      REFERENCES forms (workspace_id, id) ON DELETE CASCADE,
    CONSTRAINT form_fields_field_fkey FOREIGN KEY (workspace_id, field_id)
      REFERENCES ticket_fields (workspace_id, id) ON DELETE CASCADE
  )`,
  'CREATE INDEX form_fields_field_idx ON form_fields (workspace_id, field_id)',
];
