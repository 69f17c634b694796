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

export interface MailboxMail extends PlacedMail {
  readonly byteSize: number;
}

/** A folder of a mail server. */
export interface Mailbox {
  /** Says which one it is, at each time the same. */
  readonly name: string;
  open(): Promise<OpenMailbox>;
  /** Lists the mails behind a UID, in their order. */
  uidsAfter(uid: number): Promise<readonly number[]>;
  describe(uids: readonly number[]): Promise<readonly MailboxMail[]>;
  /** @returns null when the mail is not there any more */
  bytesOf(uid: number): Promise<AsyncIterable<Uint8Array> | null>;
  /** Marks, moves or deletes a mail that is safe. */
  finish(uid: number): Promise<void>;
}

/** The result for a mail. `known`: it came before. `left`: it was there before the reading began. `gone`: it is no longer in the folder. */
export type FetchedAs =
  'accepted' | 'ignored' | 'suspended' | 'pending' | 'deleted' | 'known' | 'left' | 'gone' | 'too_large';

export interface Fetching {
  readonly wantsOld: boolean;
  readonly stop: AbortSignal;
  /** Hears of each mail, and how many there are. */
  readonly onMail: (mail: MailboxMail, as: FetchedAs, total: number) => Promise<void> | void;
}

/** One command to the server describes at most this number of mails. */
const AT_ONCE = 100;

/** Takes the mails of a mailbox in, one by one [rule 21]. */
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
   * mail is taken again, and is known. The mails of a suspended workspace stay in the mailbox. @throws workspace_suspended
   */
  async takeNew(scope: TenantScope, mailbox: Mailbox, { wantsOld, stop, onMail }: Fetching): Promise<void> {
    const cursor = await this.begin(scope, mailbox, wantsOld);
    const uids = await mailbox.uidsAfter(cursor.lastUid);
    for (let start = 0; start < uids.length; start += AT_ONCE) {
      for (const mail of await mailbox.describe(uids.slice(start, start + AT_ONCE))) {
        if (stop.aborted) return;
        if (await this.workspaces.isSuspended(scope.workspaceId)) throw workspaceSuspended();
        const as = await this.take(scope, mailbox, cursor, mail);
        await this.unitOfWork.run(scope, (inner) =>
          this.cursors.advance(inner, mailbox.name, cursor, mail.uid),
        );
        await onMail(mail, as, uids.length);
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

  private async take(
    scope: TenantScope,
    mailbox: Mailbox,
    cursor: MailboxPosition,
    mail: MailboxMail,
  ): Promise<FetchedAs> {
    const age = ageOf(mail, cursor, new Date());
    if (age === 'left') return 'left';
    if (mail.byteSize > this.configuration.inboundEmailLimitMb * MEBIBYTE) return 'too_large';
    const bytes = await mailbox.bytesOf(mail.uid);
    if (bytes === null) return 'gone';
    try {
      const { email, isNew } = await this.emails.receive(scope, bytes, { isOld: age === 'old' });
      await mailbox.finish(mail.uid);
      return isNew ? email.state : 'known';
    } catch (error) {
      // A server may say another size than the mail has.
      if (error instanceof DomainError && error.kind === 'too_large') return 'too_large';
      throw error;
    }
  }
}
