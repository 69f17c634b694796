import { Injectable } from '@nestjs/common';
import type { MailId, TicketId } from '../../kernel/ids.js';
import { NOTHING_WAITS, type Waiting } from '../../platform/queue/waiting-work.js';
import type { InnerScope, TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { TenantRepository } from '../../platform/tenancy/tenant.repository.js';
import type { Mail, MailState } from '../entities/mail.entity.js';
import { CORRESPONDENCE, FINISH, INVITATION, LIST, NEXT_DUE, TAKE, WAITING } from './mail.sql.js';

/** A mail that this process has taken. */
export type TakenMail = Pick<
  Mail,
  'id' | 'kind' | 'ticketId' | 'commentId' | 'leftTo' | 'refusal' | 'failures' | 'createdAt'
>;

/** The record of a try. */
export interface FinishedTry extends Pick<Mail, 'id' | 'state' | 'failures' | 'answer' | 'refusal'> {
  readonly lease: string;
  /** When the next try is due, in milliseconds from now; 0 when there is none. */
  readonly waitMs: number;
  readonly leftTo: readonly string[] | null;
}

/** The names and addresses of a workspace in its mail. */
export interface Sender {
  /** The name of the workspace. */
  readonly desk: string;
  readonly subdomain: string;
  readonly mailFrom: string | null;
  readonly replyTo: string | null;
  readonly footer: string | null;
}

/** A workspace that sends mail. */
export type ActiveSender = Sender & { readonly mailFrom: string };

/** The parts of a mail about a ticket, except its comments. */
export interface Correspondence extends Sender {
  readonly number: number;
  readonly subject: string;
  readonly participants: readonly { readonly role: string; readonly email: string }[];
  readonly customerEmail: string;
  readonly raisedAt: Date;
}

/** The workspace that invites a member, with the member's address; null when nobody is to get it any more. */
export type Inviter = Sender & { readonly email: string | null };

/** A mail as operators see it. */
export interface ListedMail extends Pick<
  Mail,
  'id' | 'kind' | 'state' | 'failures' | 'answer' | 'createdAt'
> {
  /** Null for an invitation. */
  readonly ticketNumber: number | null;
  /** The member who was invited; null for other mails. */
  readonly memberEmail: string | null;
  /** When the next try is due; null when there is none. */
  readonly dueAt: Date | null;
}

/** The rows of mails. */
@Injectable()
export class MailRepository extends TenantRepository {
  /** @returns in how many milliseconds the next mail is due, below 0 when it is due already; null when none waits */
  async nextDue(scope: TenantScope): Promise<number | null> {
    const [next] = await this.query<{ dueInMs: number | null }>(scope, NEXT_DUE);
    return next?.dueInMs ?? null;
  }

  /** Takes by a lease at most `room` mails that are due. */
  take(inner: InnerScope, room: number, lease: string): Promise<TakenMail[]> {
    return this.query<TakenMail>(inner, TAKE, [room, lease]);
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

  async waiting(scope: TenantScope): Promise<Waiting> {
    const [waiting] = await this.query<Waiting>(scope, WAITING);
    return waiting ?? NOTHING_WAITS;
  }

  /** The newest mails in some states, at most `most`. */
  list(scope: TenantScope, states: readonly MailState[], most: number): Promise<ListedMail[]> {
    return this.query<ListedMail>(scope, LIST, [states, most]);
  }
}
