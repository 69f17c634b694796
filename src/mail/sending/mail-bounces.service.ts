import { Injectable } from '@nestjs/common';
import type { TicketId } from '../../kernel/ids.js';
import { ownMessageOf } from '../../kernel/formats/message-ids.js';
import { foldEmail } from '../../kernel/text.js';
import type { InnerScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { MailRepository, type ReturnedMail } from '../queue/mail.repository.js';
import { SentMail } from './sent-mail.js';
import { answerOf } from './smtp-outcome.rules.js';

/** The report of a mail server about a mail of ours that it could not deliver. */
export interface Bounce {
  /** The Message-ID of the mail that came back, with its brackets. */
  readonly messageId: string | null;
  /** The ticket whose reply address the bounce came to. */
  readonly ticketId: TicketId | null;
  /** The address that the mail did not reach. */
  readonly recipient: string | null;
  readonly words: string;
}

/** Writes down that mails came back after the mail server had taken them [rule 21]. */
@Injectable()
export class MailBouncesService {
  constructor(
    private readonly mails: MailRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly counts: SentMail,
  ) {}

  /** Marks the mail that a bounce is about as failed. @returns null when the table has no such mail */
  async failed(inner: InnerScope, bounce: Bounce): Promise<ReturnedMail | null> {
    const words = answerOf(bounce.words);
    const returned = (await this.named(inner, bounce, words)) ?? (await this.newest(inner, bounce, words));
    if (returned?.state === 'sent')
      this.unitOfWork.afterwards(inner, () => {
        this.counts.failed += 1;
      });
    return returned;
  }

  private async named(inner: InnerScope, { messageId }: Bounce, words: string): Promise<ReturnedMail | null> {
    const own = messageId === null ? null : ownMessageOf(messageId);
    return own && this.mails.failMessage(inner, own, words);
  }

  private async newest(
    inner: InnerScope,
    { ticketId, recipient }: Bounce,
    words: string,
  ): Promise<ReturnedMail | null> {
    if (ticketId === null) return null;
    return this.mails.failNewest(inner, ticketId, recipient === null ? null : foldEmail(recipient), words);
  }
}
