import { getMetadataArgsStorage } from 'typeorm';
import { declaredFeatures } from '../platform/features/facts.js';
import './features.js';

const exported: unknown[] = [];
// One after the other: the loader of jest does not load files with common imports side by side.
for (const { entities: files = [] } of declaredFeatures())
  for (const load of files) {
    const values: unknown[] = Object.values(await load());
    exported.push(...values);
  }

const tables = new Set<unknown>(getMetadataArgsStorage().tables.map(({ target }) => target));

/** Every entity of the features. A contract test compares their tables with the facts, and both with the migrated schema. */
export const entities = exported.filter((one): one is new () => object => tables.has(one));
