import type { KeyScope } from './scopes.js';

/** Whether a key with these scopes has `scope`; null stands for all scopes. */
export function allows(scopes: readonly string[] | null, scope: KeyScope): boolean {
  return scopes === null || scopes.includes(scope);
}

export interface RotatedLifetimes {
  /** When the old key ends: after the overlap, but never later than it would have anyway. */
  readonly oldExpiresAt: Date;
  /** When the new key ends: it lives as long as the old one was meant to. Null: never. */
  readonly newExpiresAt: Date | null;
}

/** When two keys end, of which one replaces the other. */
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
