import type { FeatureFacts } from './features/facts.js';

export const PLATFORM = {
  room: 'platform',
  inside: {
    'embedded-postgres': [],
    config: ['kernel'],
    features: ['config'],
    limits: ['kernel', 'config', 'database', 'features'],
    http: ['kernel', 'config', 'limits'],
    metrics: ['kernel', 'http'],
    database: ['kernel', 'config', 'embedded-postgres', 'features'],
    tenancy: ['kernel', 'config', 'database', 'http', 'limits', 'features'],
    queue: ['kernel', 'config', 'database', 'features', 'tenancy'],
    counts: ['kernel', 'database', 'features', 'queue', 'tenancy'],
    storage: ['kernel', 'config', 'virus-scan'],
    'virus-scan': ['kernel'],
    idempotency: ['kernel', 'features', 'config', 'database', 'http', 'queue', 'tenancy'],
    transfers: ['kernel', 'config', 'http', 'idempotency', 'limits', 'tenancy'],
    routes: ['kernel', 'http', 'idempotency', 'transfers'],
    health: ['kernel', 'database', 'http', 'routes', 'storage'],
  },
  tables: {
    // The platform looks workspaces up; their settings are a feature's.
    workspaces: {
      rights: 'SELECT, INSERT, UPDATE',
      alsoWrittenBy: 'workspaces',
      nobody: 'what operators and programs have',
    },
    access_version: { rights: 'SELECT, UPDATE', nobody: 'a number' },
    rate_limit_counts: { rights: 'all', nobody: 'numbers of requests, for a few minutes' },
    idempotency_keys: {
      rights: 'all',
      erased: async () => (await import('./idempotency/idempotency.erasure.js')).REPLIES,
    },
    list_totals: { rights: 'all', follows: 'ticket_count_changes, when these are folded' },
    schema_migrations: { rights: 'SELECT', nobody: 'names of migrations' },
  },
  entities: [
    () => import('./tenancy/workspaces/workspace.entity.js'),
    () => import('./limits/entities/rate-limit-count.entity.js'),
    () => import('./idempotency/entities/idempotency-key.entity.js'),
    () => import('./counts/entities/list-total.entity.js'),
  ],
  migrations: [
    () => import('./tenancy/workspaces/follow-up-settings.migration.js'),
    () => import('./tenancy/workspaces/workspace-settings.migration.js'),
  ],
  metrics: async () => (await import('./platform.metrics.js')).showPlatform,
} as const satisfies FeatureFacts;
