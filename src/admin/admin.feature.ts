import type { FeatureFacts } from '../platform/features/facts.js';

export const ADMIN = {
  room: 'admin',
  uses: ['auth', 'moments', 'workspaces'],
  demo: {
    putWorkspace: {
      path: { subdomain: 'globex' },
      bodies: {
        new: { summary: 'A workspace with its defaults', value: { workspace: { name: 'Globex' } } },
        furnished: {
          summary: 'With groups, members, a field and a form',
          value: {
            workspace: { name: 'Globex', time_zone: 'Europe/Berlin' },
            groups: [{ name: 'Support' }],
            team_members: [{ email: 'kim@globex.example', first_name: 'Kim', groups: ['Support'] }],
            fields: [{ name: 'Product', kind: 'single_option', options: ['Anvil', 'Rocket'] }],
            forms: [{ title: 'Contact us', slug: 'contact-us', fields: ['Product'] }],
          },
        },
      },
    },
    getWorkspace: { path: { subdomain: 'acme' } },
    deleteWorkspace: { path: { subdomain: 'globex' } },
    suspendWorkspace: { path: { subdomain: 'acme' } },
    resumeWorkspace: { path: { subdomain: 'acme' } },
    listWorkspaceKeys: { path: { subdomain: 'acme' } },
    putWorkspaceKey: {
      path: { subdomain: 'acme', name: 'Website' },
      body: {
        summary: 'The digest of a key that the caller has made; it can be sent again',
        value: {
          scopes: ['tickets:read', 'tickets:write'],
          key_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        },
      },
    },
    rotateWorkspaceKey: {
      path: { subdomain: 'acme', name: 'demo' },
      body: { summary: 'The old key works for an hour more', value: { overlap_seconds: 3_600 } },
    },
    moveClock: { body: { summary: 'Four hours later', value: { advance: 'PT4H' } } },
    deleteWorkspaceKey: { path: { subdomain: 'acme', name: 'Website' } },
  },
} as const satisfies FeatureFacts;
