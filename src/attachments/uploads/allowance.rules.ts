import { MEBIBYTE } from '../../kernel/text.js';
import { DomainError, invalidAt } from '../../kernel/errors.js';
import type { Allowance } from '../attachment.row.js';
import { isAccepted } from '../content-type.rules.js';

export function freeBytesOf({ quotaMb, usedBytes }: Allowance): number {
  return quotaMb === null ? Number.POSITIVE_INFINITY : quotaMb * MEBIBYTE - usedBytes;
}

export function quotaInWords({ quotaMb }: Allowance): string {
  return `does not fit: all attachments of this workspace together may have at most ${quotaMb ?? 0} MB`;
}

export function acceptedInWords(type: string, { types }: Allowance): string {
  return `is of the type ${type}, but this workspace accepts only ${(types ?? []).join(', ')}`;
}

class RefusedFile extends DomainError {
  constructor(path: string, reason: string) {
    const { kind, code, message, problems } = invalidAt(path, reason);
    super(kind, code, message, problems);
  }
}

export class OverQuota extends RefusedFile {
  constructor(path: string, allowance: Allowance) {
    super(path, quotaInWords(allowance));
  }
}

export class TypeNotAccepted extends RefusedFile {}

export function refuseUnlessAccepted(path: string, type: string, allowance: Allowance): void {
  if (!isAccepted(type, allowance.types)) throw new TypeNotAccepted(path, acceptedInWords(type, allowance));
}
