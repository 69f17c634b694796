import { declaredFeatures } from '../platform/features/facts.js';
import './features.js';

/** Loads the files that features name, and gives all that these export. */
export async function loaded(named: 'entities' | 'migrations'): Promise<unknown[]> {
  const exported: unknown[] = [];
  // One after the other: the loader of jest does not load files with common imports side by side.
  for (const { [named]: files = [] } of declaredFeatures())
    for (const load of files) {
      const values: unknown[] = Object.values(await load());
      exported.push(...values);
    }
  return exported;
}
