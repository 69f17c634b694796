import { Injectable } from '@nestjs/common';
import { Raw } from 'typeorm';
import { Reply } from '../http/answers/reply.js';
import type { Sweep } from '../features/feature.js';
import { deletionOf, olderThan } from '../queue/sweeps.js';
import { tenantStatement } from '../tenancy/statement.js';
import type { InnerScope } from '../tenancy/tenant-scope.js';
import { TenantRepository, type Columns } from '../tenancy/tenant.repository.js';
import { IdempotencyKey } from './entities/idempotency-key.entity.js';

/** A kept reply has the fingerprint of its request. */
export interface KeptReply {
  readonly fingerprint: Buffer;
  /** The reply has no body when there is a `resourceId`. */
  readonly reply: Reply;
  /** The resource is read again by this id, or outline, when the body was too large to be kept; otherwise it is null. */
  readonly resourceId: string | null;
}

interface KeptSize {
  readonly bytes: number;
  /** The time until the oldest one is an hour old; 0 when there is none. */
  readonly secondsUntilOneMayGo: number;
}

/** A reply is kept for the first time within the quota of its workspace, and for the second time always. */
const [LIFETIME, CERTAIN] = ['24 hours', '1 hour'] as const;
/** A row and its index entries take this number of bytes besides key, headers and body. */
const BYTES_OF_A_ROW = 256;

const COLUMNS = ['fingerprint', 'status', 'headers', 'body', 'resourceId'] as const;

const KEPT_STILL = Raw((column) => `${column} > now() - interval '${LIFETIME}'`);
const EXPIRED = Raw((column) => `${column} <= now() - interval '${LIFETIME}'`);

const SIZE = tenantStatement(
  'idempotency_keys.size',
  `SELECT coalesce(sum(bytes), 0)::float8 AS bytes,
     coalesce(greatest(extract(epoch FROM min(created_at) + interval '${CERTAIN}' - now()), 0), 0)::float8 AS "secondsUntilOneMayGo"
   FROM idempotency_keys WHERE workspace_id = $1`,
);

/**
 * Deletes the oldest rows that are older than $2, until $3 bytes are gone. It goes by age and not by key, so that it reads the rows once
 * also when PostgreSQL expects few of them.
 */
const DELETE_OLDEST = tenantStatement(
  'idempotency_keys.delete_oldest',
  `DELETE FROM idempotency_keys WHERE workspace_id = $1 AND created_at <= (
     SELECT max(created_at) FROM (
       SELECT created_at, sum(bytes) OVER (ORDER BY created_at ROWS UNBOUNDED PRECEDING) - bytes AS before
       FROM idempotency_keys WHERE workspace_id = $1 AND created_at <= now() - $2::interval) AS old
     WHERE before < $3::float8)`,
);

/** Sweeps replies that no request gets any more. */
export const IDEMPOTENCY_SWEEP: Sweep = deletionOf({
  name: 'idempotency_keys.delete_old',
  table: 'idempotency_keys',
  key: ['key'],
  when: olderThan('r.created_at', LIFETIME),
});

@Injectable()
export class IdempotencyRepository extends TenantRepository {
  /** Takes the key for this unit of work, unless another one has it, and then looks for the reply that its last holder has kept. */
  async take(inner: InnerScope, key: string): Promise<{ isTaken: boolean; kept: KeptReply | null }> {
    const [isTaken, row] = await Promise.all([
      inner.transaction.tryLock(`idempotency key ${key}`),
      this.selectOne(inner, IdempotencyKey, COLUMNS, { where: { key, createdAt: KEPT_STILL } }),
    ]);
    if (row === null) return { isTaken, kept: null };
    const { fingerprint, status, headers, body, resourceId } = row;
    return { isTaken, kept: { fingerprint, reply: new Reply(status, headers, body), resourceId } };
  }

  /** Keeps a reply, also in place of an expired one. @returns its bytes of the quota */
  async keep(inner: InnerScope, key: string, kept: KeptReply): Promise<number> {
    const row = rowOf(key, kept);
    if ((await this.insertIfFree(inner, IdempotencyKey, [{ key, ...row }])) > 0) return row.bytes;
    const again = { ...row, createdAt: () => 'now()' };
    const replaced = await this.update(inner, IdempotencyKey, { key, createdAt: EXPIRED }, again);
    if (replaced === 0) throw new Error('Two requests were kept under one idempotency key.');
    return row.bytes;
  }

  async sizeOf(inner: InnerScope): Promise<KeptSize> {
    const [size] = await this.query<KeptSize>(inner, SIZE);
    if (size === undefined) throw new Error('A sum has no row.');
    return size;
  }

  /** Deletes the given bytes of the oldest replies, or all that may go when they are fewer. */
  async deleteOldest(inner: InnerScope, bytes: number): Promise<void> {
    await this.query(inner, DELETE_OLDEST, [CERTAIN, bytes]);
  }
}

/** Makes the columns of a kept reply, without its key and its time. */
type KeptRow = Omit<Columns<IdempotencyKey>, 'bytes'> & { readonly bytes: number };

/** PostgreSQL compresses a long body; the quota counts it as it was sent. */
function rowOf(key: string, { fingerprint, reply, resourceId }: KeptReply): KeptRow {
  const { status, headers, body } = reply;
  const texts = Buffer.byteLength(body ?? '') + Buffer.byteLength(resourceId ?? '');
  const bytes = BYTES_OF_A_ROW + key.length + JSON.stringify(headers).length + texts;
  return { fingerprint, status, headers, body, resourceId, bytes };
}
