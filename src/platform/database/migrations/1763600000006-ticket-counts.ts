import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolateTenantTables } from './tenant-isolation.js';

const TABLES = ['ticket_counts', 'ticket_count_chunks', 'ticket_count_changes'];

/**
 * Counts the tickets of each workspace and of each chunk of its list, so that no page has to count or skip tickets
 * (decision 10). Triggers only add rows to `ticket_count_changes`, which are folded into the two tables of counts
 * later. So a writer waits for no lock and needs to know no chunk. At every moment, the counts plus the changes are
 * exactly what `tickets` holds.
 */
export class TicketCounts1763600000006 implements MigrationInterface {
  name = 'TicketCounts1763600000006';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [...COUNTS, ...TRIGGERS]) await queryRunner.query(statement);
    await isolateTenantTables(queryRunner, TABLES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const trigger of ['added', 'moved', 'removed'])
      await queryRunner.query(`DROP TRIGGER tickets_count_${trigger} ON tickets`);
    await queryRunner.query('DROP TRIGGER workspaces_forget_count_changes ON workspaces');
    await dropTables(queryRunner, TABLES);
    for (const name of [
      'count_added_tickets',
      'count_moved_ticket',
      'count_removed_ticket',
      'forget_ticket_count_changes',
    ])
      await queryRunner.query(`DROP FUNCTION ${name}()`);
    await queryRunner.query('DROP FUNCTION ticket_counts_merged(jsonb, jsonb)');
  }
}

const COUNTS = [
  // `tickets` is null until the workspace is counted for the first time, as in every workspace right after this
  // migration.
  `CREATE TABLE ticket_counts (
    workspace_id uuid NOT NULL,
    tickets integer,
    by_status jsonb NOT NULL DEFAULT '{}',
    CONSTRAINT ticket_counts_pkey PRIMARY KEY (workspace_id),
    CONSTRAINT ticket_counts_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
  )`,
  // A chunk starts at its key and ends before the next chunk. The first one starts at -infinity.
  `CREATE TABLE ticket_count_chunks (
    workspace_id uuid NOT NULL,
    created_at timestamptz(3) NOT NULL,
    number integer NOT NULL,
    tickets integer NOT NULL,
    by_status jsonb NOT NULL,
    CONSTRAINT ticket_count_chunks_pkey PRIMARY KEY (workspace_id, created_at, number),
    CONSTRAINT ticket_count_chunks_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
  )`,
  // One row for all tickets that one statement added with one status. No foreign key, because its check would lock the
  // workspace's row.
  `CREATE TABLE ticket_count_changes (
    workspace_id uuid NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    status_id uuid NOT NULL,
    tickets integer NOT NULL,
    created_at timestamptz(3)[] NOT NULL,
    numbers integer[] NOT NULL,
    CONSTRAINT ticket_count_changes_pkey PRIMARY KEY (workspace_id, id)
  )`,
];

const TRIGGERS = [
  `CREATE FUNCTION count_added_tickets() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO ticket_count_changes (workspace_id, status_id, tickets, created_at, numbers)
      SELECT workspace_id, status_id, count(*), array_agg(created_at), array_agg(number)
      FROM added GROUP BY workspace_id, status_id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER tickets_count_added AFTER INSERT ON tickets REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_added_tickets()`,
  `CREATE FUNCTION count_moved_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO ticket_count_changes (workspace_id, status_id, tickets, created_at, numbers) VALUES
      (OLD.workspace_id, OLD.status_id, -1, ARRAY[OLD.created_at], ARRAY[OLD.number]),
      (NEW.workspace_id, NEW.status_id, 1, ARRAY[NEW.created_at], ARRAY[NEW.number]);
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER tickets_count_moved AFTER UPDATE ON tickets FOR EACH ROW
    WHEN (OLD.status_id <> NEW.status_id OR OLD.created_at <> NEW.created_at OR OLD.number <> NEW.number
      OR OLD.workspace_id <> NEW.workspace_id)
    EXECUTE FUNCTION count_moved_ticket()`,
  // Adds no row for a workspace that is being deleted.
  `CREATE FUNCTION count_removed_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO ticket_count_changes (workspace_id, status_id, tickets, created_at, numbers)
      SELECT OLD.workspace_id, OLD.status_id, -1, ARRAY[OLD.created_at], ARRAY[OLD.number]
      FROM workspaces WHERE id = OLD.workspace_id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER tickets_count_removed AFTER DELETE ON tickets FOR EACH ROW
    EXECUTE FUNCTION count_removed_ticket()`,
  `CREATE FUNCTION forget_ticket_count_changes() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM ticket_count_changes WHERE workspace_id = OLD.id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER workspaces_forget_count_changes AFTER DELETE ON workspaces FOR EACH ROW
    EXECUTE FUNCTION forget_ticket_count_changes()`,
  `CREATE FUNCTION ticket_counts_merged(one jsonb, other jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT coalesce(jsonb_object_agg(key, tickets), '{}') FROM (
      SELECT key, sum(value::integer) AS tickets
      FROM (SELECT * FROM jsonb_each_text(one) UNION ALL SELECT * FROM jsonb_each_text(other)) AS entry
      GROUP BY key) AS merged WHERE tickets <> 0)`,
];
