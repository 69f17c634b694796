import { Injectable } from '@nestjs/common';
import type { MailId, TicketId } from '../../kernel/ids.js';
import type { OwnMessage } from '../../kernel/formats/message-ids.js';
import { NOTHING_WAITS, type Waiting } from '../../platform/queue/waiting-work.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { Workspace } from '../../platform/tenancy/workspaces/workspace.entity.js';
import type { Mail, MailState } from '../entities/mail.entity.js';
import {
  CORRESPONDENCE,
  FAIL_ABOUT_TICKET,
  FAIL_MESSAGE,
  FINISH,
  INVITATION,
  LIST,
  NEXT_DUE,
  TAKE,
  WAITING,
} from './mail.sql.js';

export type TakenMail = Pick<
  Mail,
  'id' | 'kind' | 'ticketId' | 'commentId' | 'leftTo' | 'refusal' | 'failures' | 'createdAt'
>;

export interface FinishedTry extends Pick<Mail, 'id' | 'state' | 'failures' | 'answer' | 'refusal'> {
  readonly lease: string;
  /** Milliseconds until the next try; 0 when there is none. */
  readonly waitMs: number;
  readonly leftTo: readonly string[] | null;
}

/** The names and addresses of a workspace in its mail. */
export interface Sender {
  readonly desk: string;
  readonly subdomain: string;
  readonly mailFrom: string | null;
  readonly replyTo: string | null;
  readonly replyAddress: Workspace['replyAddress'];
  readonly footer: string | null;
}

export type ActiveSender = Sender & { readonly mailFrom: string };

/** The parts of a mail about a ticket, except its comments. */
export interface Correspondence extends Sender {
  readonly number: number;
  readonly subject: string;
  readonly participants: readonly { readonly role: string; readonly email: string }[];
  readonly customerEmail: string;
  readonly raisedAt: Date;
  /** The Message-ID of the mail that raised the ticket; null when none did. */
  readonly messageId: string | null;
}

/** A mail that came back, and its state before that. */
export type ReturnedMail = Pick<Mail, 'id' | 'ticketId' | 'state'>;

/** A workspace that invites a member. `email` is null when the member was removed or has another address. */
export type Inviter = Sender & { readonly email: string | null };

export interface ListedMail extends Pick<
  Mail,
  'id' | 'kind' | 'state' | 'failures' | 'answer' | 'createdAt'
> {
  readonly ticketNumber: number | null;
  readonly memberEmail: string | null;
  /** When the next try is due; null when there is none. */
  readonly dueAt: Date | null;
}

@Injectable()
export class MailRepository extends TenantRepository {
  /** @returns the milliseconds until the next mail is due, below 0 when it is due already; null when none waits */
  async nextDue(scope: TenantScope): Promise<number | null> {
    return (await this.queryOne<{ dueInMs: number | null }>(scope, NEXT_DUE))?.dueInMs ?? null;
  }

  take(inner: InnerScope, most: number, lease: string): Promise<TakenMail[]> {
    return this.query<TakenMail>(inner, TAKE, [most, lease]);
  }

  /** @returns false when the lease has ended and another process has taken the mail, or the mail is gone */
  async finish(inner: InnerScope, done: FinishedTry): Promise<boolean> {
    const { id, lease, state, failures, waitMs, leftTo, answer, refusal } = done;
    const values = [id, lease, state, failures, waitMs, leftTo, answer, refusal];
    return (await this.query(inner, FINISH, values)).length > 0;
  }

  async correspondence(inner: InnerScope, ticketId: TicketId): Promise<Correspondence | null> {
    return (await this.query<Correspondence>(inner, CORRESPONDENCE, [ticketId]))[0] ?? null;
  }

  async invitation(inner: InnerScope, id: MailId): Promise<Inviter | null> {
    return (await this.query<Inviter>(inner, INVITATION, [id]))[0] ?? null;
  }

  /** Marks the mail with this Message-ID of ours as failed, and keeps the words. @returns null when there is none */
  async failMessage(
    inner: InnerScope,
    { subject, id }: OwnMessage,
    words: string,
  ): Promise<ReturnedMail | null> {
    return (await this.query<ReturnedMail>(inner, FAIL_MESSAGE, [words, subject, id]))[0] ?? null;
  }

  /** Marks the newest mail about a ticket as failed, as `failMessage` does: the newest to the customer with the folded address, if there is one. */
  async failNewest(
    inner: InnerScope,
    ticketId: TicketId,
    emailKey: string | null,
    words: string,
  ): Promise<ReturnedMail | null> {
    return (await this.query<ReturnedMail>(inner, FAIL_ABOUT_TICKET, [words, ticketId, emailKey]))[0] ?? null;
  }

  async waiting(scope: TenantScope): Promise<Waiting> {
    return (await this.queryOne<Waiting>(scope, WAITING)) ?? NOTHING_WAITS;
  }

  list(scope: TenantScope, states: readonly MailState[], most: number): Promise<ListedMail[]> {
    return this.query<ListedMail>(scope, LIST, [states, most]);
  }
}
