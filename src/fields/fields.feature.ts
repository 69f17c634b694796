import type { FeatureFacts } from '../platform/features/facts.js';

const FIELD = { id: '0190c7a4-4444-7e31-b0a2-3c4d5e6f7a8b' };
/** `examples/acme.workspace.yaml` states it. */
const COUNTRY = '0190c7a4-af88-7164-83d5-6f7a8b9c0d1e';

export const FIELDS = {
  room: 'fields',
  uses: [],
  tables: {
    ticket_fields: { rights: 'all', nobody: 'words of the desk, the same for all customers' },
    ticket_field_options: { rights: 'all', nobody: 'words of the desk, the same for all customers' },
    deleted_ticket_fields: { rights: 'all', nobody: 'numbers, dates and ids' },
  },
  entities: [() => import('./entities/ticket-field.entity.js')],
  reads: ['groups', 'ticket_categories', 'ticket_statuses', 'vocabulary_versions'],
  scopes: ['fields:read', 'fields:write'],
  subjects: ['field'],
  actions: {
    'field.created': {
      type: 'field.created',
      example: { number: 9, data: { field: FIELD, changes: { name: [null, 'Size'], kind: [null, 'text'] } } },
    },
    'field.updated': {
      type: 'field.updated',
      example: { number: 10, data: { field: FIELD, changes: { name: ['Size', 'Width'] } } },
    },
    'field.deleted': {
      type: 'field.deleted',
      example: {
        number: 11,
        data: { field: FIELD, changes: { name: ['Width', null], kind: ['text', null] } },
      },
    },
  },
  tag: { name: 'Ticket fields', text: 'Custom fields of tickets, with their options.' },
  demo: {
    createTicketField: {
      body: {
        summary: 'A list to choose from',
        value: { field: { name: 'Plan', kind: 'single_option', data: ['Basic', { label: 'Business' }] } },
      },
    },
    getTicketField: { id: COUNTRY },
    updateTicketField: {
      id: COUNTRY,
      body: {
        summary: 'One more option',
        value: {
          field: { data: [{ label: 'France' }], is_required_for_agent_when_closing_ticket: false },
        },
      },
    },
    deleteTicketField: { id: '0190c7a4-b099-7275-94e6-7a8b9c0d1e2f' },
  },
} as const satisfies FeatureFacts;
