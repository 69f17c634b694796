import { Injectable } from '@nestjs/common';
import type { StatusId, TicketId } from '../../kernel/ids.js';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { MergeSide, NamedForMerge, NumberedTicket } from '../rules/ticket-merging.rules.js';
import type { StoredTicket } from '../rules/properties/stored-ticket.js';
import type { TicketRef } from '../rules/ticket-ref.rules.js';
import * as sql from './ticket-merging.sql.js';
import { FIND_NAMED } from './ticket-writer.sql.js';

export type MergeChange = Pick<StoredTicket, 'statusId' | 'closedAt' | 'assigneeId' | 'updatedAt'>;

/** Reads and writes which tickets are merged. One unit of work of a workspace at a time merges or unmerges. */
@Injectable()
export class TicketMergingRepository extends TenantRepository {
  /** Makes others who merge or unmerge wait until the unit of work ends. Call it before a ticket is locked. */
  lock(inner: InnerScope): Promise<void> {
    return inner.transaction.lock('ticket_merges');
  }

  /** Finds each of some tickets, or undefined, in their order. */
  async find(inner: InnerScope, refs: readonly (TicketRef | null)[]): Promise<(NamedForMerge | undefined)[]> {
    const ids = refs.flatMap((ref) => (ref && 'id' in ref ? [ref.id.toLowerCase()] : []));
    const numbers = refs.flatMap((ref) => (ref && 'number' in ref ? [ref.number] : []));
    const found = await this.query<NamedForMerge>(inner, FIND_NAMED, [ids, numbers]);
    return refs.map((ref) => found.find((ticket) => ref !== null && isNamed(ticket, ref)));
  }

  /** Locks tickets, and all that are merged into one of them. @returns those that are */
  async lockWithMerged(
    inner: InnerScope,
    ids: readonly TicketId[],
    into: TicketId,
  ): Promise<readonly NumberedTicket[]> {
    const locked = await this.query<NamedForMerge>(inner, sql.LOCK_MERGED, [ids, into]);
    return locked.filter(({ mergedIntoId }) => mergedIntoId === into);
  }

  async sides(inner: InnerScope, one: TicketId, other: TicketId): Promise<readonly [MergeSide, MergeSide]> {
    const rows = await this.query<MergeSide>(inner, sql.FIND_SIDES, [[one, other]]);
    const [first, second] = [one, other].map((wanted) => rows.find(({ id }) => id === wanted));
    if (!first || !second) throw new Error('A locked ticket is gone.');
    return [first, second];
  }

  async merge(inner: InnerScope, id: TicketId, into: TicketId, change: MergeChange): Promise<void> {
    const { statusId, closedAt, updatedAt } = change;
    await this.query(inner, sql.MERGE, [id, into, statusId, closedAt, updatedAt]);
  }

  /** Leads the tickets that are merged into a ticket to its own target. */
  async shorten(inner: InnerScope, id: TicketId, into: TicketId): Promise<void> {
    await this.query(inner, sql.SHORTEN, [id, into]);
  }

  async unmerge(inner: InnerScope, id: TicketId, change: MergeChange): Promise<void> {
    const { statusId, closedAt, assigneeId, updatedAt } = change;
    await this.query(inner, sql.UNMERGE, [id, statusId, closedAt, assigneeId, updatedAt]);
  }

  async statusBefore(inner: InnerScope, id: TicketId): Promise<StatusId | null> {
    const [row] = await this.query<{ statusId: StatusId | null }>(inner, sql.FIND_STATUS_BEFORE, [id]);
    return row?.statusId ?? null;
  }
}

function isNamed({ id, number }: NamedForMerge, ref: TicketRef): boolean {
  return 'id' in ref ? id === ref.id.toLowerCase() : number === ref.number;
}
