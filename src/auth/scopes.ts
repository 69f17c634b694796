import type { DeclaredScope } from '../app/features.js';
import { declaredFeatures } from '../platform/features/facts.js';
import { allows } from '../platform/features/scopes.js';

export type KeyScope = DeclaredScope;

/** The scopes of keys: one for each resource and verb. A write answers with its resource, so a write scope also lets a key see that. */
export const KEY_SCOPES = declaredFeatures().flatMap(({ scopes = [], scopesToName = [] }) => [
  ...scopes,
  ...scopesToName,
]) as readonly KeyScope[];

/** The scopes of a key without a list of scopes. */
export const WIDE_SCOPES = KEY_SCOPES.filter((scope) => allows(null, scope));

const TO_NAME = KEY_SCOPES.filter((scope) => !allows(null, scope));

/** Follows the word "everything" where a text says what a key without a list of scopes may do. */
export const BUT_NAMED = TO_NAME.length === 0 ? '' : ` but ${TO_NAME.join(' and ')}, which must be named`;

export function isKeyScope(text: string): text is KeyScope {
  return (KEY_SCOPES as readonly string[]).includes(text);
}
