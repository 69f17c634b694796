import type { DeclaredScope } from '../../app/features.js';
import { declaredFeatures, type FeatureFacts } from './facts.js';

let known: { readonly of: readonly FeatureFacts[]; readonly toName: ReadonlySet<string> } | undefined;

/** Tells whether a key with these scopes has `scope`. Null stands for all scopes but those that a key must name [rule 30]. */
export function allows(scopes: readonly string[] | null, scope: DeclaredScope): boolean {
  return scopes === null ? !scopesToName().has(scope) : scopes.includes(scope);
}

function scopesToName(): ReadonlySet<string> {
  const of = declaredFeatures();
  if (known?.of !== of) known = { of, toName: new Set(of.flatMap(({ scopesToName: named = [] }) => named)) };
  return known.toName;
}
