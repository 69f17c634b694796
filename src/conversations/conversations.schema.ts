import { OF_THE_WORKSPACE, tenantTable, type SchemaStatements } from '../platform/database/schema.js';

const ofTicket = (table: string): string => `
      CONSTRAINT ${table}_author_check CHECK (num_nonnulls(customer_id, team_member_id) = 1),
      CONSTRAINT ${table}_type_check CHECK (
        comment_type = 'reply' OR (comment_type = 'note' AND team_member_id IS NOT NULL)),
      CONSTRAINT ${table}_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
      CONSTRAINT ${table}_ticket_fkey FOREIGN KEY (workspace_id, ticket_id)
        REFERENCES tickets (workspace_id, id) ON DELETE CASCADE,
      CONSTRAINT ${table}_customer_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id),
      CONSTRAINT ${table}_team_member_fkey FOREIGN KEY (workspace_id, team_member_id)
        REFERENCES team_members (workspace_id, id)`;

export const conversationsSchema: SchemaStatements = [
  // The description stays a column of the ticket. A foreign key to the workspace deletes the rows at once, before PostgreSQL checks
  // whether they still refer to people of the workspace. A later migration has a trigger do so, for comments.
  ...tenantTable(
    'comments',
    `
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
      CONSTRAINT comments_position_check CHECK (position > 0),${ofTicket('comments')}`,
  ),
  `CREATE UNIQUE INDEX comments_message_key ON comments (workspace_id, ticket_id, message_id)
      WHERE message_id IS NOT NULL`,
  'CREATE INDEX comments_by_message_idx ON comments (workspace_id, message_id) WHERE message_id IS NOT NULL',
  // For erasures [choice 14].
  'CREATE INDEX comments_customer_idx ON comments (workspace_id, customer_id) WHERE customer_id IS NOT NULL',
  // For everything that customers see. The view reads `comments` with the rights of its owner, so a role may have the view without the
  // table. It names the workspace itself, because policies do not bind an owner that is a superuser.
  `CREATE VIEW comments_for_customers WITH (security_barrier) AS
      SELECT workspace_id, id, ticket_id, position, customer_id, team_member_id, content, message_id, created_at, updated_at
      FROM comments WHERE comment_type = 'reply' AND ${OF_THE_WORKSPACE}`,
  ...tenantTable(
    'comment_mentions',
    `
      comment_id uuid NOT NULL,
      team_member_id uuid NOT NULL,
      CONSTRAINT comment_mentions_pkey PRIMARY KEY (workspace_id, comment_id, team_member_id),
      CONSTRAINT comment_mentions_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
      CONSTRAINT comment_mentions_comment_fkey FOREIGN KEY (workspace_id, comment_id)
        REFERENCES comments (workspace_id, id) ON DELETE CASCADE,
      CONSTRAINT comment_mentions_team_member_fkey FOREIGN KEY (workspace_id, team_member_id)
        REFERENCES team_members (workspace_id, id)`,
  ),
  ...tenantTable(
    'comment_drafts',
    `
      id uuid NOT NULL,
      ticket_id uuid NOT NULL,
      comment_type text NOT NULL,
      customer_id uuid,
      team_member_id uuid,
      content text NOT NULL,
      mentioned_ids uuid[] NOT NULL DEFAULT '{}',
      updated_at timestamptz(3) NOT NULL,
      CONSTRAINT comment_drafts_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT comment_drafts_type_key UNIQUE (workspace_id, ticket_id, comment_type),${ofTicket('comment_drafts')}`,
  ),
];
