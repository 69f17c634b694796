import type { TeamMemberId } from '../kernel/ids.js';
import type { KeyScope } from './scopes.js';

/** The team member for whom a key speaks. */
export interface KeyMember {
  readonly id: TeamMemberId;
  readonly name: string;
  readonly email: string;
  readonly isActive: boolean;
}

/** Whether a key with these scopes has `scope`; null stands for all scopes. */
export function allows(scopes: readonly string[] | null, scope: KeyScope): boolean {
  return scopes === null || scopes.includes(scope);
}

/**
 * When two keys end, of which one replaces the other: the old one after the overlap, but never later than it would have anyway; the new one
 * lives as long as the old one was meant to (null: for ever).
 */
export function rotatedLifetimes(
  { createdAt, expiresAt }: { readonly createdAt: Date; readonly expiresAt: Date | null },
  now: Date,
  overlapUntil: Date,
): { readonly oldExpiresAt: Date; readonly newExpiresAt: Date | null } {
  if (expiresAt === null) return { oldExpiresAt: overlapUntil, newExpiresAt: null };
  return {
    oldExpiresAt: expiresAt < overlapUntil ? expiresAt : overlapUntil,
    newExpiresAt: new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime()),
  };
}
