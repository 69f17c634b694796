import { DomainError, type ErrorKind } from '../../../kernel/errors.js';

/** A refusal that says in `Retry-After` in how many seconds the client may try again. */
export class RetryLater extends DomainError {
  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    readonly seconds: number,
  ) {
    super(kind, code, message);
  }
}
