import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolateTenantTables } from './tenant-isolation.js';

const TABLES = ['mails'];

/**
 * Mail to customers (extensions, section 20). A mail is known by the id of its event. It is taken by a lease: until `due_at` it belongs
 * to whoever wrote `lease`. Its words are not here: they are made from the ticket and the comment when it is sent.
 */
export class Mail1763600000071 implements MigrationInterface {
  name = 'Mail1763600000071';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE workspaces ADD COLUMN mail_from text');
    await queryRunner.query(MAILS);
    for (const index of INDEXES) await queryRunner.query(index);
    await isolateTenantTables(queryRunner, TABLES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTables(queryRunner, TABLES);
    await queryRunner.query('ALTER TABLE workspaces DROP COLUMN mail_from');
  }
}

// `left_to` has those addresses that the server asked to try later, when it took the mail for others; null: nobody has got it yet.
const MAILS = `CREATE TABLE mails (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  ticket_id uuid NOT NULL,
  comment_id uuid,
  customer_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'pending',
  left_to text[],
  failures integer NOT NULL DEFAULT 0,
  answer text,
  due_at timestamptz(3) NOT NULL DEFAULT now(),
  lease uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  finished_at timestamptz(3),
  CONSTRAINT mails_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT mails_ticket_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT mails_customer_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT mails_kind_check CHECK (kind IN ('acknowledgement', 'reply') AND (kind = 'reply') = (comment_id IS NOT NULL)),
  CONSTRAINT mails_state_check CHECK (state IN ('pending', 'sent', 'failed', 'skipped'))
)`;

const INDEXES = [
  `CREATE INDEX mails_due_idx ON mails (workspace_id, due_at) WHERE state = 'pending'`,
  'CREATE INDEX mails_finished_idx ON mails (workspace_id, finished_at) WHERE finished_at IS NOT NULL',
  // For the foreign keys, and for the latest acknowledgement of a customer.
  'CREATE INDEX mails_ticket_idx ON mails (workspace_id, ticket_id)',
  'CREATE INDEX mails_customer_idx ON mails (workspace_id, customer_id, created_at)',
];
