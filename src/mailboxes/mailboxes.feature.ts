import type { FeatureFacts } from '../platform/features/facts.js';

export const MAILBOXES = {
  room: 'mailboxes',
  uses: ['mail-in'],
  tables: { mailbox_cursors: { rights: 'all', nobody: 'places in mailboxes of the desk' } },
  entities: [() => import('./entities/mailbox-cursor.entity.js')],
} as const satisfies FeatureFacts;
