import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { inOneLine } from '../../kernel/text.js';
import { KEPT_ANSWER } from '../queue/mail.limits.js';

export interface SmtpOutcome {
  /** Whether the server has taken the mail for at least one recipient. */
  readonly isTaken: boolean;
  /** The recipients to whom the mail can be sent later. */
  readonly later: readonly string[];
  /** The server's words to recipients whom it refuses for good; null when there are none. */
  readonly refusal: string | null;
  /** The answer of the server, or the reason why there is none; null when it took the mail for all. */
  readonly answer: string | null;
}

/** An error of the library. With `rejectedErrors`, a refusal for each recipient, when all were refused. */
export type SmtpError = SMTPConnection.SMTPError;

/** Tells whether a refusal is final (RFC 5321, section 4.2.1). A failed login or connection is not: an operator can mend it. */
function isForGood({ code, responseCode }: SmtpError): boolean {
  return responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

/** Judges a try by its error, or by the refusals of single recipients when the server took the mail for others. */
export function outcomeOf(to: readonly string[], result: readonly SmtpError[] | SmtpError): SmtpOutcome {
  if (!(result instanceof Error)) return { isTaken: true, ...refused(result) };
  const { rejectedErrors = [] } = result;
  if (rejectedErrors.length > 0) return { isTaken: false, ...refused(rejectedErrors) };
  const answer = answerOf(result.message);
  return isForGood(result)
    ? { isTaken: false, later: [], answer, refusal: answer }
    : { isTaken: false, later: to, answer, refusal: null };
}

function refused(refusals: readonly SmtpError[]): Omit<SmtpOutcome, 'isTaken'> {
  const later = refusals.filter((one) => !isForGood(one)).map(({ recipient = '' }) => recipient);
  return { later, answer: answersOf(refusals), refusal: answersOf(refusals.filter(isForGood)) };
}

function answersOf(refusals: readonly SmtpError[]): string | null {
  const answers = [...new Set(refusals.map(({ message }) => message))];
  return answers.length === 0 ? null : answerOf(answers.join('; '));
}

/** Puts the answer of a server on one line, and keeps its beginning. */
export function answerOf(text: string): string {
  return inOneLine(text.replaceAll('\0', '')).slice(0, KEPT_ANSWER);
}
