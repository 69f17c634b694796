import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolateTenantTables, OF_THE_WORKSPACE } from './tenant-isolation.js';

const TABLES = ['comments', 'comment_mentions', 'comment_drafts'];

/**
 * What is said about a ticket (extensions, section 15). The description stays a column of the ticket. Customers are shown what the view
 * `comments_for_customers` has, and nothing else: it has no notes.
 */
export class Conversations1763600000058 implements MigrationInterface {
  name = 'Conversations1763600000058';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [...COLUMNS, ...SCHEMA]) await queryRunner.query(statement);
    await isolateTenantTables(queryRunner, TABLES);
    await queryRunner.query(WITHOUT_NOTES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP VIEW comments_for_customers');
    await dropTables(queryRunner, TABLES);
    await queryRunner.query('ALTER TABLE tickets DROP COLUMN comment_count, DROP COLUMN first_responded_at');
    await queryRunner.query('ALTER TABLE workspaces DROP COLUMN reopen_on_reply');
  }
}

const COLUMNS = [
  // The place of the last comment: a list has its total without counting.
  `ALTER TABLE tickets ADD COLUMN comment_count integer NOT NULL DEFAULT 0, ADD COLUMN first_responded_at timestamptz(3)`,
  'ALTER TABLE workspaces ADD COLUMN reopen_on_reply boolean NOT NULL DEFAULT true',
];

/** Deletes the rows with their workspace at once, before anybody asks whether they still name its people. */
const WORKSPACE = (table: string): string => `
    CONSTRAINT ${table}_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE`;

const AUTHOR = (table: string): string => `${WORKSPACE(table)},
    CONSTRAINT ${table}_customer_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id),
    CONSTRAINT ${table}_team_member_fkey FOREIGN KEY (workspace_id, team_member_id)
      REFERENCES team_members (workspace_id, id),
    CONSTRAINT ${table}_author_check CHECK (num_nonnulls(customer_id, team_member_id) = 1),
    CONSTRAINT ${table}_type_check CHECK (
      comment_type = 'reply' OR (comment_type = 'note' AND team_member_id IS NOT NULL)),
    CONSTRAINT ${table}_ticket_fkey FOREIGN KEY (workspace_id, ticket_id)
      REFERENCES tickets (workspace_id, id) ON DELETE CASCADE`;

const SCHEMA = [
  `CREATE TABLE comments (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    ticket_id uuid NOT NULL,
    position integer NOT NULL,
    comment_type text NOT NULL,
    customer_id uuid,
    team_member_id uuid,
    content text NOT NULL,
    message_id text,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT comments_pkey PRIMARY KEY (workspace_id, id),
    CONSTRAINT comments_position_key UNIQUE (workspace_id, ticket_id, position),
    CONSTRAINT comments_position_check CHECK (position > 0),${AUTHOR('comments')}
  )`,
  `CREATE UNIQUE INDEX comments_message_key ON comments (workspace_id, ticket_id, message_id) WHERE message_id IS NOT NULL`,
  `CREATE TABLE comment_mentions (
    workspace_id uuid NOT NULL,
    comment_id uuid NOT NULL,
    team_member_id uuid NOT NULL,
    CONSTRAINT comment_mentions_pkey PRIMARY KEY (workspace_id, comment_id, team_member_id),${WORKSPACE('comment_mentions')},
    CONSTRAINT comment_mentions_comment_fkey FOREIGN KEY (workspace_id, comment_id)
      REFERENCES comments (workspace_id, id) ON DELETE CASCADE,
    CONSTRAINT comment_mentions_team_member_fkey FOREIGN KEY (workspace_id, team_member_id)
      REFERENCES team_members (workspace_id, id)
  )`,
  `CREATE TABLE comment_drafts (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    ticket_id uuid NOT NULL,
    comment_type text NOT NULL,
    customer_id uuid,
    team_member_id uuid,
    content text NOT NULL,
    mentioned_ids uuid[] NOT NULL DEFAULT '{}',
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT comment_drafts_pkey PRIMARY KEY (workspace_id, id),
    CONSTRAINT comment_drafts_type_key UNIQUE (workspace_id, ticket_id, comment_type),${AUTHOR('comment_drafts')}
  )`,
];

/**
 * It reads `comments` with the rights of its owner, so a role may have the view without the table. It names the workspace itself,
 * because an owner that is a superuser is not held by the policies.
 */
const WITHOUT_NOTES = `CREATE VIEW comments_for_customers WITH (security_barrier) AS
  SELECT workspace_id, id, ticket_id, position, customer_id, team_member_id, content, message_id, created_at, updated_at
  FROM comments WHERE comment_type = 'reply' AND ${OF_THE_WORKSPACE}`;
