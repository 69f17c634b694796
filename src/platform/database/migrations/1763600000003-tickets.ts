import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolateTenantTables } from './tenant-isolation.js';

const TABLES = ['ticket_counters', 'tickets', 'ticket_tag_index', 'ticket_value_index'];

/**
 * Tickets. Tags and field values are in the ticket's own row. Values are stored by the id of their field, so renaming
 * or deleting a field changes no ticket. Filters by tag and value use two narrow tables with B-trees, which triggers
 * keep up to date: under row-level security PostgreSQL uses no GIN index for the service, because the operators are not
 * leakproof.
 */
export class Tickets1763600000003 implements MigrationInterface {
  name = 'Tickets1763600000003';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [...TICKETS, ...SEARCH_TABLES, ...SEARCH_TRIGGERS])
      await queryRunner.query(statement);
    await isolateTenantTables(queryRunner, TABLES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTables(queryRunner, TABLES);
    await queryRunner.query('DROP FUNCTION index_inserted_tickets()');
    await queryRunner.query('DROP FUNCTION index_changed_ticket()');
    await queryRunner.query('DROP FUNCTION ticket_value_key(jsonb)');
    await queryRunner.query('DROP FUNCTION ticket_tag_key(text)');
  }
}

const TICKETS = [
  `CREATE TABLE ticket_counters (
    workspace_id uuid NOT NULL,
    last_number integer NOT NULL DEFAULT 0,
    CONSTRAINT ticket_counters_pkey PRIMARY KEY (workspace_id),
    CONSTRAINT ticket_counters_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE tickets (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    number integer NOT NULL,
    subject text NOT NULL,
    description text NOT NULL,
    priority text,
    status_id uuid NOT NULL,
    category_id uuid,
    sub_category_one_id uuid,
    sub_category_two_id uuid,
    group_id uuid,
    assignee_id uuid,
    customer_id uuid NOT NULL,
    tags text[] NOT NULL DEFAULT '{}',
    field_values jsonb NOT NULL DEFAULT '{}',
    external_id text,
    source text,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    closed_at timestamptz(3),
    resolution_due_at timestamptz(3),
    CONSTRAINT tickets_pkey PRIMARY KEY (workspace_id, id),
    CONSTRAINT tickets_number_key UNIQUE (workspace_id, number),
    CONSTRAINT tickets_number_check CHECK (number > 0),
    CONSTRAINT tickets_priority_check CHECK (priority IN ('low', 'medium', 'high', 'urgent')),
    CONSTRAINT tickets_category_levels_check CHECK (
      (sub_category_one_id IS NULL OR category_id IS NOT NULL)
      AND (sub_category_two_id IS NULL OR sub_category_one_id IS NOT NULL)),
    CONSTRAINT tickets_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
    CONSTRAINT tickets_status_fkey FOREIGN KEY (workspace_id, status_id) REFERENCES ticket_statuses (workspace_id, id),
    CONSTRAINT tickets_category_fkey FOREIGN KEY (workspace_id, category_id)
      REFERENCES ticket_categories (workspace_id, id),
    CONSTRAINT tickets_sub_category_one_fkey FOREIGN KEY (workspace_id, category_id, sub_category_one_id)
      REFERENCES ticket_categories (workspace_id, parent_id, id),
    CONSTRAINT tickets_sub_category_two_fkey FOREIGN KEY (workspace_id, sub_category_one_id, sub_category_two_id)
      REFERENCES ticket_categories (workspace_id, parent_id, id),
    CONSTRAINT tickets_group_fkey FOREIGN KEY (workspace_id, group_id) REFERENCES groups (workspace_id, id),
    CONSTRAINT tickets_assignee_fkey FOREIGN KEY (workspace_id, assignee_id) REFERENCES team_members (workspace_id, id),
    CONSTRAINT tickets_customer_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id)
  )`,
  `CREATE UNIQUE INDEX tickets_external_key ON tickets (workspace_id, external_id, source) NULLS NOT DISTINCT
    WHERE external_id IS NOT NULL`,
  'CREATE INDEX tickets_source_idx ON tickets (workspace_id, source, created_at, number) WHERE source IS NOT NULL',
  'CREATE INDEX tickets_created_idx ON tickets (workspace_id, created_at, number)',
  'CREATE INDEX tickets_updated_idx ON tickets (workspace_id, updated_at, number)',
  ...['status_id', 'priority', 'customer_id', 'assignee_id', 'group_id', 'category_id'].map(
    (column) =>
      `CREATE INDEX tickets_${column.replace('_id', '')}_idx ON tickets (workspace_id, ${column}, created_at, number)`,
  ),
];

