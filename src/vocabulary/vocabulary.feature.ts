import type { FeatureFacts } from '../platform/features/facts.js';

export const VOCABULARY = {
  room: 'vocabulary',
  tables: {
    vocabulary_versions: { rights: 'SELECT, INSERT, UPDATE', nobody: 'numbers, dates and ids' },
    groups: { rights: 'all', nobody: 'words of the desk, the same for all customers' },
    companies: { rights: 'all', nobody: 'companies; that the customer belonged to one is erased' },
    ticket_statuses: { rights: 'all', nobody: 'words of the desk, the same for all customers' },
    ticket_categories: { rights: 'all', nobody: 'words of the desk, the same for all customers' },
  },
  entities: [
    () => import('./entities/company.entity.js'),
    () => import('./entities/vocabulary.entity.js'),
    () => import('./entities/vocabulary-version.entity.js'),
  ],
  actions: { 'vocabulary.extended': null },
} as const satisfies FeatureFacts;
