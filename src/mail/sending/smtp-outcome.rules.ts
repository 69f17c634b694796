import { inOneLine } from '../../kernel/text.js';

/** Characters that are kept of a server's words. */
const KEPT_ANSWER = 500;

export interface SmtpOutcome {
  /** Whether the server has taken the mail for somebody. */
  readonly isTaken: boolean;
  /** Recipients for whom it is tried again later. */
  readonly later: readonly string[];
  /** The server's words to recipients whom it refuses for good; null when there are none. */
  readonly refusal: string | null;
  /** What the server said, or why it said nothing; null when it took the mail for all. */
  readonly answer: string | null;
}

/** An error of the library. */
export interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
  readonly recipient?: string;
  /** A refusal for each recipient, when all were refused. */
  readonly rejectedErrors?: readonly SmtpError[];
}

/** Says that a mail or recipient is refused for good (RFC 5321, section 4.2.1). An operator can mend a failed login or connection. */
function isForGood({ code, responseCode }: SmtpError): boolean {
  return responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

/**
 * Judges a try for each recipient.
 * @param result the refusals of single recipients when the server took the mail for others, or the error that ended the try
 */
export function outcomeOf(to: readonly string[], result: readonly SmtpError[] | SmtpError): SmtpOutcome {
  if (!(result instanceof Error)) return { isTaken: true, ...refused(result) };
  const { rejectedErrors = [] } = result;
  if (rejectedErrors.length > 0) return { isTaken: false, ...refused(rejectedErrors) };
  const answer = inShort(result.message);
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
  return answers.length === 0 ? null : inShort(answers.join('; '));
}

function inShort(text: string): string {
  return inOneLine(text.replaceAll('\0', '')).slice(0, KEPT_ANSWER);
}
