import type { KeyScope } from '../kernel/key-scopes.js';

/** Whether a key with these scopes may be used for what needs `scope`; null are all scopes. */
export function allows(scopes: readonly string[] | null, scope: KeyScope): boolean {
  return scopes === null || scopes.includes(scope);
}

export interface RotatedLifetimes {
  /** When the old key ends: after the overlap, but never later than it would have. */
  readonly oldExpiresAt: Date;
  /** When the new key ends: it lives as long as the old one was made to; null without an end. */
  readonly newExpiresAt: Date | null;
}

/** The lifetimes of two keys when one takes the other's place. */
export function rotatedLifetimes(
  old: { readonly createdAt: Date; readonly expiresAt: Date | null },
  now: Date,
  overlapUntil: Date,
): RotatedLifetimes {
  const { createdAt, expiresAt } = old;
  if (expiresAt === null) return { oldExpiresAt: overlapUntil, newExpiresAt: null };
  return {
    oldExpiresAt: expiresAt < overlapUntil ? expiresAt : overlapUntil,
    newExpiresAt: new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime()),
  };
}
