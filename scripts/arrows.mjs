// The arrows between rooms, from what their facts declare (`uses`, `inside`). `.dependency-cruiser.mjs` makes a rule of each.

/**
 * Lists the rooms that each room may import, besides itself, by its folder below `src`. A room inside another one has a line of its own.
 * In its list, `carriers` stands for the kernel, the platform and the events, and `below` for these and the vocabulary.
 */
export function arrowsOf(facts) {
  const platform = facts.find(({ room }) => room === 'platform');
  // Its files beside its rooms are the modules of the platform, and nobody above starts a server of PostgreSQL.
  const parts = Object.keys(platform.inside).filter((name) => name !== 'embedded-postgres');
  const ofPlatform = ['platform.module.ts', 'platform.schema.ts', ...parts].map((part) => `platform/${part}`);
  const carriers = ['kernel', ...ofPlatform, 'events'];
  const sets = { carriers, below: [...carriers, 'vocabulary'] };
  const lowest = {
    platform: ['kernel'],
    events: ['kernel', ...ofPlatform],
    auth: carriers,
    vocabulary: carriers,
  };
  const arrows = { kernel: [] };
  for (const { room, uses = [], inside = {} } of facts) {
    arrows[room] = lowest[room] ?? [...sets.below, ...uses];
    for (const [name, others] of Object.entries(inside))
      arrows[`${room}/${name}`] = others.flatMap((other) =>
        other in inside ? `${room}/${other}` : (sets[other] ?? other),
      );
  }
  return arrows;
}
