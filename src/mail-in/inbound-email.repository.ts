import { Injectable } from '@nestjs/common';
import { isMailAddress } from '../kernel/checks.js';
import type { CommentId, InboundEmailId, TicketId } from '../kernel/ids.js';
import { offsetOf, pageOf, type Page, type PageRequest, type RowOfPage } from '../kernel/page.js';
import { NOTHING_WAITS, type Waiting } from '../platform/queue/waiting-work.js';
import { onPrimary } from '../platform/tenancy/statement.js';
import type { Workspace } from '../platform/tenancy/workspaces/workspace.entity.js';
import type { InnerScope, TenantScope } from '../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../platform/tenancy/tenant.repository.js';
import type { InboundEmail, InboundState, Release } from './entities/inbound-email.entity.js';
import * as sql from './inbound-email.sql.js';
import type { MailSays, MailTicket } from './judging/judgement.rules.js';

export interface InboundEmailRow extends Pick<
  InboundEmail,
  | 'id'
  | 'state'
  | 'reason'
  | 'messageId'
  | 'sender'
  | 'subject'
  | 'byteSize'
  | 'senderAuthenticated'
  | 'createdAt'
  | 'ticketId'
  | 'commentId'
> {
  /** Null also when the ticket is gone. */
  readonly ticketNumber: number | null;
}

/** A mail that this process judges. */
export interface TakenEmail extends Pick<
  InboundEmail,
  'id' | 'byteSize' | 'isOld' | 'released' | 'failures'
> {
  /** Whether the table notes that it waits for others: its `failures` there are lower by one, so that the end of its lease adds none. */
  readonly waits: boolean;
  /** The folded address in `From` of a mail that has just come; empty when that is not known. */
  readonly sender?: string;
}

export interface InboundDesk {
  readonly subdomain: string;
  readonly ownAddresses: readonly string[];
  readonly blockedSenders: readonly string[];
  readonly remoteImages: Workspace['remoteImages'];
  /** The addresses from which contact forms send what visitors write. */
  readonly mailRelays: readonly string[];
  /** The given addresses that members have, folded. */
  readonly memberKeys: readonly string[];
}

export interface FinishedEmail {
  readonly id: InboundEmailId;
  readonly lease: string;
  readonly state: 'accepted' | 'ignored' | 'suspended';
  readonly reason: string | null;
  readonly ticketId: TicketId | null;
  readonly commentId: CommentId | null;
  readonly says: MailSays;
}

/** Counts tickets that came by mail within an hour. */
export interface TicketsOfHour {
  readonly ofSender: number;
  readonly ofWorkspace: number;
}

export type WaitingEmails = Waiting & { readonly suspended: number };

@Injectable()
export class InboundEmailRepository extends TenantRepository {
  /** @returns false when the mail is there already */
  async add(
    inner: InnerScope,
    mail: Pick<InboundEmail, 'digest'> & Pick<TakenEmail, 'id' | 'byteSize' | 'isOld' | 'waits' | 'sender'>,
    lease: string,
  ): Promise<boolean> {
    const { id, digest, byteSize, isOld, waits, sender = '' } = mail;
    // The bytes of a mail may say anything.
    const senderKey = isMailAddress(sender) ? sender : null;
    return (
      (await this.query(inner, sql.ADD, [id, digest, byteSize, isOld, lease, waits, senderKey])).length > 0
    );
  }

  async find(scope: TenantScope | InnerScope, id: InboundEmailId): Promise<InboundEmailRow | null> {
    return (await this.query<InboundEmailRow>(scope, sql.FIND, [id]))[0] ?? null;
  }

  async findByDigest(scope: TenantScope, digest: Buffer): Promise<InboundEmailRow | null> {
    return (await this.query<InboundEmailRow>(scope, sql.FIND_BY_DIGEST, [digest]))[0] ?? null;
  }

  async lock(inner: InnerScope, id: InboundEmailId): Promise<InboundEmailRow | null> {
    return (await this.query<InboundEmailRow>(inner, sql.LOCK, [id]))[0] ?? null;
  }

