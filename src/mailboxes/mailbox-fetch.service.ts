import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/errors.js';
import { MEBIBYTE } from '../kernel/text.js';
import { InboundEmailsService } from '../mail-in/inbound-emails.service.js';
import { Configuration } from '../platform/config/configuration.js';
import type { TenantScope } from '../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../platform/tenancy/unit-of-work.js';
import { WorkspaceDirectory } from '../platform/tenancy/workspaces/workspace-directory.js';
import { workspaceSuspended } from '../platform/tenancy/workspaces/workspace-refusals.js';
import { ageOf, cursorFor, type MailboxPosition, type OpenMailbox, type PlacedMail } from './cursor.rules.js';
import { MailboxCursorRepository } from './mailbox-cursor.repository.js';
import { MailboxError } from './mailbox-error.js';

export interface MailboxMail extends PlacedMail {
  readonly byteSize: number;
}

/** A folder of a mail server. Its functions throw a `MailboxError` when the server does not do what they ask for. */
export interface Mailbox {
  /** Says which one it is, at each time the same. */
  readonly name: string;
  open(): Promise<OpenMailbox>;
  /** Lists the mails after a UID, in their order. */
  uidsAfter(uid: number): Promise<readonly number[]>;
  describe(uids: readonly number[]): Promise<readonly MailboxMail[]>;
  /** @returns null when the mail is not there any more */
  bytesOf(uid: number): Promise<AsyncIterable<Uint8Array> | null>;
  /** Marks, moves or deletes a mail that is safe. */
  finish(uid: number): Promise<void>;
  /** Opens it again when the server has ended the connection, and asks whether the server answers. */
  reconnect(): Promise<OpenMailbox>;
}

/**
 * The result for a mail. `known`: it came before. `left`: it was there before the reading began. `gone`: it is no longer in the folder.
 * `unread`: the server does not give it.
 */
export type FetchedAs =
  | 'accepted'
  | 'ignored'
  | 'suspended'
  | 'pending'
  | 'deleted'
  | 'known'
  | 'left'
  | 'gone'
  | 'too_large'
  | 'unread';

/** A mail of a folder, with the error of a server that fails with it again and again, and does the rest of its work. */
export interface FetchedMail extends MailboxMail {
  readonly failure?: MailboxError;
}

export interface Fetching {
  readonly wantsOld: boolean;
  readonly stop: AbortSignal;
  /**
   * Is called with each mail, and with the number of mails. A mail that is safe has a failure when the server did not mark, move or
   * delete it.
   */
  readonly onMail: (mail: FetchedMail, as: FetchedAs, total: number) => Promise<void> | void;
}

/** One command to the server describes at most this number of mails. */
const AT_ONCE = 100;
/** A mail with which the server has failed this often, while it answers otherwise, does not block the others. */
const MOST_TRIES = 3;

type Taken = Pick<FetchedMail, 'failure'> & { readonly as: FetchedAs };

/** Hands the mails of a mailbox to the service, one by one [rule 21]. */
@Injectable()
export class MailboxFetchService {
  constructor(
    private readonly emails: InboundEmailsService,
    private readonly cursors: MailboxCursorRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly configuration: Configuration,
    private readonly workspaces: WorkspaceDirectory,
  ) {}

  /**
   * Takes all mails that are new. The place in the mailbox moves on when a mail is safe and the mailbox knows it, so after a crash the
   * mail is taken again, and is known. A mail with which the server fails is skipped. The mails of a suspended workspace stay in the
   * mailbox. @throws workspace_suspended, and MailboxError when the server is away
   */
  async takeNew(scope: TenantScope, mailbox: Mailbox, { wantsOld, stop, onMail }: Fetching): Promise<void> {
    const cursor = await this.begin(scope, mailbox, wantsOld);
    const uids = await mailbox.uidsAfter(cursor.lastUid);
    for (let start = 0; start < uids.length; start += AT_ONCE) {
      for (const mail of await this.described(mailbox, cursor, uids.slice(start, start + AT_ONCE))) {
        if (stop.aborted) return;
        if (await this.workspaces.isSuspended(scope.workspaceId)) throw workspaceSuspended();
        const { as, failure } = await this.take(scope, mailbox, cursor, mail);
        await this.unitOfWork.run(scope, (inner) =>
          this.cursors.advance(inner, mailbox.name, cursor, mail.uid),
        );
        await onMail({ ...mail, ...(failure && { failure }) }, as, uids.length);
      }
    }
  }

  private async begin(scope: TenantScope, mailbox: Mailbox, wantsOld: boolean): Promise<MailboxPosition> {
    const opened = await mailbox.open();
    return this.unitOfWork.run(scope, async (inner) => {
      const known = await this.cursors.find(inner, mailbox.name);
      const cursor = cursorFor(known, opened, wantsOld, new Date());
      await this.cursors.save(inner, mailbox.name, cursor);
      return cursor;
    });
  }

  /** Describes mails, in smaller and smaller parts when the server fails with one of them. */
  private async described(
    mailbox: Mailbox,
    cursor: MailboxPosition,
    uids: readonly number[],
  ): Promise<readonly FetchedMail[]> {
    const found = await asked(mailbox, cursor, () => mailbox.describe(uids));
    if (!(found instanceof MailboxError)) return found;
    if (uids.length === 1)
      return uids.map((uid) => ({ uid, byteSize: 0, receivedAt: new Date(), failure: found }));
    const half = Math.ceil(uids.length / 2);
    const first = await this.described(mailbox, cursor, uids.slice(0, half));
    return [...first, ...(await this.described(mailbox, cursor, uids.slice(half)))];
  }

  private async take(
    scope: TenantScope,
    mailbox: Mailbox,
    cursor: MailboxPosition,
    mail: FetchedMail,
  ): Promise<Taken> {
    const age = ageOf(mail, cursor, new Date());
    if (age === 'left') return { as: 'left' };
    if (mail.failure) return { as: 'unread', failure: mail.failure };
    if (mail.byteSize > this.configuration.inboundEmailLimitMb * MEBIBYTE) return { as: 'too_large' };
    const isOld = age === 'old';
    const as = await asked(mailbox, cursor, () => this.receive(scope, mailbox, mail, isOld));
    if (as instanceof MailboxError) return { as: 'unread', failure: as };
    if (as === 'gone' || as === 'too_large') return { as };
    const failure = await asked(mailbox, cursor, () => mailbox.finish(mail.uid));
    return { as, ...(failure && { failure }) };
  }

  private async receive(
    scope: TenantScope,
    mailbox: Mailbox,
    { uid }: MailboxMail,
    isOld: boolean,
  ): Promise<FetchedAs> {
    const bytes = await mailbox.bytesOf(uid);
    if (bytes === null) return 'gone';
    try {
      const { email, isNew } = await this.emails.receive(scope, bytes, { isOld });
      return isNew ? email.state : 'known';
    } catch (error) {
      // A server may say another size than the mail has.
      if (error instanceof DomainError && error.kind === 'too_large') return 'too_large';
      throw error;
    }
  }
}

/**
 * Asks a server for something again when it fails, on another connection when it has ended this one.
 * @returns the error when it fails each time, but goes on to answer
 * @throws MailboxError when it does not answer, or has given the mails other UIDs
 */
async function asked<Answer>(
  mailbox: Mailbox,
  { uidValidity }: MailboxPosition,
  ask: () => Promise<Answer>,
): Promise<Answer | MailboxError> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof MailboxError)) throw error;
      if ((await mailbox.reconnect()).uidValidity !== uidValidity) throw error;
      if (tries === MOST_TRIES) return error;
    }
  }
}
