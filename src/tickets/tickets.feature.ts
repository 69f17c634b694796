import type { FeatureFacts, OwnEvent } from '../platform/features/facts.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import type { TicketMomentDto } from './api/dto/ticket-moment-event.dto.js';
import type { ImportDto } from './api/dto/tickets-imported-event.dto.js';

/** The number of a ticket of `examples/tickets.ndjson`; the other ids are those that `examples/acme.workspace.yaml` states. */
const TICKET = '1';
const RAISED = {
  email: 'john@customer.example',
  subject: 'The invoice shows the wrong address',
  description: '<p>Please send invoice 78 to our <b>new address</b>.</p>',
};
const CHANGES = {
  status: 'waiting_on_customer',
  priority: 'high',
  category: 'Billing',
  ticket_fields: { Country: 'Germany', Seats: 12 },
};
const UPDATE = {
  id: TICKET,
  bodies: {
    status: { summary: 'Another status', value: { status: 'waiting_on_customer' } },
    handOver: {
      summary: 'Hand it over',
      value: {
        group_id: '0190c7a4-8d11-7f3a-9c20-5b6a7c8d9e0f',
        agent_id: '0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a',
      },
    },
    tags: { summary: 'Some tags only', value: { add_tags: ['vip'], remove_tags: ['late'] } },
    more: {
      summary: 'Several properties at once',
      value: {
        ...CHANGES,
        ...{ sub_category_one: 'Invoices', sub_category_two: 'VAT', tags: ['refund'] },
        ...{ resolution_due_date: '2030-12-31T17:00:00Z', assignee_email: 'eve@acme.example' },
      },
    },
  },
};

/** Tells of a moment of a ticket that has passed, and what it has changed [rule 31]. */
const PASSED: OwnEvent = {
  data: ({ subjectId, ticketNumber, before, after }) => {
    const { due_at = null, ...changed } = after ?? {};
    return {
      ticket: { id: subjectId, number: ticketNumber },
      due_at,
      changes: Object.fromEntries(
        Object.entries(changed).map(([name, value]) => [name, [before?.[name] ?? null, value]]),
      ),
    };
  },
  schema: async () => (await import('./api/dto/ticket-moment-event.dto.js')).TicketMomentEventDto,
  inWords: ({ due_at: date }: Wire<TicketMomentDto>) => `of ${date}`,
};

const SERVICE = { type: 'service', id: null, name: 'service' };
const EXAMPLE = { id: '0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b', number: 42 };

const IMPORTED: OwnEvent = {
  data: ({ after }) => ({
    count: after?.['imported'] ?? after?.['added'] ?? 0,
    first_number: after?.['first_number'] ?? null,
    last_number: after?.['last_number'] ?? null,
    updated: after?.['updated'] ?? 0,
    customers_created: after?.['customers_created'] ?? 0,
  }),
  schema: async () => (await import('./api/dto/tickets-imported-event.dto.js')).TicketsImportedEventDto,
  inWords: ({ count, updated, customers_created: customers }: Wire<ImportDto>) =>
    `${count} new, ${updated} changed, ${customers} new customers`,
};

