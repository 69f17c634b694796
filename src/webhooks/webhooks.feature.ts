import type { FeatureFacts } from '../platform/features/facts.js';

const DEMO = '0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a';
const DELIVERY = { id: DEMO, path: { delivery_id: '0190c7a4-f0cc-75a8-8719-0d1e2f3a4b5c' } };

export const WEBHOOKS = {
  room: 'webhooks',
  uses: ['customers', 'fields', 'team-members', 'tickets'],
  inside: {
    entities: ['kernel', 'platform/tenancy'],
    reading: ['below'],
    secrets: ['kernel', 'platform/config'],
    settings: ['below', 'fields', 'tickets', 'entities', 'reading', 'secrets'],
    deliveries: ['carriers', 'entities', 'reading', 'settings'],
    sending: ['carriers', 'entities', 'secrets', 'settings', 'deliveries', 'reading'],
    api: ['carriers', 'tickets', 'entities', 'secrets', 'settings', 'deliveries'],
  },
  tables: {
    webhooks: { rights: 'all', nobody: 'what operators and programs have' },
    webhook_secrets: { rights: 'all', nobody: 'what operators and programs have' },
    webhook_deliveries: { rights: 'all', nobody: 'numbers, dates and ids' },
    webhook_tries: { rights: 'all', erased: async () => (await import('./webhooks.erasure.js')).TRIES },
  },
  entities: [() => import('./entities/webhook.entity.js')],
  migrations: [() => import('./webhook-filter.migration.js')],
  reader: async () => (await import('./reading/webhook.reader.js')).WebhookReader,
  metrics: async () => (await import('./sending/webhook.metrics.js')).showWebhooks,
  reads: ['audit_entries', 'companies', 'customers', 'team_members', 'tickets'],
  scopes: ['webhooks:write'],
  subjects: ['webhook'],
  actions: {
    'webhook.created': null,
    'webhook.deleted': null,
    'webhook.disabled': {
      type: 'webhook.disabled',
      example: {
        number: 14,
        data: {
          webhook: { id: '0190c7a4-6666-7e31-b0a2-3c4d5e6f7a8b' },
          changes: { state: ['active', 'disabled'], disabled_reason: [null, 'gone'] },
        },
        actor: { type: 'service', id: null, name: 'service' },
      },
    },
    'webhook.replayed': null,
    'webhook.secret_created': null,
    'webhook.secret_deleted': null,
    'webhook.tested': null,
    'webhook.updated': null,
  },
  tag: { name: 'Webhooks', text: 'Addresses that are told of events, and what was sent to them.' },
  demo: {
    createWebhook: {
      body: {
        summary: 'New and changed tickets',
        value: {
          url: 'https://receiver.example/desk',
          types: ['ticket.created', 'ticket.updated'],
          state: 'disabled',
        },
      },
    },
    getWebhook: { id: DEMO },
    updateWebhook: {
      id: DEMO,
      bodies: {
        silent: { summary: 'Silent events, too', value: { include_silent: true } },
        filter: {
          summary: 'Urgent tickets of one group',
          value: { filter: { group: ['Support'], priority: ['high', 'urgent'] } },
        },
        all: { summary: 'All tickets again', value: { filter: null } },
      },
    },
    // This one has a webhook of its own, because it deletes it.
    deleteWebhook: { id: '0190c7a4-d1aa-7386-a5f7-8b9c0d1e2f3a' },
    createWebhookSecret: { id: DEMO },
    deleteWebhookSecret: { id: DEMO, path: { secret_id: '0190c7a4-e0bb-7497-b608-9c0d1e2f3a4b' } },
    testWebhook: { id: DEMO },
    listWebhookDeliveries: { id: DEMO },
    getWebhookDelivery: DELIVERY,
    redeliverWebhookDelivery: DELIVERY,
    replayWebhook: { id: DEMO, body: { summary: 'What has failed', value: { failed_only: true } } },
  },
} as const satisfies FeatureFacts;
