import type { FeatureFacts } from '../platform/features/facts.js';

export const PRIVACY = {
  room: 'privacy',
  uses: ['search', 'tickets'],
  functions: ['delete_rows_of_workspace(text, integer)', 'delete_workspace()'],
} as const satisfies FeatureFacts;