  /** Reads a page, newest first. Without a state, it leaves out deleted mails. */
  async page(
    scope: TenantScope,
    state: InboundState | null,
    request: PageRequest,
  ): Promise<Page<InboundEmailRow>> {
    const values = [request.size, offsetOf(request), ...(state === null ? [] : [state])];
    const statement = onPrimary(sql.pageStatement(state));
    return pageOf<InboundEmailRow>(
      await this.query<RowOfPage<InboundEmailRow>>(scope, statement, values),
      request,
    );
  }

  /** @returns the milliseconds until the next mail is due, below 0 when it is due already; null when none waits */
  async nextDue(scope: TenantScope): Promise<number | null> {
    return (await this.queryOne<{ dueInMs: number | null }>(scope, sql.NEXT_DUE))?.dueInMs ?? null;
  }

  take(inner: InnerScope, most: number, lease: string): Promise<TakenEmail[]> {
    return this.query<TakenEmail>(inner, sql.TAKE, [most, lease]);
  }

  /** @returns false when the lease has ended, and another process may judge the mail, or when it was deleted */
  async finish(inner: InnerScope, done: FinishedEmail): Promise<boolean> {
    const { id, lease, state, reason, ticketId, commentId, says } = done;
    const { messageId, sender, senderKey, senderAuthenticated, subject } = says;
    const values = [id, lease, state, reason, ticketId, commentId, messageId];
    const all = [...values, sender, senderKey, senderAuthenticated, subject];
    return (await this.query(inner, sql.FINISH, all)).length > 0;
  }

  /** Renews a lease. @returns false when it has ended, and another process may judge the mail, or when it was deleted */
  async renew(
    inner: InnerScope,
    id: InboundEmailId,
    lease: string,
    { failures }: { readonly failures: number },
  ): Promise<boolean> {
    return (await this.query(inner, sql.RENEW, [id, lease, failures])).length > 0;
  }

  async postpone(
    inner: InnerScope,
    id: InboundEmailId,
    lease: string,
    { failures, waitMs }: { readonly failures: number; readonly waitMs: number },
  ): Promise<void> {
    await this.query(inner, sql.POSTPONE, [id, lease, failures, waitMs]);
  }

  async release(
    inner: InnerScope,
    id: InboundEmailId,
    lease: string,
    wish: Release,
  ): Promise<TakenEmail | null> {
    const values = [id, lease, JSON.stringify(wish)];
    return (await this.query<TakenEmail>(inner, sql.RELEASE, values))[0] ?? null;
  }

  async remove(inner: InnerScope, id: InboundEmailId): Promise<void> {
    await this.query(inner, sql.DELETE, [id]);
  }

  async desk(scope: TenantScope, emailKeys: readonly string[]): Promise<InboundDesk> {
    const [desk] = await this.query<InboundDesk>(scope, sql.DESK, [emailKeys]);
    if (!desk) throw new Error('A mail came to a workspace that is gone.');
    return desk;
  }

  tickets(
    scope: TenantScope,
    ids: readonly TicketId[],
    numbers: readonly number[] = [],
  ): Promise<MailTicket[]> {
    return this.query<MailTicket>(scope, sql.TICKETS, [ids, numbers]);
  }

  async ticketsOfHour(inner: InnerScope, senderKey: string | null): Promise<TicketsOfHour> {
    const [counts] = await this.query<TicketsOfHour>(inner, sql.TICKETS_OF_HOUR, [senderKey]);
    return counts ?? { ofSender: 0, ofWorkspace: 0 };
  }

  async commentsOfHour(inner: InnerScope, ticketId: TicketId): Promise<number> {
    return (await this.queryOne<{ count: number }>(inner, sql.COMMENTS_OF_HOUR, [ticketId]))?.count ?? 0;
  }

  async waiting(scope: TenantScope): Promise<WaitingEmails> {
    return (await this.queryOne<WaitingEmails>(scope, sql.WAITING)) ?? { ...NOTHING_WAITS, suspended: 0 };
  }
}
