import { Problems, type FieldProblem } from './problems.js';

/** The kinds of refusal. The error filter gives each kind exactly one status. */
export type ErrorKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'in_progress'
  | 'gone'
  | 'precondition_failed'
  | 'range_not_satisfiable'
  | 'too_large'
  | 'unsupported_media_type'
  | 'invalid'
  | 'headers_too_large'
  | 'rate_limited'
  | 'unavailable'
  | 'defect';

/** Ends a request with a stable word in `code` and one sentence for a person, which shows nothing internal (decisions, section 2). */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string,
    readonly problems: readonly FieldProblem[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** 422, with the problems found: all of them, or the first 100 and a sentence that there are more. */
export function invalidRequest(problems: Problems): DomainError {
  const message = `The request is invalid: ${inWords(problems)}`;
  return new DomainError('invalid', 'invalid_request', message, problems.list);
}

function inWords({ list, areMore }: Problems): string {
  const [first] = list;
  if (areMore) return `more than ${list.length} problems were found, of which these are the first.`;
  if (list.length !== 1 || !first) return `${list.length} problems were found.`;
  // Some messages are sentences of their own.
  return first.message.endsWith('.') ? first.message : `${first.path} ${first.message}.`;
}

/** @throws invalid_request when there is any problem */
export function refuseIfAny(problems: Problems): void {
  if (problems.any) throw invalidRequest(problems);
}

/** 503: the database was told to keep the changes, and it is unknown whether it did. */
export function outcomeUnknown(cause?: unknown): DomainError {
  const message =
    'The service lost its database while the change was being kept: it may or may not have happened.';
  return new DomainError('unavailable', 'outcome_unknown', message, [], { cause });
}

/** 503: the database cannot be reached, or it ended the work. Nothing was changed. */
export function unavailable(cause?: unknown): DomainError {
  const message = 'The service is temporarily unavailable, please try again.';
  return new DomainError('unavailable', 'unavailable', message, [], { cause });
}