const SEARCH_TABLES = [
  `CREATE TABLE ticket_tag_index (
    workspace_id uuid NOT NULL,
    tag_key text NOT NULL,
    ticket_id uuid NOT NULL,
    CONSTRAINT ticket_tag_index_pkey PRIMARY KEY (workspace_id, tag_key, ticket_id),
    CONSTRAINT ticket_tag_index_ticket_fkey FOREIGN KEY (workspace_id, ticket_id)
      REFERENCES tickets (workspace_id, id) ON DELETE CASCADE
  )`,
  'CREATE INDEX ticket_tag_index_ticket_idx ON ticket_tag_index (workspace_id, ticket_id)',
  `CREATE TABLE ticket_value_index (
    workspace_id uuid NOT NULL,
    field_id uuid NOT NULL,
    value_key text NOT NULL,
    ticket_id uuid NOT NULL,
    CONSTRAINT ticket_value_index_pkey PRIMARY KEY (workspace_id, field_id, value_key, ticket_id),
    CONSTRAINT ticket_value_index_ticket_fkey FOREIGN KEY (workspace_id, ticket_id)
      REFERENCES tickets (workspace_id, id) ON DELETE CASCADE
  )`,
  'CREATE INDEX ticket_value_index_ticket_idx ON ticket_value_index (workspace_id, ticket_id)',
  `CREATE FUNCTION ticket_tag_key(tag text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN lower(normalize(tag, NFC))`,
  // A value can have 65,535 characters, which is too long for an index entry. The index holds the hash of a long value.
  `CREATE FUNCTION ticket_value_key(value jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
      WHEN jsonb_typeof(value) = 'number' THEN trim_scale((value)::numeric)::text
      WHEN octet_length(value #>> '{}') > 100 THEN encode(sha256(convert_to(value #>> '{}', 'UTF8')), 'hex')
      ELSE value #>> '{}'
    END`,
];

const entriesOf = (rows: string): string[] => [
  `INSERT INTO ticket_tag_index (workspace_id, tag_key, ticket_id)
     SELECT ticket.workspace_id, ticket_tag_key(tag), ticket.id
     FROM ${rows} AS ticket, unnest(ticket.tags) AS tag
     ON CONFLICT DO NOTHING`,
  `INSERT INTO ticket_value_index (workspace_id, field_id, value_key, ticket_id)
     SELECT ticket.workspace_id, entry.key::uuid, ticket_value_key(item), ticket.id
     FROM ${rows} AS ticket, jsonb_each(ticket.field_values) AS entry,
       jsonb_array_elements(CASE jsonb_typeof(entry.value) WHEN 'array' THEN entry.value
                            ELSE jsonb_build_array(entry.value) END) AS item
     ON CONFLICT DO NOTHING`,
];

const SEARCH_TRIGGERS = [
  `CREATE FUNCTION index_inserted_tickets() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${entriesOf('inserted').join(';\n')};
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER tickets_index_inserted AFTER INSERT ON tickets REFERENCING NEW TABLE AS inserted
    FOR EACH STATEMENT EXECUTE FUNCTION index_inserted_tickets()`,
  `CREATE FUNCTION index_changed_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM ticket_tag_index WHERE workspace_id = NEW.workspace_id AND ticket_id = NEW.id;
    DELETE FROM ticket_value_index WHERE workspace_id = NEW.workspace_id AND ticket_id = NEW.id;
    ${entriesOf('(SELECT NEW.*)').join(';\n')};
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER tickets_index_changed AFTER UPDATE ON tickets FOR EACH ROW
    WHEN (OLD.tags IS DISTINCT FROM NEW.tags OR OLD.field_values IS DISTINCT FROM NEW.field_values)
    EXECUTE FUNCTION index_changed_ticket()`,
];
