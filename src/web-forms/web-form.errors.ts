import { DomainError } from '../kernel/errors.js';

/** 404: there is no enabled form at this address. */
export function formNotFound(): DomainError {
  return new DomainError('not_found', 'form_not_found', 'There is no form at this address.');
}

/** Another request has used the token meanwhile, so this one must leave nothing. No answer shows it. */
export class TokenTaken extends Error {
  override readonly name = 'TokenTaken';
}
