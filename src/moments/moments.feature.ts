import type { FeatureFacts } from '../platform/features/facts.js';

export const MOMENTS = {
  room: 'moments',
  uses: [],
  tables: {
    moments: { rights: 'all', erased: async () => (await import('./moments.erasure.js')).THEIR_MOMENTS },
    dated_workspaces: { rights: 'SELECT, INSERT, DELETE', nobody: 'ids of workspaces' },
  },
  entities: [() => import('./entities/moment.entity.js')],
  migrations: [() => import('./moments.migration.js')],
  metrics: async () => (await import('./moments.metrics.js')).showMoments,
} as const satisfies FeatureFacts;
