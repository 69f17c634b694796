import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantTable } from '../../platform/database/schema.js';

const SESSIONS = [
  // Sessions of customers. They are where the keys are, so that they are found and ended also while another server is away.
  ...tenantTable(
    'customer_sessions',
    `
      id uuid NOT NULL,
      customer_id uuid NOT NULL,
      api_key_id uuid NOT NULL,
      hash bytea NOT NULL,
      origins text[] NOT NULL DEFAULT '{}',
      sees_company boolean NOT NULL DEFAULT false,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3) NOT NULL,
      CONSTRAINT customer_sessions_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT customer_sessions_hash_key UNIQUE (workspace_id, hash),
      CONSTRAINT customer_sessions_hash_check CHECK (octet_length(hash) = 32),
      CONSTRAINT customer_sessions_api_key_fkey FOREIGN KEY (workspace_id, api_key_id)
        REFERENCES api_keys (workspace_id, id) ON DELETE CASCADE`,
  ),
  'CREATE INDEX customer_sessions_customer_idx ON customer_sessions (workspace_id, customer_id, created_at)',
  'CREATE INDEX customer_sessions_expiry_idx ON customer_sessions (workspace_id, expires_at)',
  // Every process forgets what it remembers when a session ends before its time, as it does for keys. The sweep of expired rows makes
  // nobody forget.
  `CREATE CONSTRAINT TRIGGER customer_sessions_move_access_version AFTER DELETE ON customer_sessions
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.expires_at > now())
    EXECUTE FUNCTION move_access_version_with_api_keys()`,
];

/** Adds the sessions of customers [rule 30]. */
export class CustomerSessions1764300000000 implements MigrationInterface {
  name = 'CustomerSessions1764300000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of SESSIONS) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE customer_sessions');
  }
}
