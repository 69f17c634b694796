import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, isolateTenantTables } from './tenant-isolation.js';

const TABLES = ['form_submissions', 'form_counts'];

/**
 * The pages of forms (extensions, section 19): what a form says, who may embed it, and the key of its tokens. `form_submissions` has the
 * tokens that were used, `form_counts` how often forms were sent in an hour.
 */
export class WebForms1763600000070 implements MigrationInterface {
  name = 'WebForms1763600000070';

  async up(queryRunner: QueryRunner): Promise<void> {
    // The key differs from form to form, so the few rows of this table are written again.
    await queryRunner.query(`ALTER TABLE forms
      ADD COLUMN intro text, ADD COLUMN success_message text, ADD COLUMN embed_origins text[] NOT NULL DEFAULT '{}',
      ADD COLUMN requires_proof boolean NOT NULL DEFAULT false, ADD COLUMN token_key uuid NOT NULL DEFAULT gen_random_uuid()`);
    await queryRunner.query(SUBMISSIONS);
    await queryRunner.query(
      'CREATE INDEX form_submissions_age_idx ON form_submissions (workspace_id, sent_at)',
    );
    await queryRunner.query(COUNTS);
    await isolateTenantTables(queryRunner, TABLES);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTables(queryRunner, TABLES);
    await queryRunner.query(`ALTER TABLE forms DROP COLUMN intro, DROP COLUMN success_message, DROP COLUMN embed_origins,
      DROP COLUMN requires_proof, DROP COLUMN token_key`);
  }
}

// `digest` is the SHA-256 of what was sent: the same again is a double click, anything else is somebody who uses a token twice.
const SUBMISSIONS = `CREATE TABLE form_submissions (
  workspace_id uuid NOT NULL,
  nonce uuid NOT NULL,
  form_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  digest bytea NOT NULL,
  sent_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT form_submissions_pkey PRIMARY KEY (workspace_id, nonce),
  CONSTRAINT form_submissions_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
)`;

// Useless after a crash, like the counts of requests. `id` is a digest: no address is stored.
const COUNTS = `CREATE UNLOGGED TABLE form_counts (
  workspace_id uuid NOT NULL,
  id text NOT NULL,
  hits integer NOT NULL,
  begun_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  CONSTRAINT form_counts_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT form_counts_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE
) WITH (fillfactor = 50)`;
