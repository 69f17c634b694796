import { Injectable } from '@nestjs/common';
import { Raw } from 'typeorm';
import { Reply } from '../http/answers/reply.js';
import { tenantStatement } from '../tenancy/statement.js';
import type { InnerScope } from '../tenancy/tenant-scope.js';
import { TenantRepository } from '../tenancy/tenant.repository.js';
import { IdempotencyKey } from './entities/idempotency-key.entity.js';

/** The reply to a request, with the fingerprint of the request. */
export interface KeptReply {
  readonly fingerprint: Buffer;
  readonly reply: Reply;
}

const LIFETIME = `interval '24 hours'`;
/** How many rows one statement deletes, so that it stays within the timeout of a statement. */
const DELETED_AT_ONCE = 1_000;

const KEPT_STILL = Raw((column) => `${column} > now() - ${LIFETIME}`);
const EXPIRED = Raw((column) => `${column} <= now() - ${LIFETIME}`);

const DELETE_EXPIRED = tenantStatement(
  'idempotency_keys.delete_expired',
  `DELETE FROM idempotency_keys WHERE workspace_id = $1 AND key IN (
     SELECT key FROM idempotency_keys WHERE workspace_id = $1 AND created_at <= now() - ${LIFETIME}
     ORDER BY created_at LIMIT ${DELETED_AT_ONCE} FOR UPDATE SKIP LOCKED)
   RETURNING key`,
);

/** The rows of idempotency keys. */
@Injectable()
export class IdempotencyRepository extends TenantRepository {
  /**
   * Takes the key for this unit of work, unless another one has it, and looks for a reply that was kept under it in the last 24
   * hours. The look comes after the lock, so it sees the reply that the last holder has kept.
   */
  async take(inner: InnerScope, key: string): Promise<{ isTaken: boolean; kept: KeptReply | null }> {
    const [isTaken, row] = await Promise.all([
      inner.transaction.tryLock(`idempotency key ${key}`),
      this.selectOne(inner, IdempotencyKey, ['fingerprint', 'status', 'headers', 'body'], {
        where: { key, createdAt: KEPT_STILL },
      }),
    ]);
    const kept = row && { fingerprint: row.fingerprint, reply: new Reply(row.status, row.headers, row.body) };
    return { isTaken, kept };
  }

  /** Takes the place of a reply whose time is over, and of no other. */
  async keep(inner: InnerScope, key: string, { fingerprint, reply }: KeptReply): Promise<void> {
    const { status, headers, body } = reply;
    const kept = { fingerprint, status, headers, body };
    if ((await this.insertIfFree(inner, IdempotencyKey, [{ key, ...kept }])) > 0) return;
    const again = { ...kept, createdAt: () => 'now()' };
    const replaced = await this.update(inner, IdempotencyKey, { key, createdAt: EXPIRED }, again);
    if (replaced === 0) throw new Error('Two requests were kept under one idempotency key.');
  }

  /** @returns whether there may be more expired rows */
  async deleteExpired(inner: InnerScope): Promise<boolean> {
    return (await this.query(inner, DELETE_EXPIRED)).length === DELETED_AT_ONCE;
  }
}
