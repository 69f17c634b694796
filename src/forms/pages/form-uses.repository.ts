import { Injectable } from '@nestjs/common';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import { FormSubmission } from '../entities/form-submission.entity.js';
import { addStatement } from '../../events/audit.sql.js';
import type { Sweep } from '../../platform/features/feature.js';
import { deletionOf, olderThan } from '../../platform/queue/sweeps.js';
import { tenantStatement } from '../../platform/tenancy/statement.js';
import { GREATEST_AGE_MS } from './form-token.rules.js';

const WINDOW = `interval '1 hour'`;
/** A used token is kept for longer than it could be used. */
const KEPT = `${(2 * GREATEST_AGE_MS) / 1_000} s`;

/** Counts a submission: $2 ids of counts, in order against deadlocks. The new row has the time, because Citus takes no clock on conflict. */
const COUNT = tenantStatement(
  'form_counts.count',
  `INSERT INTO form_counts AS count (workspace_id, id, hits, begun_at, ends_at)
   SELECT $1::uuid, hit.id, 1, statement_timestamp(), statement_timestamp() + ${WINDOW}
   FROM unnest($2::text[]) AS hit (id) ORDER BY hit.id
   ON CONFLICT (workspace_id, id) DO UPDATE SET
     hits = CASE WHEN count.ends_at <= excluded.begun_at THEN 0 ELSE count.hits END + 1,
     begun_at = CASE WHEN count.ends_at <= excluded.begun_at THEN excluded.begun_at ELSE count.begun_at END,
     ends_at = CASE WHEN count.ends_at <= excluded.begun_at THEN excluded.ends_at ELSE count.ends_at END
   RETURNING id, hits, ceil(extract(epoch FROM ends_at - statement_timestamp()))::integer AS "endsInSeconds"`,
);

const USED = tenantStatement(
  'form_submissions.used',
  `SELECT s.digest, (SELECT t.number FROM tickets t WHERE t.workspace_id = $1 AND t.id = s.ticket_id) AS number
   FROM form_submissions s
   WHERE s.workspace_id = $1 AND s.nonce = $2`,
);

/** Adds the entry about a sent form. An earlier statement has added its ticket. */
export const ADD_SUBMITTED = addStatement(
  'form_submissions.add_entry',
  (terms) => terms,
  '(SELECT t.number FROM tickets t WHERE t.workspace_id = $1 AND t.id = e.subject_id)',
);

/** Tokens that nobody can use any more, and counts whose hour is over. */
export const FORM_SWEEPS: readonly Sweep[] = [
  deletionOf({
    name: 'form_submissions.delete_old',
    table: 'form_submissions',
    key: ['nonce'],
    when: olderThan('r.sent_at', KEPT),
  }),
  deletionOf({
    name: 'form_counts.delete_old',
    table: 'form_counts',
    key: ['id'],
    when: 'r.ends_at <= statement_timestamp()',
  }),
];

export interface SendingCount {
  readonly id: string;
  readonly hits: number;
  readonly endsInSeconds: number;
}

export interface EarlierUse {
  readonly digest: Buffer;
  /** Null when the ticket has been removed. */
  readonly number: number | null;
}

@Injectable()
export class FormUsesRepository extends TenantRepository {
  count(inner: InnerScope, ids: readonly string[]): Promise<SendingCount[]> {
    return this.query<SendingCount>(inner, COUNT, [ids]);
  }

  /** Counts another ticket of an hour. @returns the seconds until there may be one; null when the limits allow it */
  async countWithin(inner: InnerScope, limits: ReadonlyMap<string, number>): Promise<number | null> {
    return retryAfter(await this.count(inner, [...limits.keys()]), limits);
  }

  /** Waits for others that use the token. @returns whether it was free */
  async use(inner: InnerScope, use: Omit<FormSubmission, 'workspaceId' | 'sentAt'>): Promise<boolean> {
    return (await this.insertIfFree(inner, FormSubmission, [use])) > 0;
  }

  used(inner: InnerScope, nonce: string): Promise<EarlierUse | null> {
    return this.queryOne(inner, USED, [nonce]);
  }
}

/** @returns the seconds until all full counts have begun anew; null when none is full */
export function retryAfter(
  counts: readonly SendingCount[],
  limits: ReadonlyMap<string, number>,
): number | null {
  const full = counts.filter(({ id, hits }) => hits > (limits.get(id) ?? 0));
  return full.length === 0 ? null : Math.max(1, ...full.map(({ endsInSeconds }) => endsInSeconds));
}
