import { tenantTable, forgottenWithWorkspace, type SchemaStatements } from '../platform/database/schema.js';
import { TriggerFunction, type TriggerForm } from '../platform/database/trigger-function.js';

const TICKETS = [
  // Keeps the last number of each workspace. The lock of a row makes numbers sequential without gaps.
  ...tenantTable(
    'ticket_counters',
    `
      last_number integer NOT NULL DEFAULT 0,
      CONSTRAINT ticket_counters_pkey PRIMARY KEY (workspace_id),
      CONSTRAINT ticket_counters_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
  // Keeps tickets with their tags and field values. Values are stored by the id of their field, so renaming or deleting a field changes no
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
      message_id text,
      merged_into_id uuid,
      status_before_merge_id uuid,
      comment_count integer NOT NULL DEFAULT 0,
      first_responded_at timestamptz(3),
      first_reply_at timestamptz(3),
      reopened_count integer NOT NULL DEFAULT 0,
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
      CONSTRAINT tickets_customer_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id),
      CONSTRAINT tickets_merged_check CHECK (
        (merged_into_id IS NULL) = (status_before_merge_id IS NULL) AND merged_into_id <> id),
      CONSTRAINT tickets_merged_into_fkey FOREIGN KEY (workspace_id, merged_into_id)
        REFERENCES tickets (workspace_id, id) ON DELETE CASCADE,
      CONSTRAINT tickets_status_before_merge_fkey FOREIGN KEY (workspace_id, status_before_merge_id)
        REFERENCES ticket_statuses (workspace_id, id)`,
  ),
  `CREATE UNIQUE INDEX tickets_external_key ON tickets (workspace_id, external_id, source) NULLS NOT DISTINCT
    WHERE external_id IS NOT NULL`,
  'CREATE INDEX tickets_source_idx ON tickets (workspace_id, source, created_at, number) WHERE source IS NOT NULL',
  'CREATE INDEX tickets_merged_idx ON tickets (workspace_id, merged_into_id) WHERE merged_into_id IS NOT NULL',
  'CREATE INDEX tickets_message_idx ON tickets (workspace_id, message_id) WHERE message_id IS NOT NULL',
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

/** Adds the tags of tickets to their index. */
const tagsOf = ({ run, table }: TriggerForm, rows: string): string =>
  run(`INSERT INTO ${table('ticket_tag_index')} (workspace_id, tag_key, created_at, number, ticket_id)
      SELECT ticket.workspace_id, ticket_tag_key(tag), ticket.created_at, ticket.number, ticket.id
      FROM ${rows} AS ticket, unnest(ticket.tags) AS tag
      ON CONFLICT DO NOTHING`);

/** Adds the field values of tickets to their index. In lax mode, `$[*]` treats a value that is not an array as an array with that one element. */
const valuesOf = ({ run, table }: TriggerForm, rows: string, which = ''): string =>
  run(`INSERT INTO ${table('ticket_value_index')} (workspace_id, field_id, value_key, ticket_id)
      SELECT ticket.workspace_id, entry.key::uuid, ticket_value_key(item), ticket.id
      FROM ${rows} AS ticket, jsonb_each(ticket.field_values) AS entry, jsonb_path_query(entry.value, '$[*]') AS item
      ${which}ON CONFLICT DO NOTHING`);

const forgotten = ({ run, table, NEW }: TriggerForm, index: string, which = ''): string =>
  run(
    `DELETE FROM ${table(index)} WHERE workspace_id = ${NEW}.workspace_id AND ticket_id = ${NEW}.id${which}`,
  );

/** SQL that tells whether the field with the id `key` has another value now. */
const hasChanged = ({ NEW, OLD }: TriggerForm, key: string): string =>
  `(${OLD}.field_values -> ${key}) IS DISTINCT FROM (${NEW}.field_values -> ${key})`;

/** Writes the tags of a changed ticket again when they or their place differ, and the values of the fields that differ. */
export const indexChangedTicket = new TriggerFunction('index_changed_ticket', (form) => {
  const row = `(SELECT ${form.NEW}.*)`;
  return `IF (OLD.created_at, OLD.number, OLD.tags) IS DISTINCT FROM (NEW.created_at, NEW.number, NEW.tags) THEN
      ${forgotten(form, 'ticket_tag_index')}
      ${tagsOf(form, row)}
    END IF;
    IF OLD.field_values IS DISTINCT FROM NEW.field_values THEN
      ${forgotten(form, 'ticket_value_index', ` AND ${hasChanged(form, 'field_id::text')}`)}
      ${valuesOf(form, row, `WHERE ${hasChanged(form, 'entry.key')} `)}
    END IF;`;
});

/**
 * Filters by tag and value use two narrow tables with B-trees, which triggers keep: under row-level security PostgreSQL uses no GIN index
 * for the service, because the operators are not leakproof.
 */
const INDEXES = [
  ...tenantTable(
    'ticket_tag_index',
    `
      tag_key text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      number integer NOT NULL,
      ticket_id uuid NOT NULL,
      CONSTRAINT ticket_tag_index_pkey PRIMARY KEY (workspace_id, tag_key, created_at, number) INCLUDE (ticket_id),
      CONSTRAINT ticket_tag_index_ticket_fkey FOREIGN KEY (workspace_id, ticket_id)
        REFERENCES tickets (workspace_id, id) ON DELETE CASCADE`,
  ),
  'CREATE INDEX ticket_tag_index_ticket_idx ON ticket_tag_index (workspace_id, ticket_id, tag_key)',
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
  new TriggerFunction(
    'index_inserted_tickets',
    (form) => `${tagsOf(form, 'inserted')}
    ${valuesOf(form, 'inserted')}`,
  ),
  `CREATE TRIGGER tickets_index_inserted AFTER INSERT ON tickets REFERENCING NEW TABLE AS inserted
    FOR EACH STATEMENT EXECUTE FUNCTION index_inserted_tickets()`,
  indexChangedTicket,
  `CREATE TRIGGER tickets_index_changed AFTER UPDATE ON tickets FOR EACH ROW
    WHEN ((OLD.created_at, OLD.number, OLD.tags, OLD.field_values)
      IS DISTINCT FROM (NEW.created_at, NEW.number, NEW.tags, NEW.field_values))
    EXECUTE FUNCTION index_changed_ticket()`,
];

export const ticketsSchema: SchemaStatements = [...TICKETS, ...KEYS, ...INDEXES];

const CHANGE_COLUMNS = 'workspace_id, tickets, created_at, numbers, status_ids, assignee_ids, tags';

/** Lists the values of a change: one ticket came (1) or left (-1). */
const changeOf = (ticket: string, tickets: number, tags = `${ticket}.tags`): string =>
  `${ticket}.workspace_id, ${tickets}, ARRAY[${ticket}.created_at], ARRAY[${ticket}.number], ARRAY[${ticket}.status_id],
      ARRAY[${ticket}.assignee_id], ARRAY[${tags}::text]`;

/**
 * Counts the tickets of each workspace and of each chunk of its list, so that no page has to count or skip tickets [choice 10]. Triggers
 * only add rows of changes, which are folded into the counts later. So a writer waits for no lock and needs to know no chunk. At every
 * moment, counts plus changes are exactly what `tickets` holds.
 */
export const ticketCountsSchema: SchemaStatements = [
  // Keeps chunks of lists. A chunk starts at its key and ends before the next chunk. The first one starts at -infinity.
  ...tenantTable(
    'ticket_count_chunks',
    `
      created_at timestamptz(3) NOT NULL,
      number integer NOT NULL,
      tickets integer NOT NULL,
      by_status jsonb NOT NULL,
      CONSTRAINT ticket_count_chunks_pkey PRIMARY KEY (workspace_id, created_at, number),
      CONSTRAINT ticket_count_chunks_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
  // Keeps changes that wait, one row for all tickets that one statement added: they came (above zero) or left. A changed ticket leaves with
  // its old values and comes with its new ones. The arrays have one element for each ticket: its tags as the text of an array, or null when
  // they stayed. Rows come and go all the time, so each vacuum cleans the index, too.
  ...tenantTable(
    'ticket_count_changes',
    `
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      tickets integer NOT NULL,
      created_at timestamptz(3)[] NOT NULL,
      numbers integer[] NOT NULL,
      status_ids uuid[] NOT NULL,
      assignee_ids uuid[] NOT NULL,
      tags text[] NOT NULL,
      CONSTRAINT ticket_count_changes_pkey PRIMARY KEY (workspace_id, id)`,
  ),
  'ALTER TABLE ticket_count_changes SET (vacuum_index_cleanup = on)',
  ...forgottenWithWorkspace('ticket_count_changes'),
  new TriggerFunction('count_added_tickets', ({ run, table }) =>
    run(`INSERT INTO ${table('ticket_count_changes')} (${CHANGE_COLUMNS})
      SELECT workspace_id, count(*), array_agg(created_at), array_agg(number), array_agg(status_id), array_agg(assignee_id),
        array_agg(tags::text)
      FROM added GROUP BY workspace_id`),
  ),
  `CREATE TRIGGER tickets_count_added AFTER INSERT ON tickets REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_added_tickets()`,
  new TriggerFunction('count_changed_ticket', ({ NEW, OLD, run, table }) => {
    const tagsOf = (ticket: string): string =>
      `(CASE WHEN ${OLD}.tags IS DISTINCT FROM ${NEW}.tags THEN ${ticket}.tags END)`;
    return run(`INSERT INTO ${table('ticket_count_changes')} (${CHANGE_COLUMNS})
      VALUES (${changeOf(OLD, -1, tagsOf(OLD))}), (${changeOf(NEW, 1, tagsOf(NEW))})`);
  }),
  `CREATE TRIGGER tickets_count_changed AFTER UPDATE ON tickets FOR EACH ROW
    WHEN ((OLD.workspace_id, OLD.created_at, OLD.number, OLD.status_id, OLD.assignee_id, OLD.tags)
      IS DISTINCT FROM (NEW.workspace_id, NEW.created_at, NEW.number, NEW.status_id, NEW.assignee_id, NEW.tags))
    EXECUTE FUNCTION count_changed_ticket()`,
  // Adds no row for a workspace that is being deleted.
  new TriggerFunction('count_removed_ticket', ({ OLD, run, table }) =>
    run(`INSERT INTO ${table('ticket_count_changes')} (${CHANGE_COLUMNS})
      SELECT ${changeOf(OLD, -1)} FROM ${table('workspaces')} WHERE id = ${OLD}.workspace_id`),
  ),
  `CREATE TRIGGER tickets_count_removed AFTER DELETE ON tickets FOR EACH ROW
    EXECUTE FUNCTION count_removed_ticket()`,
  `CREATE FUNCTION ticket_counts_merged(one jsonb, other jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT coalesce(jsonb_object_agg(key, tickets), '{}') FROM (
      SELECT key, sum(value::integer) AS tickets
      FROM (SELECT * FROM jsonb_each_text(one) UNION ALL SELECT * FROM jsonb_each_text(other)) AS entry
      GROUP BY key) AS merged WHERE tickets <> 0)`,
  // A ticket counts once for a tag, even when two of its tags are equal to PostgreSQL and different to the service.
  `CREATE FUNCTION ticket_tag_names(tags text[]) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT min(tag COLLATE "C") FROM unnest(tags) AS tag GROUP BY ticket_tag_key(tag)
  $$`,
];
