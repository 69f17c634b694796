import { READ_WRITE, tenantTable, type RoomSchema } from '../platform/database/schema.js';
import { TriggerFunction, type TriggerForm } from '../platform/database/trigger-function.js';

const TICKETS = [
  // The last number given in each workspace. The lock of a row makes numbers sequential without gaps.
  ...tenantTable(
    'ticket_counters',
    `
      last_number integer NOT NULL DEFAULT 0,
      CONSTRAINT ticket_counters_pkey PRIMARY KEY (workspace_id),
      CONSTRAINT ticket_counters_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
  // Tickets, with their tags and field values. Values are stored by the id of their field, so renaming or deleting a field changes no
  // ticket. `comment_count` is also the place of the last comment: a list has its total without counting.
  ...tenantTable(
    'tickets',
    `
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
      channel text NOT NULL,
      participants jsonb,
      comment_count integer NOT NULL DEFAULT 0,
      first_responded_at timestamptz(3),
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
      CONSTRAINT tickets_customer_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id)`,
  ),
  `CREATE UNIQUE INDEX tickets_external_key ON tickets (workspace_id, external_id, source) NULLS NOT DISTINCT
    WHERE external_id IS NOT NULL`,
  'CREATE INDEX tickets_source_idx ON tickets (workspace_id, source, created_at, number) WHERE source IS NOT NULL',
  // Counts a list with several filters without reading its tickets.
  `CREATE INDEX tickets_filters_idx ON tickets (workspace_id, created_at, number)
    INCLUDE (status_id, priority, group_id, category_id, assignee_id)`,
  'CREATE INDEX tickets_updated_idx ON tickets (workspace_id, updated_at, number)',
  ...['status_id', 'priority', 'customer_id', 'assignee_id', 'group_id', 'category_id', 'channel'].map(
    (column) =>
      `CREATE INDEX tickets_${column.replace('_id', '')}_idx ON tickets (workspace_id, ${column}, created_at, number)`,
  ),
];

const KEYS = [
  `CREATE FUNCTION ticket_tag_key(tag text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN lower(normalize(tag, NFC))`,
  // A value can have 65,535 characters, which is too long for an index entry. The index holds the hash of a long value. PostgreSQL inlines
  // only functions whose parts are all immutable, and `convert_to` is not. So the hash is a function of its own.
  `CREATE FUNCTION ticket_long_value_key(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN encode(sha256(convert_to(value, 'UTF8')), 'hex')`,
  `CREATE FUNCTION ticket_value_key(value jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
      WHEN jsonb_typeof(value) = 'number' THEN trim_scale((value)::numeric)::text
      WHEN octet_length(value #>> '{}') > 100 THEN ticket_long_value_key(value #>> '{}')
      ELSE value #>> '{}'
    END`,
];

/** Adds the entries of tickets to both indexes. In lax mode, `$[*]` treats a value that is not an array as an array with that one element. */
const entriesOf = ({ run, table }: TriggerForm, rows: string): string => `
    ${run(`INSERT INTO ${table('ticket_tag_index')} (workspace_id, tag_key, ticket_id)
      SELECT ticket.workspace_id, ticket_tag_key(tag), ticket.id
      FROM ${rows} AS ticket, unnest(ticket.tags) AS tag
      ON CONFLICT DO NOTHING`)}
    ${run(`INSERT INTO ${table('ticket_value_index')} (workspace_id, field_id, value_key, ticket_id)
      SELECT ticket.workspace_id, entry.key::uuid, ticket_value_key(item), ticket.id
      FROM ${rows} AS ticket, jsonb_each(ticket.field_values) AS entry, jsonb_path_query(entry.value, '$[*]') AS item
      ON CONFLICT DO NOTHING`)}`;

/** Removes the entries of a changed ticket from an index. */
const forgotten = ({ run, table, NEW }: TriggerForm, index: string): string =>
  run(`DELETE FROM ${table(index)} WHERE workspace_id = ${NEW}.workspace_id AND ticket_id = ${NEW}.id`);

/**
 * Filters by tag and value use two narrow tables with B-trees, which triggers keep: under row-level security PostgreSQL uses no GIN index
 * for the service, because the operators are not leakproof.
 */
const INDEXES = [
  // Tags of tickets.
  ...tenantTable(
    'ticket_tag_index',
    `
      tag_key text NOT NULL,
      ticket_id uuid NOT NULL,
      CONSTRAINT ticket_tag_index_pkey PRIMARY KEY (workspace_id, tag_key, ticket_id),
      CONSTRAINT ticket_tag_index_ticket_fkey FOREIGN KEY (workspace_id, ticket_id)
        REFERENCES tickets (workspace_id, id) ON DELETE CASCADE`,
  ),
  'CREATE INDEX ticket_tag_index_ticket_idx ON ticket_tag_index (workspace_id, ticket_id)',
  // Field values of tickets.
  ...tenantTable(
    'ticket_value_index',
    `
      field_id uuid NOT NULL,
      value_key text NOT NULL,
      ticket_id uuid NOT NULL,
      CONSTRAINT ticket_value_index_pkey PRIMARY KEY (workspace_id, field_id, value_key, ticket_id),
      CONSTRAINT ticket_value_index_ticket_fkey FOREIGN KEY (workspace_id, ticket_id)
        REFERENCES tickets (workspace_id, id) ON DELETE CASCADE`,
  ),
  'CREATE INDEX ticket_value_index_ticket_idx ON ticket_value_index (workspace_id, ticket_id)',
  new TriggerFunction('index_inserted_tickets', (form) => entriesOf(form, 'inserted')),
  `CREATE TRIGGER tickets_index_inserted AFTER INSERT ON tickets REFERENCING NEW TABLE AS inserted
    FOR EACH STATEMENT EXECUTE FUNCTION index_inserted_tickets()`,
  new TriggerFunction(
    'index_changed_ticket',
    (form) => `${forgotten(form, 'ticket_tag_index')}
    ${forgotten(form, 'ticket_value_index')}${entriesOf(form, `(SELECT ${form.NEW}.*)`)}`,
  ),
  `CREATE TRIGGER tickets_index_changed AFTER UPDATE ON tickets FOR EACH ROW
    WHEN (OLD.tags IS DISTINCT FROM NEW.tags OR OLD.field_values IS DISTINCT FROM NEW.field_values)
    EXECUTE FUNCTION index_changed_ticket()`,
];

export const ticketsSchema: RoomSchema = {
  room: 'tickets',
  reads: [
    'comments',
    'customer_emails',
    'customers',
    'team_members',
    'ticket_statuses',
    'vocabulary_versions',
    'workspaces',
  ],
  statements: [...TICKETS, ...KEYS, ...INDEXES],
  rights: {
    ticket_counters: 'SELECT, INSERT, UPDATE',
    tickets: READ_WRITE,
    ticket_tag_index: READ_WRITE,
    ticket_value_index: READ_WRITE,
  },
};
