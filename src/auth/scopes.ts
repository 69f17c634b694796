import type { DeclaredScope } from '../app/features.js';
import { declaredFeatures } from '../platform/features/facts.js';

export type KeyScope = DeclaredScope;

/** The scopes of keys: one for each resource and verb. A write answers with its resource, so a write scope also lets a key see that. */
export const KEY_SCOPES = declaredFeatures().flatMap(({ scopes = [] }) => scopes) as readonly KeyScope[];

export function isKeyScope(text: string): text is KeyScope {
  return (KEY_SCOPES as readonly string[]).includes(text);
}
