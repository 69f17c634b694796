import type { FeatureFacts } from '../platform/features/facts.js';

export const ATTACHMENTS = {
  room: 'attachments',
  uses: ['auth'],
  tables: {
    attachments: {
      rights: 'all',
      erased: async () => (await import('./attachments.erasure.js')).ATTACHMENTS,
    },
    removed_workspaces: { rights: 'SELECT, DELETE', nobody: 'ids of deleted workspaces' },
  },
  entities: [() => import('./entities/attachment.entity.js')],
  migrations: [() => import('./uploaded-by.migration.js'), () => import('./uploads/removed-at.migration.js')],
  reads: ['workspaces'],
  scopes: ['attachments:read', 'attachments:write'],
  demo: {
    reserveAttachmentUpload: {
      body: {
        summary: 'A text of four bytes',
        value: {
          ...{ filename: 'notes.txt', byte_size: 4, content_type: 'text/plain' },
          checksum: 'CY9rzUYh03PK3k6DJie09g==',
        },
      },
    },
    // The secret of the address to which these four bytes can be sent, for a day.
    putAttachmentUpload: { id: '9fK2mQ7xR1sT4vW6yZ8bDg' },
    getAttachment: { id: '0190c7a4-d1bb-7497-b608-9c0d1e2f3a4b' },
  },
} as const satisfies FeatureFacts;
