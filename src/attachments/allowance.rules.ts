import { DomainError, invalidRequest } from '../kernel/errors.js';
import { Problems } from '../kernel/problems.js';
import { MEBIBYTE } from './attachment.limits.js';
import type { Allowance } from './attachment.row.js';
import { isAccepted } from './content-type.rules.js';

/** Bytes that the workspace may still store. */
export function roomOf({ quotaMb, usedBytes }: Allowance): number {
  return quotaMb === null ? Number.POSITIVE_INFINITY : quotaMb * MEBIBYTE - usedBytes;
}

export function quotaInWords({ quotaMb }: Allowance): string {
  return `does not fit: the attachments of this workspace may have ${quotaMb ?? 0} MB together`;
}

export function acceptedInWords(type: string, { types }: Allowance): string {
  return `has the type ${type}, and this workspace accepts only ${(types ?? []).join(', ')}`;
}

/** 422: the workspace does not take the file. */
class RefusedFile extends DomainError {
  constructor(path: string, reason: string) {
    const { kind, code, message, problems } = invalidRequest(new Problems([{ path, message: reason }]));
    super(kind, code, message, problems);
  }
}

/** 422: the file has no room. */
export class OverQuota extends RefusedFile {
  constructor(path: string, allowance: Allowance) {
    super(path, quotaInWords(allowance));
  }
}

/** 422: the workspace does not accept the type of the file. */
export class TypeNotAccepted extends RefusedFile {}

/** @throws invalid_request for a type that the workspace does not accept */
export function refuseUnlessAccepted(path: string, type: string, allowance: Allowance): void {
  if (!isAccepted(type, allowance.types)) throw new TypeNotAccepted(path, acceptedInWords(type, allowance));
}
