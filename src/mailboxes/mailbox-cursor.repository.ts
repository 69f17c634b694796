import { Injectable } from '@nestjs/common';
import type { Sweep } from '../platform/features/feature.js';
import { deletionOf, olderThan } from '../platform/queue/sweeps.js';
import { tenantStatement } from '../platform/tenancy/statement.js';
import type { InnerScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import type { MailboxPosition } from './cursor.rules.js';

const FIND = tenantStatement(
  'mailbox_cursors.find',
  `SELECT uid_validity::float8 AS "uidValidity", last_uid::float8 AS "lastUid", first_uid::float8 AS "firstUid",
     takes_old AS "takesOld", began_at AS "beganAt"
   FROM mailbox_cursors WHERE workspace_id = $1 AND mailbox = $2 FOR UPDATE`,
);

/** Takes the mailbox as $2, then the columns in their order. */
const SAVE = tenantStatement(
  'mailbox_cursors.save',
  `INSERT INTO mailbox_cursors (workspace_id, mailbox, uid_validity, last_uid, first_uid, takes_old, began_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (workspace_id, mailbox) DO UPDATE SET uid_validity = excluded.uid_validity, last_uid = excluded.last_uid,
     first_uid = excluded.first_uid, takes_old = excluded.takes_old, read_at = excluded.read_at`,
);

/**
 * Takes the mailbox as $2, its UIDVALIDITY as $3, as $4 the UID of a mail that is done, and as $5 whether old mails are taken. Another process
 * may be further, or may have begun anew for the old mails.
 */
const ADVANCE = tenantStatement(
  'mailbox_cursors.advance',
  `UPDATE mailbox_cursors SET last_uid = greatest(last_uid, $4::bigint), read_at = statement_timestamp()
   WHERE workspace_id = $1 AND mailbox = $2 AND uid_validity = $3 AND takes_old = $5::boolean`,
);

/** The sweep deletes the place of a mailbox after this number of days without a reading. The service then does not know its mails any more. */
export const MAILBOX_SWEEPS: readonly Sweep[] = [
  deletionOf({
    name: 'mailbox_cursors.delete_old',
    table: 'mailbox_cursors',
    key: ['mailbox'],
    when: olderThan('r.read_at', '400 days'),
  }),
];

@Injectable()
export class MailboxCursorRepository extends TenantRepository {
  async find(inner: InnerScope, mailbox: string): Promise<MailboxPosition | null> {
    return (await this.query<MailboxPosition>(inner, FIND, [mailbox]))[0] ?? null;
  }

  async save(inner: InnerScope, mailbox: string, cursor: MailboxPosition): Promise<void> {
    const { uidValidity, lastUid, firstUid, takesOld, beganAt } = cursor;
    await this.query(inner, SAVE, [mailbox, uidValidity, lastUid, firstUid, takesOld, beganAt]);
  }

  async advance(
    inner: InnerScope,
    mailbox: string,
    { uidValidity, takesOld }: MailboxPosition,
    uid: number,
  ): Promise<void> {
    await this.query(inner, ADVANCE, [mailbox, uidValidity, uid, takesOld]);
  }
}
