import type { FeatureFacts } from '../platform/features/facts.js';

export const PRIVACY = {
  room: 'privacy',
  uses: ['auth', 'tickets'],
  functions: ['delete_rows_of_workspace(text, integer)', 'delete_workspace()'],
  reads: ['customer_emails', 'customers', 'tickets'],
} as const satisfies FeatureFacts;
