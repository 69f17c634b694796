import { Injectable } from '@nestjs/common';
import { Reply } from '../kernel/reply.js';
import { tenantStatement } from '../tenancy/statement.js';
import type { InnerScope } from '../tenancy/tenant-scope.js';
import { TenantRepository } from '../tenancy/tenant.repository.js';

/** What a request was answered with. */
export interface KeptReply {
  readonly fingerprint: Buffer;
  readonly reply: Reply;
}

const LIFETIME = `interval '24 hours'`;
/** As many as one statement deletes, so that it stays within the time that a statement has. */
const DELETED_AT_ONCE = 1_000;

const FIND = tenantStatement(
  'idempotency_keys.find',
  `SELECT fingerprint, status, headers, body FROM idempotency_keys
   WHERE workspace_id = $1 AND key = $2 AND created_at > now() - ${LIFETIME}`,
);

/** $2 key, $3 fingerprint, $4 status, $5 headers, $6 body. Takes the place of one whose time is over, and of no other. */
const KEEP = tenantStatement(
  'idempotency_keys.keep',
  `INSERT INTO idempotency_keys AS kept (workspace_id, key, fingerprint, status, headers, body)
   VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (workspace_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status,
     headers = excluded.headers, body = excluded.body, created_at = excluded.created_at
   WHERE kept.created_at <= now() - ${LIFETIME}
   RETURNING key`,
);

const DELETE_EXPIRED = tenantStatement(
  'idempotency_keys.delete_expired',
  `DELETE FROM idempotency_keys WHERE workspace_id = $1 AND key IN (
     SELECT key FROM idempotency_keys WHERE workspace_id = $1 AND created_at <= now() - ${LIFETIME}
     ORDER BY created_at LIMIT ${DELETED_AT_ONCE} FOR UPDATE SKIP LOCKED)
   RETURNING key`,
);

/** All SQL of idempotency keys. */
@Injectable()
export class IdempotencyRepository extends TenantRepository {
  /**
   * Takes the key for this unit of work, unless another one has it, and looks what was answered under it in the last 24
   * hours. The look comes after the lock, so it sees what the last holder has kept.
   */
  async take(inner: InnerScope, key: string): Promise<{ isTaken: boolean; kept: KeptReply | null }> {
    const [isTaken, [row]] = await Promise.all([
      inner.transaction.tryLock(`idempotency key ${key}`),
      this.query<{ fingerprint: Buffer } & Reply>(inner, FIND, [key]),
    ]);
    const kept = row && {
      fingerprint: row.fingerprint,
      reply: new Reply(row.status, row.headers, row.body),
    };
    return { isTaken, kept: kept ?? null };
  }

  async keep(inner: InnerScope, key: string, { fingerprint, reply }: KeptReply): Promise<void> {
    const { status, headers, body } = reply;
    const rows = await this.query(inner, KEEP, [key, fingerprint, status, JSON.stringify(headers), body]);
    if (rows.length === 0) throw new Error('Two requests were kept under one idempotency key.');
  }

  /** @returns whether there may be more whose time is over */
  async deleteExpired(inner: InnerScope): Promise<boolean> {
    return (await this.query(inner, DELETE_EXPIRED)).length === DELETED_AT_ONCE;
  }
}
