import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { TeamMemberId } from '../../kernel/ids.js';
import { tenantStatement } from '../../platform/tenancy/statement.js';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';

/** The facts that decide which addresses are mailed. */
export interface InvitationFacts {
  /** The address that mail comes from; null in a workspace without mail. */
  readonly mailFrom: string | null;
  readonly replyTo: string | null;
  readonly invited: number;
  /** The folded addresses that were invited within a day. */
  readonly recent: readonly string[];
}

const WITHIN_A_DAY = `workspace_id = $1 AND kind = 'invitation' AND created_at > statement_timestamp() - interval '24 hours'`;

const FACTS = tenantStatement(
  'invitations.facts',
  `SELECT w.mail_from AS "mailFrom", w.reply_to AS "replyTo",
     (SELECT count(*)::integer FROM mails WHERE ${WITHIN_A_DAY}) AS invited,
     ARRAY(SELECT email_key FROM mails WHERE ${WITHIN_A_DAY} AND email_key = ANY ($2::text[])) AS recent
   FROM workspaces w WHERE w.id = $1`,
);

/** Takes ids of mails as $2 and of members as $3, and their folded addresses as $4. With RETURNING, Citus does not copy past row-level security. */
const ADD = tenantStatement(
  'invitations.add',
  `INSERT INTO mails (workspace_id, id, kind, team_member_id, email_key)
   SELECT $1::uuid, one.id, 'invitation', one.member_id, one.email_key
   FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS one (id, member_id, email_key)
   RETURNING id`,
);

@Injectable()
export class InvitationRepository extends TenantRepository {
  /** Reads the facts, which stay exact: other requests that invite wait until the unit of work ends. */
  async lockFacts(inner: InnerScope, emailKeys: readonly string[]): Promise<InvitationFacts> {
    await inner.transaction.lock('invitations');
    const [facts] = await this.query<InvitationFacts>(inner, FACTS, [emailKeys]);
    return facts ?? { mailFrom: null, replyTo: null, invited: 0, recent: [] };
  }

  async add(
    inner: InnerScope,
    invited: readonly { readonly memberId: TeamMemberId | undefined; readonly emailKey: string }[],
  ): Promise<void> {
    await this.query(inner, ADD, [
      invited.map(() => uuid()),
      invited.map(({ memberId }) => memberId),
      invited.map(({ emailKey }) => emailKey),
    ]);
  }
}
