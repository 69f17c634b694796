import type { FeatureFacts } from '../platform/features/facts.js';

export const AUTH = {
  room: 'auth',
  tables: {
    api_keys: { rights: 'SELECT, INSERT, UPDATE', nobody: 'what operators and programs have' },
    api_key_uses: { rights: 'SELECT, INSERT, UPDATE', nobody: 'what operators and programs have' },
  },
  entities: [() => import('./entities/api-key.entity.js'), () => import('./entities/api-key-use.entity.js')],
  reads: ['api_key_members', 'team_members', 'workspaces'],
  subjects: ['api_key'],
  actions: {
    'api_key.created': null,
    'api_key.limited': null,
    'api_key.revoked': null,
    'api_key.rotated': null,
    'api_key.updated': null,
  },
  tag: { name: 'API keys', text: 'The keys with which clients call the API.' },
} as const satisfies FeatureFacts;
