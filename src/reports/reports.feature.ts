import type { FeatureFacts } from '../platform/features/facts.js';

export const REPORTS = {
  room: 'reports',
  uses: ['conversations', 'team-members', 'tickets'],
  tables: {
    report_generations: { rights: 'all', nobody: 'numbers, dates and ids' },
    report_counts: { rights: 'all', nobody: 'numbers, dates and ids' },
  },
  entities: [() => import('./entities/report.entity.js')],
  reader: async () => (await import('./counting/report.reader.js')).ReportReader,
  reads: [
    'audit_entries',
    'comments',
    'event_readers',
    'event_streams',
    'groups',
    'team_members',
    'ticket_statuses',
    'tickets',
    'workspaces',
  ],
  scopes: ['reports:read'],
  tag: { name: 'Reports', text: 'Numbers about what happened to tickets.' },
  // The number of a ticket of `examples/tickets.ndjson`.
  demo: { getTicketMetrics: { id: '1' } },
} as const satisfies FeatureFacts;
