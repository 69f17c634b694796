import type { FeatureFacts } from '../platform/features/facts.js';

export const IMPORT = {
  room: 'import',
  uses: ['conversations', 'fields', 'tickets'],
  inside: {
    own: ['below', 'conversations', 'fields', 'tickets'],
    foreign: ['below', 'conversations', 'fields', 'tickets', 'own'],
  },
} as const satisfies FeatureFacts;
