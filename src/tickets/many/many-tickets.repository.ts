import { Injectable } from '@nestjs/common';
import type { TeamMemberId, TicketId } from '../../kernel/ids.js';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import type { Statement } from '../../platform/tenancy/statement.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { TicketRow } from '../read/ticket.row.js';
import type { TicketRef } from '../rules/ticket-ref.rules.js';
import type { StoredTicket } from '../rules/properties/stored-ticket.js';
import type { LockedTicket } from '../write/ticket-writer.repository.js';
import { CHANGEABLE, changeSomeStatement } from '../write/ticket-writer.sql.js';
import type { NeededMembers } from './many-tickets.rules.js';
import {
  FIND_SEVERAL,
  HOLD_FREE_MEMBERS,
  HOLD_MEMBERS,
  LOCK_NAMED,
  LOCK_SEVERAL,
} from './many-tickets.sql.js';

export interface HeldMember {
  readonly id: TeamMemberId;
  readonly emailKey: string;
  readonly isRemoved: boolean;
}

/** A ticket before and after a change. */
export interface RowChange {
  readonly current: LockedTicket;
  readonly changes: Partial<StoredTicket>;
}

/** Locks, changes and reads several tickets, each by one statement. */
@Injectable()
export class ManyTicketsRepository extends TenantRepository {
  holdMembers(inner: InnerScope, needed: NeededMembers): Promise<HeldMember[]> {
    return this.hold(inner, HOLD_MEMBERS, needed);
  }

  /** Holds the members as `holdMembers` does, but fails at once when somebody else has locked one of them. */
  holdFreeMembers(inner: InnerScope, needed: NeededMembers): Promise<HeldMember[]> {
    return this.hold(inner, HOLD_FREE_MEMBERS, needed);
  }

  async lockOnly(inner: InnerScope, refs: readonly TicketRef[]): Promise<void> {
    if (refs.length > 0) await this.query(inner, LOCK_NAMED, namesOf(refs));
  }

  lock(inner: InnerScope, refs: readonly TicketRef[]): Promise<LockedTicket[]> {
    return this.query(inner, LOCK_SEVERAL, namesOf(refs));
  }

  async rows(inner: InnerScope, refs: readonly TicketRef[]): Promise<TicketRow[]> {
    return refs.length === 0 ? [] : this.query(inner, FIND_SEVERAL, namesOf(refs));
  }

  /** Writes changes of locked tickets: of each the columns that any of the changes names. */
  async change(inner: InnerScope, changed: readonly RowChange[]): Promise<void> {
    if (changed.length === 0) return;
    const columns = CHANGEABLE.filter(({ key }) => changed.some(({ changes }) => changes[key] !== undefined));
    const rows = changed.map(({ current, changes }) => {
      const after: StoredTicket = { ...current, ...changes };
      const written: Record<string, unknown> = { id: after.id };
      for (const { key } of columns) written[key] = after[key];
      return written;
    });
    await this.query(inner, changeSomeStatement(columns), [JSON.stringify(rows)]);
  }

  private async hold(inner: InnerScope, statement: Statement, needed: NeededMembers): Promise<HeldMember[]> {
    const { emailKeys, ids, assigneesOf } = needed;
    if (emailKeys.length + ids.length + assigneesOf.length === 0) return [];
    return this.query(inner, statement, [emailKeys, ids, ...namesOf(assigneesOf)]);
  }
}

function namesOf(refs: readonly TicketRef[]): [TicketId[], number[]] {
  return [
    refs.flatMap((ref) => ('id' in ref ? [ref.id] : [])),
    refs.flatMap((ref) => ('number' in ref ? [ref.number] : [])),
  ];
}
