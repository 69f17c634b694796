import type { FeatureFacts } from '../platform/features/facts.js';

export const WORKSPACES = {
  room: 'workspaces',
  uses: [
    'attachments',
    'auth',
    'customers',
    'fields',
    'forms',
    'mail',
    'team-members',
    'tickets',
    'webhooks',
  ],
  reads: ['workspaces'],
  // A change of many things at once is recorded for the workspace.
  subjects: ['workspace'],
  actions: {
    'workspace.created': null,
    'workspace.updated': null,
    'workspace.suspended': null,
    'workspace.resumed': null,
  },
} as const satisfies FeatureFacts;
