import type { ErasureStep, TableErasure } from '../platform/features/erasure.js';
import type { FeatureFacts } from '../platform/features/facts.js';

interface Referring {
  readonly name: string;
  readonly refers: readonly string[];
}

/** Puts each item before those to which it refers. @throws Error when items refer to each other */
export function referringFirst<Item extends Referring>(items: readonly Item[]): Item[] {
  if (items.length === 0) return [];
  const named = new Set(items.flatMap(({ name, refers }) => refers.filter((other) => other !== name)));
  const free = items.filter(({ name }) => !named.has(name));
  if (free.length === 0)
    throw new Error(`These refer to each other: ${items.map(({ name }) => name).join(', ')}.`);
  return [...free, ...referringFirst(items.filter((item) => !free.includes(item)))];
}

export interface ErasedStep extends ErasureStep {
  readonly counted: string;
}

export interface ErasedTable extends TableErasure {
  readonly table: string;
  readonly steps: readonly ErasedStep[];
}

/** Loads what the rooms declare about the words of persons, from the top floor down, and in each room from its last table. */
export async function erasedTables(features: readonly FeatureFacts[]): Promise<ErasedTable[]> {
  // Rooms that say nothing of other features are below all of these.
  const lowest = features.flatMap(({ room, uses }) => (uses === undefined ? [room] : []));
  const rooms = features.map(({ room: name, uses, tables = {} }) => ({
    name,
    refers: uses === undefined ? [] : [...uses, ...lowest],
    tables,
  }));
  const tables = referringFirst(rooms).flatMap((room) => Object.entries(room.tables).reverse());
  const erased: ErasedTable[] = [];
  // One after the other: the loader of jest does not load files with common imports side by side.
  for (const [table, facts] of tables) {
    if (!('erased' in facts)) continue;
    const { steps, ...others } = await facts.erased();
    erased.push({ ...others, table, steps: steps.map((step) => ({ counted: table, ...step })) });
  }
  return erased;
}
