import {
  forgottenWithWorkspace,
  READ_WRITE,
  tenantTable,
  type RoomSchema,
} from '../platform/database/schema.js';
import { TriggerFunction } from '../platform/database/trigger-function.js';

/**
 * Counts the tickets of each workspace and of each chunk of its list, so that no page has to count or skip tickets (decision 10). Triggers
 * only add rows of changes, which are folded into the counts later. So a writer waits for no lock and needs to know no chunk. At every
 * moment, counts plus changes are exactly what `tickets` holds.
 */
const COUNTS = [
  // Totals of each workspace. `tickets` is null until the workspace is counted for the first time; `tags` is the number of different tags.
  ...tenantTable(
    'ticket_counts',
    `
      tickets integer,
      by_status jsonb NOT NULL DEFAULT '{}',
      tags integer NOT NULL DEFAULT 0,
      CONSTRAINT ticket_counts_pkey PRIMARY KEY (workspace_id),
      CONSTRAINT ticket_counts_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
  // Chunks of lists. A chunk starts at its key and ends before the next chunk. The first one starts at -infinity.
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
  // Changes that wait, one row for all tickets that one statement added with one status.
  ...tenantTable(
    'ticket_count_changes',
    `
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      status_id uuid NOT NULL,
      tickets integer NOT NULL,
      created_at timestamptz(3)[] NOT NULL,
      numbers integer[] NOT NULL,
      CONSTRAINT ticket_count_changes_pkey PRIMARY KEY (workspace_id, id)`,
  ),
  ...forgottenWithWorkspace('ticket_count_changes'),
  new TriggerFunction('count_added_tickets', ({ run, table }) =>
    run(`INSERT INTO ${table('ticket_count_changes')} (workspace_id, status_id, tickets, created_at, numbers)
      SELECT workspace_id, status_id, count(*), array_agg(created_at), array_agg(number)
      FROM added GROUP BY workspace_id, status_id`),
  ),
  `CREATE TRIGGER tickets_count_added AFTER INSERT ON tickets REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_added_tickets()`,
  new TriggerFunction('count_moved_ticket', ({ NEW, OLD, run, table }) =>
    run(`INSERT INTO ${table('ticket_count_changes')} (workspace_id, status_id, tickets, created_at, numbers) VALUES
      (${OLD}.workspace_id, ${OLD}.status_id, -1, ARRAY[${OLD}.created_at], ARRAY[${OLD}.number]),
      (${NEW}.workspace_id, ${NEW}.status_id, 1, ARRAY[${NEW}.created_at], ARRAY[${NEW}.number])`),
  ),
  `CREATE TRIGGER tickets_count_moved AFTER UPDATE ON tickets FOR EACH ROW
    WHEN (OLD.status_id <> NEW.status_id OR OLD.created_at <> NEW.created_at OR OLD.number <> NEW.number
      OR OLD.workspace_id <> NEW.workspace_id)
    EXECUTE FUNCTION count_moved_ticket()`,
  // Adds no row for a workspace that is being deleted.
  new TriggerFunction('count_removed_ticket', ({ OLD, run, table }) =>
    run(`INSERT INTO ${table('ticket_count_changes')} (workspace_id, status_id, tickets, created_at, numbers)
      SELECT ${OLD}.workspace_id, ${OLD}.status_id, -1, ARRAY[${OLD}.created_at], ARRAY[${OLD}.number]
      FROM ${table('workspaces')} WHERE id = ${OLD}.workspace_id`),
  ),
  `CREATE TRIGGER tickets_count_removed AFTER DELETE ON tickets FOR EACH ROW
    EXECUTE FUNCTION count_removed_ticket()`,
  `CREATE FUNCTION ticket_counts_merged(one jsonb, other jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT coalesce(jsonb_object_agg(key, tickets), '{}') FROM (
      SELECT key, sum(value::integer) AS tickets
      FROM (SELECT * FROM jsonb_each_text(one) UNION ALL SELECT * FROM jsonb_each_text(other)) AS entry
      GROUP BY key) AS merged WHERE tickets <> 0)`,
];

const TAG_COUNTS = [
  // Counts of tickets by tag, one row for each spelling. Tags are in the order of their keys, by code point.
  ...tenantTable(
    'ticket_tag_counts',
    `
      tag_key text COLLATE "C" NOT NULL,
      name text NOT NULL,
      tickets integer NOT NULL,
      CONSTRAINT ticket_tag_counts_pkey PRIMARY KEY (workspace_id, tag_key, name),
      CONSTRAINT ticket_tag_counts_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`,
  ),
  // Changes that wait, one row for all tags that one statement gave to tickets or took from them.
  ...tenantTable(
    'ticket_tag_changes',
    `
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      names text[] NOT NULL,
      tickets integer[] NOT NULL,
      CONSTRAINT ticket_tag_changes_pkey PRIMARY KEY (workspace_id, id)`,
  ),
  ...forgottenWithWorkspace('ticket_tag_changes'),
  // A ticket counts once for a tag, also where PostgreSQL finds two of its tags alike that the service holds apart. The triggers for added
  // and changed tickets do so without a function, which would be called for each ticket.
  `CREATE FUNCTION ticket_tag_names(tags text[]) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT min(tag COLLATE "C") FROM unnest(tags) AS tag GROUP BY ticket_tag_key(tag)
  $$`,
  new TriggerFunction('count_tags_of_added_tickets', ({ run, table }) =>
    run(`INSERT INTO ${table('ticket_tag_changes')} (workspace_id, names, tickets)
      SELECT workspace_id, array_agg(name), array_agg(tickets)
      FROM (SELECT workspace_id, name, count(*)::integer AS tickets
            FROM (SELECT added.workspace_id, min(tag COLLATE "C") AS name FROM added, unnest(added.tags) AS tag
                  GROUP BY added.workspace_id, added.id, ticket_tag_key(tag)) AS of_ticket
            GROUP BY workspace_id, name) AS each
      GROUP BY workspace_id`),
  ),
  `CREATE TRIGGER tickets_count_tags_of_added AFTER INSERT ON tickets REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_tags_of_added_tickets()`,
  new TriggerFunction('count_tags_of_changed_ticket', ({ NEW, OLD, run, table }) =>
    run(`INSERT INTO ${table('ticket_tag_changes')} (workspace_id, names, tickets)
      SELECT ${NEW}.workspace_id, array_agg(name), array_agg(tickets)
      FROM (SELECT name, sum(tickets)::integer AS tickets
            FROM (SELECT min(tag COLLATE "C") AS name, 1 AS tickets FROM unnest(${NEW}.tags) AS tag GROUP BY ticket_tag_key(tag)
                  UNION ALL
                  SELECT min(tag COLLATE "C"), -1 FROM unnest(${OLD}.tags) AS tag GROUP BY ticket_tag_key(tag)) AS either
            GROUP BY name HAVING sum(tickets) <> 0) AS each
      HAVING count(*) > 0`),
  ),
  `CREATE TRIGGER tickets_count_tags_of_changed AFTER UPDATE ON tickets FOR EACH ROW
    WHEN (OLD.tags IS DISTINCT FROM NEW.tags) EXECUTE FUNCTION count_tags_of_changed_ticket()`,
  // Adds no row for a workspace that is being deleted.
  new TriggerFunction('count_tags_of_removed_ticket', ({ OLD, run, table }) =>
    run(`INSERT INTO ${table('ticket_tag_changes')} (workspace_id, names, tickets)
      SELECT workspace.id, array_agg(tag.name), array_agg(-1)
      FROM ${table('workspaces')} workspace, ticket_tag_names(${OLD}.tags) AS tag (name)
      WHERE workspace.id = ${OLD}.workspace_id GROUP BY workspace.id`),
  ),
  `CREATE TRIGGER tickets_count_tags_of_removed AFTER DELETE ON tickets FOR EACH ROW
    WHEN (OLD.tags <> '{}') EXECUTE FUNCTION count_tags_of_removed_ticket()`,
];

export const ticketCountsSchema: RoomSchema = {
  room: 'tickets',
  statements: [...COUNTS, ...TAG_COUNTS],
  rights: {
    ticket_counts: 'SELECT, INSERT, UPDATE',
    ticket_count_chunks: READ_WRITE,
    ticket_count_changes: 'SELECT, INSERT, DELETE',
    ticket_tag_counts: READ_WRITE,
    ticket_tag_changes: 'SELECT, INSERT, DELETE',
  },
};
