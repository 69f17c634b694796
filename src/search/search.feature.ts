import type { FeatureFacts } from '../platform/features/facts.js';

export const SEARCH = {
  room: 'search',
  uses: ['conversations', 'tickets'],
  tables: {
    search_states: { rights: 'SELECT, INSERT, UPDATE', nobody: 'numbers, dates and ids' },
    search_work: { rights: 'all', nobody: 'numbers, dates and ids' },
    // The service cannot read the words: only the functions do, as the owner of the tables.
    search_texts: {
      rights: 'SELECT (workspace_id, ticket_number, position, version), INSERT, DELETE',
      erased: async () => (await import('./search.erasure.js')).TEXTS,
    },
  },
  functions: [
    'search_wall(uuid)',
    'search_tickets(text[], text[])',
    'search_matches(integer[], text, integer)',
  ],
  entities: [() => import('./entities/search.entity.js')],
  reader: async () => (await import('./indexing/search.reader.js')).SearchReader,
  metrics: async () => (await import('./search.metrics.js')).showSearch,
  reads: ['audit_entries', 'comments', 'event_readers', 'event_streams', 'tickets'],
} as const satisfies FeatureFacts;
