import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolationOf } from './tenant-isolation.js';

const TABLES = ['ticket_tag_counts', 'ticket_tag_changes'];

/**
 * Counts the tickets of each tag, as decision 10 counts tickets: triggers only add rows of changes, which are folded into the counts
 * later. At every moment, counts plus changes are exactly what `tickets` holds. What is there already is counted workspace by
 * workspace while the service writes, and the release before notes its changes, too. All steps may be repeated.
 */
export class CountsOfTags1763600000056 implements MigrationInterface {
  name = 'CountsOfTags1763600000056';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // One text is one transaction: no ticket is written between the tables and the triggers.
    if (!(await isThere(queryRunner)))
      await queryRunner.query([...SCHEMA, ...TABLES.flatMap(isolationOf), GRANT, ...TRIGGERS].join(';\n'));
    await queryRunner.query(FILL);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const trigger of ['added', 'changed', 'removed'])
      await queryRunner.query(`DROP TRIGGER tickets_count_tags_of_${trigger} ON tickets`);
    await queryRunner.query('DROP TRIGGER workspaces_forget_tag_changes ON workspaces');
    await queryRunner.query('ALTER TABLE ticket_counts DROP COLUMN tags');
    await dropTables(queryRunner, TABLES);
    for (const name of [
      'count_tags_of_added_tickets()',
      'count_tags_of_changed_ticket()',
      'count_tags_of_removed_ticket()',
      'forget_ticket_tag_changes()',
      'ticket_tag_names(text[])',
    ])
      await queryRunner.query(`DROP FUNCTION ${name}`);
  }
}

async function isThere(queryRunner: QueryRunner): Promise<boolean> {
  const [row] = (await queryRunner.query(
    `SELECT to_regclass('ticket_tag_counts') IS NOT NULL AS "isThere"`,
  )) as { isThere: boolean }[];
  return row?.isThere ?? false;
}

const SCHEMA = [
  // One row for each spelling of a tag. Tags are in the order of their keys, by code point.
  `CREATE TABLE ticket_tag_counts (
    workspace_id uuid NOT NULL,
    tag_key text COLLATE "C" NOT NULL,
    name text NOT NULL,
    tickets integer NOT NULL,
    CONSTRAINT ticket_tag_counts_pkey PRIMARY KEY (workspace_id, tag_key, name),
    CONSTRAINT ticket_tag_counts_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
  )`,
  // One row for all tags that one statement gave to tickets or took from them. No foreign key, because its check would lock the
  // workspace's row.
  `CREATE TABLE ticket_tag_changes (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    names text[] NOT NULL,
    tickets integer[] NOT NULL,
    CONSTRAINT ticket_tag_changes_pkey PRIMARY KEY (workspace_id, id)
  )`,
  // How many different tags are in the counts.
  'ALTER TABLE ticket_counts ADD COLUMN tags integer NOT NULL DEFAULT 0',
];

// Every role that may write tickets needs this right as soon as the triggers exist: the older release still serves.
const GRANT = `DO $$
  DECLARE writer text;
  BEGIN
    FOR writer IN SELECT grantee FROM information_schema.role_table_grants
      WHERE table_schema = current_schema() AND table_name = 'ticket_count_changes' AND privilege_type = 'INSERT' LOOP
      EXECUTE format('GRANT SELECT, INSERT, DELETE ON ticket_tag_changes TO %I', writer);
    END LOOP;
  END $$`;

