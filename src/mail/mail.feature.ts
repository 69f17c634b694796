import type { FeatureFacts } from '../platform/features/facts.js';

export const MAIL = {
  room: 'mail',
  uses: ['attachments', 'conversations', 'customers', 'team-members', 'tickets'],
  inside: {
    entities: ['kernel', 'platform/tenancy', 'customers', 'team-members', 'tickets'],
    reading: ['carriers'],
    queue: ['below', 'entities'],
    composing: ['below', 'attachments', 'conversations', 'queue'],
    sending: ['below', 'team-members', 'queue', 'reading', 'composing'],
  },
  tables: {
    mails: {
      rights: 'all',
      erased: async () => (await import('./mail.erasure.js')).MAILS,
    },
  },
  entities: [() => import('./entities/mail.entity.js')],
  reader: async () => (await import('./reading/mail.reader.js')).MailReader,
  metrics: async () => (await import('./sending/mail.metrics.js')).showMail,
  reads: [
    ...['audit_entries', 'comments_for_customers', 'customer_emails', 'customers', 'team_members', 'tickets'],
    'workspaces',
  ],
} as const satisfies FeatureFacts;
