import type { FeatureFacts } from '../platform/features/facts.js';

export const MCP = {
  room: 'mcp',
  uses: ['conversations', 'customers', 'fields', 'team-members', 'tickets'],
  tag: { name: 'MCP', text: 'Tools for programs that are led by a language model.' },
  demo: {
    callMcp: {
      body: {
        summary: 'The tools of the key, for a client of 2025',
        value: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      },
    },
  },
} as const satisfies FeatureFacts;
