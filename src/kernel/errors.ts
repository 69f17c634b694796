import type { FieldProblem, Problems } from './problems.js';

/** The kinds of refusal that the service knows; `http/` gives each exactly one status. */
export type ErrorKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'not_acceptable'
  | 'in_progress'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported_media_type'
  | 'invalid'
  | 'rate_limited'
  | 'unavailable'
  | 'defect';

/**
 * A fact that ends a request. `code` is a stable snake_case word, `message` one sentence for a person that shows nothing
 * internal (decisions, section 2).
 */
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

/** 422 with every problem found. */
export function invalidRequest(problems: readonly FieldProblem[]): DomainError {
  const [first] = problems;
  const message =
    problems.length === 1 && first
      ? `The request is invalid: ${first.path} ${first.message}.`
      : `The request is invalid: ${problems.length} problems were found.`;
  return new DomainError('invalid', 'invalid_request', message, problems);
}

/** Refuses the whole request when anything was found; returns otherwise. */
export function refuseIfAny(problems: Problems): void {
  if (problems.any) throw invalidRequest(problems.list);
}

/** 503: the database was told to keep the changes, and nobody knows whether it did. */
export function outcomeUnknown(cause?: unknown): DomainError {
  const message =
    'The service lost its database while the change was being kept: it may or may not have happened.';
  return new DomainError('unavailable', 'outcome_unknown', message, [], { cause });
}

/** 503: the database cannot be reached, or gave up on us. Nothing was changed. */
export function unavailable(cause?: unknown): DomainError {
  return new DomainError(
    'unavailable',
    'unavailable',
    'The service is temporarily unavailable, please try again.',
    [],
    { cause },
  );
}
