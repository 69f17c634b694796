import type { FeatureFacts } from '../platform/features/facts.js';

export const EVENTS = {
  room: 'events',
  tables: {
    // The service cannot change or delete an entry: pruning takes the owner [choice 14]. Only positions are given later [choice 23].
    audit_entries: {
      rights: 'SELECT, INSERT, UPDATE (position, awaits_position)',
      erased: async () => (await import('./events.erasure.js')).ENTRIES,
    },
    event_streams: { rights: 'SELECT, INSERT, UPDATE', nobody: 'numbers, dates and ids' },
    event_readers: { rights: 'all', nobody: 'numbers, dates and ids' },
  },
  entities: [
    () => import('./entities/audit-entry.entity.js'),
    () => import('./entities/event-stream.entity.js'),
  ],
  migrations: [() => import('./ticket-of-event.migration.js'), () => import('./kept-waiting.migration.js')],
  metrics: async () => (await import('./feed/events.metrics.js')).showEvents,
  up: {
    api_keys: 'an entry shows the present name of the key that acted',
    tickets: 'an entry shows the number of its ticket, is found by it, and keeps the ticket for filters',
  },
  scopes: ['events:read'],
  actions: { 'audit.pruned': null },
} as const satisfies FeatureFacts;