const TRIGGERS = [
  // A ticket counts once for a tag, also where PostgreSQL finds two of its tags alike that the service holds apart. The triggers for
  // added and changed tickets do the same without a function, which would be called for each ticket.
  `CREATE FUNCTION ticket_tag_names(tags text[]) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT min(tag COLLATE "C") FROM unnest(tags) AS tag GROUP BY ticket_tag_key(tag)
  $$`,
  `CREATE FUNCTION count_tags_of_added_tickets() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO ticket_tag_changes (workspace_id, names, tickets)
      SELECT workspace_id, array_agg(name), array_agg(tickets)
      FROM (SELECT workspace_id, name, count(*)::integer AS tickets
            FROM (SELECT added.workspace_id, min(tag COLLATE "C") AS name FROM added, unnest(added.tags) AS tag
                  GROUP BY added.workspace_id, added.id, ticket_tag_key(tag)) AS of_ticket
            GROUP BY workspace_id, name) AS each
      GROUP BY workspace_id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER tickets_count_tags_of_added AFTER INSERT ON tickets REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_tags_of_added_tickets()`,
  `CREATE FUNCTION count_tags_of_changed_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO ticket_tag_changes (workspace_id, names, tickets)
      SELECT NEW.workspace_id, array_agg(name), array_agg(tickets)
      FROM (SELECT name, sum(tickets)::integer AS tickets
            FROM (SELECT min(tag COLLATE "C") AS name, 1 AS tickets FROM unnest(NEW.tags) AS tag GROUP BY ticket_tag_key(tag)
                  UNION ALL
                  SELECT min(tag COLLATE "C"), -1 FROM unnest(OLD.tags) AS tag GROUP BY ticket_tag_key(tag)) AS either
            GROUP BY name HAVING sum(tickets) <> 0) AS each
      HAVING count(*) > 0;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER tickets_count_tags_of_changed AFTER UPDATE ON tickets FOR EACH ROW
    WHEN (OLD.tags IS DISTINCT FROM NEW.tags) EXECUTE FUNCTION count_tags_of_changed_ticket()`,
  // Adds no row for a workspace that is being deleted.
  `CREATE FUNCTION count_tags_of_removed_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO ticket_tag_changes (workspace_id, names, tickets)
      SELECT workspace.id, array_agg(tag.name), array_agg(-1)
      FROM workspaces workspace, ticket_tag_names(OLD.tags) AS tag (name)
      WHERE workspace.id = OLD.workspace_id GROUP BY workspace.id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER tickets_count_tags_of_removed AFTER DELETE ON tickets FOR EACH ROW
    WHEN (OLD.tags <> '{}') EXECUTE FUNCTION count_tags_of_removed_ticket()`,
  // As for the changes of other counts: row-level security applies to the owner, too, who deletes workspaces.
  `CREATE FUNCTION forget_ticket_tag_changes() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    named text := current_setting('app.workspace_id', true);
  BEGIN
    PERFORM set_config('app.workspace_id', OLD.id::text, true);
    DELETE FROM ticket_tag_changes WHERE workspace_id = OLD.id;
    PERFORM set_config('app.workspace_id', coalesce(named, ''), true);
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER workspaces_forget_tag_changes AFTER DELETE ON workspaces FOR EACH ROW
    EXECUTE FUNCTION forget_ticket_tag_changes()`,
];

// The row of counts is locked as by the fold. The statement that counts sees tickets and changes of one moment.
const FILL = `DO $$
  DECLARE workspace uuid;
  BEGIN
    FOR workspace IN SELECT id FROM workspaces LOOP
      PERFORM set_config('app.workspace_id', workspace::text, true);
      INSERT INTO ticket_counts (workspace_id) SELECT id FROM workspaces WHERE id = workspace ON CONFLICT DO NOTHING;
      PERFORM FROM ticket_counts WHERE workspace_id = workspace FOR NO KEY UPDATE;
      DELETE FROM ticket_tag_counts WHERE workspace_id = workspace;
      WITH needless AS (
        DELETE FROM ticket_tag_changes WHERE workspace_id = workspace
      ), counted AS (
        INSERT INTO ticket_tag_counts (workspace_id, tag_key, name, tickets)
        SELECT workspace, ticket_tag_key(tag.name), tag.name, count(*)
        FROM tickets, ticket_tag_names(tickets.tags) AS tag (name) WHERE tickets.workspace_id = workspace GROUP BY tag.name
        RETURNING tag_key
      )
      UPDATE ticket_counts SET tags = (SELECT count(DISTINCT tag_key) FROM counted) WHERE workspace_id = workspace;
      COMMIT;
    END LOOP;
  END $$`;
