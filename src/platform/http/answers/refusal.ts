import { DomainError, type ErrorKind } from '../../../kernel/errors.js';

/** A refusal whose headers say more than those of its kind. */
export class RefusalWithHeaders extends DomainError {
  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>>,
  ) {
    super(kind, code, message);
  }
}

/** A refusal that says in `Retry-After` in how many seconds the client may try again. */
export class RetryLater extends RefusalWithHeaders {
  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    readonly seconds: number,
  ) {
    super(kind, code, message, { 'Retry-After': String(seconds) });
  }
}