export const TICKETS = {
  room: 'tickets',
  uses: ['attachments', 'customers', 'fields', 'moments'],
  inside: {
    rules: ['kernel', 'vocabulary', 'attachments', 'fields', 'entities'],
    entities: ['kernel', 'platform/tenancy', 'vocabulary', 'fields', 'customers'],
    counts: ['carriers', 'entities'],
    read: ['below', 'attachments', 'fields', 'customers', 'rules', 'counts'],
    dates: ['below', 'moments', 'rules'],
    write: [
      ...['below', 'attachments', 'fields', 'customers', 'moments'],
      ...['rules', 'entities', 'counts', 'dates', 'read'],
    ],
    many: ['below', 'fields', 'rules', 'counts', 'dates', 'read', 'write'],
    export: ['below', 'fields', 'rules'],
    api: ['below', 'attachments', 'fields', 'rules', 'counts', 'read', 'write', 'many', 'export'],
  },
  tables: {
    ticket_counters: { rights: 'SELECT, INSERT, UPDATE', nobody: 'numbers, dates and ids' },
    tickets: { rights: 'all', erased: async () => (await import('./tickets.erasure.js')).TICKETS },
    ticket_tag_index: { rights: 'all', follows: 'tickets, by a trigger' },
    ticket_participant_index: { rights: 'all', follows: 'tickets, by a trigger' },
    ticket_value_index: { rights: 'all', follows: 'tickets, by a trigger' },
    ticket_count_chunks: { rights: 'all', nobody: 'numbers, dates and ids' },
    ticket_count_changes: {
      rights: 'SELECT, INSERT, DELETE',
      follows: 'tickets, when they are folded, as the command does at its end',
    },
  },
  entities: [() => import('./entities/ticket.entity.js'), () => import('./entities/ticket-counts.entity.js')],
  migrations: [
    () => import('./changed-values.migration.js'),
    () => import('./follow-up.migration.js'),
    () => import('./ticket-participants.migration.js'),
  ],
  reads: [
    'customer_emails',
    'customers',
    'list_totals',
    'ticket_statuses',
    'vocabulary_versions',
    'workspaces',
  ],
  up: { team_members: 'a ticket shows its assignee, and is assigned by an address' },
  scopes: ['tickets:read', 'tickets:write'],
  // It copies everything, comments and notes too.
  scopesToName: ['exports:read'],
  subjects: ['ticket'],
  actions: {
    'ticket.created': {
      type: 'ticket.created',
      example: {
        number: 1,
        data: {
          ticket: EXAMPLE,
          changes: {
            subject: [null, 'Printer on fire'],
            status: [null, 'new'],
            email: [null, 'ann@customer.example'],
          },
        },
      },
    },
    'ticket.updated': {
      type: 'ticket.updated',
      example: {
        number: 2,
        data: { ticket: EXAMPLE, changes: { status: ['new', 'open'], tags: [[], ['vip']] } },
      },
    },
    'ticket.merged': {
      type: 'ticket.merged',
      example: {
        number: 18,
        data: {
          ticket: EXAMPLE,
          changes: {
            status: ['open', 'closed'],
            merged_into: [null, { id: '0190c7a4-7d66-7e31-b0a2-3c4d5e6f7a8b', number: 7 }],
          },
        },
      },
    },
    'ticket.follow_up_due': {
      type: 'ticket.follow_up_due',
      example: {
        number: 21,
        data: {
          ticket: EXAMPLE,
          due_at: '2026-01-31T09:30:00.000Z',
          changes: {
            follow_up_at: ['2026-01-31T09:30:00.000Z', null],
            status: ['waiting_on_customer', 'open'],
          },
        },
        actor: SERVICE,
      },
      shows: PASSED,
    },
    'ticket.resolution_overdue': {
      type: 'ticket.resolution_overdue',
      example: {
        number: 22,
        data: { ticket: EXAMPLE, due_at: '2026-01-31T09:30:00.000Z', changes: {} },
        actor: SERVICE,
      },
      shows: PASSED,
    },
    // For a consumer, the ticket has its status again.
    'ticket.unmerged': { type: 'ticket.updated' },
    'tickets.imported': {
      type: 'tickets.imported',
      example: {
        number: 3,
        data: { count: 500, first_number: 43, last_number: 542, updated: 0, customers_created: 20 },
        actor: { type: 'operator', id: null, name: 'desk import tickets (alice)' },
        silent: true,
      },
      shows: IMPORTED,
    },
    // For a consumer, made-up tickets are a batch like any other.
    'tickets.seeded': { type: 'tickets.imported' },
  },
  tag: { name: 'Tickets', text: 'Support tickets.' },
  demo: {
    createTicket: {
      bodies: {
        short: { summary: 'What is required', value: RAISED },
        more: {
          summary: 'More of what there is',
          value: {
            ...{ ...RAISED, ...CHANGES },
            ...{ email: 'maria@customer.example', name: 'Maria Silva', status: 'open' },
            ...{ group: 'Support', assignee_email: 'eve@acme.example', tags: ['invoice'] },
            ...{ channel: 'shop', cc: ['jane@customer.example'] },
          },
        },
      },
    },
    createTicketLegacy: {
      body: { summary: 'A ticket', value: { ...RAISED, ticket_fields: { Country: 'India' } } },
    },
    batchTickets: {
      bodies: {
        close: {
          summary: 'Two tickets and a new one',
          value: {
            operations: [
              { op: 'update', ticket: 1, body: { status: 'on_hold', add_tags: ['outage'] } },
              { op: 'update', ticket: 2, body: { priority: 'urgent' } },
              { op: 'create', body: RAISED },
            ],
          },
        },
        together: {
          summary: 'All or nothing',
          value: {
            operations: [{ op: 'update', ticket: 1, if_match: '*', body: { group: 'Support' } }],
            atomic: true,
          },
        },
      },
    },
    getTicket: { id: TICKET },
    getTicketLegacy: { id: TICKET },
    updateTicket: UPDATE,
    mergeTicket: { id: '5', body: { summary: 'Another ticket of the desk', value: { into: 1 } } },
    unmergeTicket: { id: '3' },
    patchTicket: UPDATE,
    updateTicketLegacy: { id: TICKET, body: { summary: 'Some properties', value: CHANGES } },
  },
} as const satisfies FeatureFacts;
