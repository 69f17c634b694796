import type { FeatureFacts } from '../platform/features/facts.js';

export const AUTH = {
  room: 'auth',
  tables: {
    api_keys: { rights: 'SELECT, INSERT, UPDATE', nobody: 'what operators and programs have' },
    api_key_uses: { rights: 'SELECT, INSERT, UPDATE', nobody: 'what operators and programs have' },
    // The schema of team members makes it, because of its foreign key.
    api_key_members: { rights: 'SELECT, INSERT', nobody: 'what operators and programs have' },
    customer_sessions: {
      // PostgreSQL asks for UPDATE where a sweep locks rows.
      rights: 'SELECT, INSERT, UPDATE, DELETE',
      erased: async () => (await import('./sessions/sessions.erasure.js')).SESSIONS,
    },
  },
  entities: [
    () => import('./entities/api-key.entity.js'),
    () => import('./entities/api-key-use.entity.js'),
    () => import('./entities/api-key-member.entity.js'),
    () => import('./sessions/entities/customer-session.entity.js'),
  ],
  migrations: [() => import('./sessions/customer-sessions.migration.js')],
  reads: ['workspaces'],
  up: { team_members: 'a key speaks for a member, whose name and address it shows' },
  subjects: ['api_key', 'customer_session'],
  actions: {
    'api_key.created': null,
    'api_key.limited': null,
    'api_key.revoked': null,
    'api_key.rotated': null,
    'api_key.updated': null,
    'customer_session.created': null,
    'customer_session.ended': null,
  },
  tag: { name: 'API keys', text: 'The keys with which clients call the API.' },
} as const satisfies FeatureFacts;
