import { Injectable } from '@nestjs/common';
import { backoff } from '../../platform/queue/backoff.rules.js';
import { foldCase } from '../../kernel/text.js';
import type { TenantScope } from '../../platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../platform/tenancy/unit-of-work.js';
import { LettersService } from '../composing/letters.service.js';
import { waitingOf } from '../composing/recipients.rules.js';
import { MailRepository, type FinishedTry, type TakenMail } from '../queue/mail.repository.js';
import { SentMail } from './sent-mail.js';
import type { SmtpOutcome } from './smtp-outcome.rules.js';
import { SmtpSender } from './smtp-sender.js';

const [MINUTE, HOUR] = [60_000, 3_600_000];

/** Milliseconds to wait after each failed try: eleven tries in two days and a half. */
const WAITS = [
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 4, 8, 16, 24].map((hours) => hours * HOUR),
];

type Result = Omit<FinishedTry, 'id' | 'lease'>;

/** Makes one try of a mail, and writes down the result. */
@Injectable()
export class MailTryService {
  constructor(
    private readonly mails: MailRepository,
    private readonly letters: LettersService,
    private readonly sender: SmtpSender,
    private readonly unitOfWork: UnitOfWork,
    private readonly counts: SentMail,
  ) {}

  /** Makes a try. When the process ends before the server has answered, another try sends the mail with the same Message-ID. */
  async make(scope: TenantScope, mail: TakenMail, lease: string, stop: AbortSignal): Promise<void> {
    const result = await this.attempt(scope, mail, stop);
    if (result === null) return;
    const done = { ...result, id: mail.id, lease };
    if (await this.unitOfWork.run(scope, (inner) => this.mails.finish(inner, done))) this.count(result);
  }

  /** Notes a failed try of a mail that cannot be written. */
  async giveBack(scope: TenantScope, mail: TakenMail, lease: string): Promise<void> {
    const result = triedAgain(mail, { later: mail.leftTo, answer: UNWRITTEN, refusal: null });
    const done = { ...result, id: mail.id, lease };
    if (await this.unitOfWork.run(scope, (inner) => this.mails.finish(inner, done))) this.count(result);
  }

  /** @returns null when the process ends */
  private async attempt(scope: TenantScope, mail: TakenMail, stop: AbortSignal): Promise<Result | null> {
    const letter = await this.letters.write(scope, mail);
    if ('reason' in letter) return skipped(mail, letter.reason);
    const waiting = waitingOf(letter.recipients, mail.leftTo);
    if (waiting.length === 0) return ended(mail, null);
    const outcome = await this.sender.send(letter, waiting, stop);
    if (stop.aborted && !outcome.isTaken) return null;
    return this.withoutGone(scope, mail, waiting, resultOf(mail, waiting, outcome));
  }

  /** Leaves recipients out of a result whom the ticket has lost while the mail was sent: they may be erased, and nothing is to name them. */
  private async withoutGone(
    scope: TenantScope,
    mail: TakenMail,
    waiting: readonly string[],
    result: Result,
  ): Promise<Result> {
    const { leftTo, answer, refusal } = result;
    if (leftTo === null && answer === null) return result;
    const letter = await this.letters.write(scope, mail);
    if ('reason' in letter) return result;
    const present = new Set(waitingOf(letter.recipients, null));
    const gone = waiting.filter((address) => !present.has(address));
    const names = (text: string): boolean =>
      gone.some((address) => foldCase(text).includes(foldCase(address)));
    const said = refusal !== null && names(refusal) ? FOR_GOOD : refusal;
    return {
      ...result,
      leftTo: leftTo && leftTo.filter((address) => !gone.includes(address)),
      ...{ answer: answer !== null && names(answer) ? said : answer, refusal: said },
    };
  }

  private count({ state }: Result): void {
    if (state === 'sent') this.counts.sent += 1;
    else if (state === 'failed') this.counts.failed += 1;
    else if (state === 'pending') this.counts.retried += 1;
  }
}

const UNWRITTEN = 'the service could not write the mail; its log says why';

/** The text that replaces a refusal with the address of an erased person. */
const FOR_GOOD = 'refused for good';

function skipped({ failures }: TakenMail, answer: string): Result {
  return { state: 'skipped', failures, waitMs: 0, leftTo: null, answer, refusal: null };
}

/** Ends the tries. The mail has failed when the server refused a recipient for good, in this try or an earlier one. The row keeps an earlier refusal. */
function ended({ failures, refusal }: TakenMail, answer: string | null): Result {
  const state = answer === null && refusal === null ? 'sent' : 'failed';
  return { state, failures, waitMs: 0, leftTo: null, answer, refusal: answer };
}

function resultOf(
  mail: TakenMail,
  waiting: readonly string[],
  { later, answer, ...outcome }: SmtpOutcome,
): Result {
  const refusal = mail.refusal === null ? outcome.refusal : null;
  if (later.length === 0) return ended(mail, refusal);
  const isForAll = mail.leftTo === null && later.length === waiting.length;
  return triedAgain(mail, { later: isForAll ? null : later, answer, refusal });
}

/** Lets a mail that nobody has taken wait for its next try, or ends it after the last one. `later` is null for all recipients. */
function triedAgain(
  mail: TakenMail,
  { later, answer, refusal }: Pick<Result, 'answer' | 'refusal'> & { later: Result['leftTo'] },
): Result {
  const failures = mail.failures + 1;
  const waitMs = backoff(WAITS, failures, Math.random());
  if (waitMs === null) return ended({ ...mail, failures }, answer);
  return { state: 'pending', failures, waitMs, leftTo: later, answer, refusal };
}
