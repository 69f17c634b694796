import { Injectable } from '@nestjs/common';
import type { AttachmentRow } from '../attachments/attachment.row.js';
import type { AuditEntry } from '../events/entities/audit-entry.entity.js';
import type { AttachmentId, FieldId, TicketId } from '../kernel/ids.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import type { VisibleTo } from '../tickets/read/visible-tickets.sql.js';
import type { NumberedTicket } from '../tickets/rules/ticket-merging.rules.js';
import type { TicketRef } from '../tickets/rules/ticket-ref.rules.js';
import { EVENTS, IS_MEMBER, SEEN_BY_ID, SEEN_BY_NUMBER, SEEN_FILE } from './portal.sql.js';

/** The parts of a visible ticket that its row does not have. */
export interface SeenParts {
  readonly files: readonly AttachmentRow[] | null;
  readonly mergedInto: NumberedTicket | null;
  /** The fields of enabled forms. */
  readonly fieldIds: readonly FieldId[];
}

type SeenRow = SeenParts & { readonly id: TicketId };

/** An event of a visible ticket, with what customers see of it. A bigint comes as a text. */
export type PortalEventRow = Pick<
  AuditEntry,
  'id' | 'at' | 'action' | 'subjectId' | 'ticketNumber' | 'before' | 'after'
> & { readonly position: string };

interface EventRange {
  readonly actions: readonly string[];
  readonly after: number;
  readonly until: number;
  readonly limit: number;
}

/** Asks what customers may see. All of its statements have the one rule (`visible-tickets.sql.ts`). */
@Injectable()
export class PortalRepository extends TenantRepository {
  /** @returns the parts of those tickets that the customer may see, by their ids */
  async seen(
    scope: TenantScope | InnerScope,
    ids: readonly TicketId[],
    { customerId, seesCompany }: VisibleTo,
  ): Promise<ReadonlyMap<TicketId, SeenParts>> {
    const rows = await this.query<SeenRow>(scope, SEEN_BY_ID, [ids, customerId, seesCompany]);
    return new Map(rows.map(({ id, ...parts }) => [id, parts]));
  }

  /** @returns the parts of one ticket; null when the customer may not see it */
  async seenOne(
    scope: TenantScope | InnerScope,
    ref: TicketRef,
    { customerId, seesCompany }: VisibleTo,
  ): Promise<SeenParts | null> {
    const [statement, named] = 'id' in ref ? [SEEN_BY_ID, ref.id] : [SEEN_BY_NUMBER, ref.number];
    const [row] = await this.query<SeenRow>(scope, statement, [[named], customerId, seesCompany]);
    return row ?? null;
  }

  async isFileSeen(
    scope: TenantScope,
    id: AttachmentId,
    { customerId, seesCompany }: VisibleTo,
  ): Promise<boolean> {
    return (await this.query(scope, SEEN_FILE, [id, customerId, seesCompany])).length > 0;
  }

  events(
    scope: TenantScope,
    { customerId, seesCompany }: VisibleTo,
    { actions, after, until, limit }: EventRange,
  ): Promise<PortalEventRow[]> {
    return this.query(scope, EVENTS, [customerId, seesCompany, actions, after, until, limit]);
  }

  /** Tells whether a folded address is that of an active team member. */
  async isMember(inner: InnerScope, emailKey: string): Promise<boolean> {
    return (await this.query(inner, IS_MEMBER, [emailKey])).length > 0;
  }
}
