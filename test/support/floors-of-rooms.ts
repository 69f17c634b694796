import { FACTS } from '../../src/app/features.js';
import type { FeatureFacts } from '../../src/platform/features/facts.js';

/** The rooms below all features. */
const LOWEST: Readonly<Record<string, number>> = { platform: 0, events: 1, auth: 2, vocabulary: 2 };

const features = new Map<string, FeatureFacts>(FACTS.map((facts) => [facts.room, facts]));

/** The floor of a room: one above the highest room that it may import. @throws Error when two rooms may import each other */
export function floorOf(room: string, above: readonly string[] = []): number {
  if (above.includes(room)) throw new Error(`These rooms form a circle: ${[...above, room].join(' > ')}`);
  const uses = features.get(room)?.uses ?? [];
  return LOWEST[room] ?? 1 + Math.max(2, ...uses.map((other) => floorOf(other, [...above, room])));
}
