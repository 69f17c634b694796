import type { EventType } from '../../events/feed/event-types.js';

const SHOP = { type: 'api_key', id: '0190c7a4-1111-7e31-b0a2-3c4d5e6f7a8b', name: 'shop' };
const ALICE = { type: 'operator', id: null, name: 'desk workspace apply (alice)' };
const TICKET = { id: '0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b', number: 42 };
const CUSTOMER = { id: '0190c7a4-2222-7e31-b0a2-3c4d5e6f7a8b' };
const TEAM_MEMBER = { id: '0190c7a4-3333-7e31-b0a2-3c4d5e6f7a8b' };
const FIELD = { id: '0190c7a4-4444-7e31-b0a2-3c4d5e6f7a8b' };
const FORM = { id: '0190c7a4-5555-7e31-b0a2-3c4d5e6f7a8b' };

/** An event of each type, as the API shows it and webhooks send it. They are those of docs/events.md. */
export const EVENT_EXAMPLES: Readonly<Record<EventType, object>> = {
  'ticket.created': {
    id: '0190c7a4-c099-7275-94e6-000000000001',
    position: 17,
    type: 'ticket.created',
    occurred_at: '2026-01-31T09:30:00.000Z',
    data: {
      ticket: TICKET,
      changes: {
        subject: [null, 'Printer on fire'],
        status: [null, 'new'],
        email: [null, 'ann@customer.example'],
      },
      actor: SHOP,
      silent: false,
    },
  },
  'ticket.updated': {
    id: '0190c7a4-c099-7275-94e6-000000000002',
    position: 18,
    type: 'ticket.updated',
    occurred_at: '2026-01-31T09:30:01.000Z',
    data: {
      ticket: TICKET,
      changes: { status: ['new', 'open'], tags: [[], ['vip']] },
      actor: SHOP,
      silent: false,
    },
  },
  'tickets.imported': {
    id: '0190c7a4-c099-7275-94e6-000000000003',
    position: 19,
    type: 'tickets.imported',
    occurred_at: '2026-01-31T09:30:02.000Z',
    data: {
      count: 500,
      first_number: 43,
      last_number: 542,
      updated: 0,
      customers_created: 20,
      actor: { type: 'operator', id: null, name: 'desk import tickets (alice)' },
      silent: true,
    },
  },
  'customer.created': {
    id: '0190c7a4-c099-7275-94e6-000000000004',
    position: 20,
    type: 'customer.created',
    occurred_at: '2026-01-31T09:30:03.000Z',
    data: {
      customer: CUSTOMER,
      changes: {
        emails: [null, [{ email: 'ann@customer.example', primary: true }]],
        first_name: [null, 'Ann'],
      },
      actor: SHOP,
      silent: false,
    },
  },
  'customer.updated': {
    id: '0190c7a4-c099-7275-94e6-000000000005',
    position: 21,
    type: 'customer.updated',
    occurred_at: '2026-01-31T09:30:04.000Z',
    data: { customer: CUSTOMER, changes: { first_name: ['Ann', 'Anna'] }, actor: SHOP, silent: false },
  },
  'team_member.created': {
    id: '0190c7a4-c099-7275-94e6-000000000006',
    position: 22,
    type: 'team_member.created',
    occurred_at: '2026-01-31T09:30:05.000Z',
    data: {
      team_member: TEAM_MEMBER,
      changes: { email: [null, 'eve@team.example'], role: [null, 'agent'] },
      actor: ALICE,
      silent: false,
    },
  },
  'team_member.updated': {
    id: '0190c7a4-c099-7275-94e6-000000000007',
    position: 23,
    type: 'team_member.updated',
    occurred_at: '2026-01-31T09:30:06.000Z',
    data: { team_member: TEAM_MEMBER, changes: { role: ['agent', 'admin'] }, actor: ALICE, silent: false },
  },
  'team_member.removed': {
    id: '0190c7a4-c099-7275-94e6-000000000008',
    position: 24,
    type: 'team_member.removed',
    occurred_at: '2026-01-31T09:30:07.000Z',
    data: { team_member: TEAM_MEMBER, changes: { state: ['active', 'removed'] }, actor: SHOP, silent: false },
  },
  'field.created': {
    id: '0190c7a4-c099-7275-94e6-000000000009',
    position: 25,
    type: 'field.created',
    occurred_at: '2026-01-31T09:30:08.000Z',
    data: {
      field: FIELD,
      changes: { name: [null, 'Size'], kind: [null, 'text'] },
      actor: SHOP,
      silent: false,
    },
  },
  'field.updated': {
    id: '0190c7a4-c099-7275-94e6-000000000010',
    position: 26,
    type: 'field.updated',
    occurred_at: '2026-01-31T09:30:09.000Z',
    data: { field: FIELD, changes: { name: ['Size', 'Width'] }, actor: SHOP, silent: false },
  },
  'field.deleted': {
    id: '0190c7a4-c099-7275-94e6-000000000011',
    position: 27,
    type: 'field.deleted',
    occurred_at: '2026-01-31T09:30:10.000Z',
    data: {
      field: FIELD,
      changes: { name: ['Width', null], kind: ['text', null] },
      actor: SHOP,
      silent: false,
    },
  },
  'form.created': {
    id: '0190c7a4-c099-7275-94e6-000000000012',
    position: 28,
    type: 'form.created',
    occurred_at: '2026-01-31T09:30:11.000Z',
    data: {
      form: FORM,
      changes: { title: [null, 'Contact'], slug: [null, 'contact'] },
      actor: ALICE,
      silent: false,
    },
  },
  'form.updated': {
    id: '0190c7a4-c099-7275-94e6-000000000013',
    position: 29,
    type: 'form.updated',
    occurred_at: '2026-01-31T09:30:12.000Z',
    data: { form: FORM, changes: { title: ['Contact', 'Contact us'] }, actor: ALICE, silent: false },
  },
  'comment.created': {
    id: '0190c7a4-c099-7275-94e6-000000000020',
    position: 40,
    type: 'comment.created',
    occurred_at: '2026-01-31T09:30:30.000Z',
    data: {
      ticket: TICKET,
      comment: {
        id: '0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a',
        comment_type: 'reply',
        author_type: 'agent',
        author: { id: '0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a', name: 'Eve Jones', email: 'eve@acme.example' },
      },
      actor: SHOP,
      silent: false,
    },
  },
  'webhook.disabled': {
    id: '0190c7a4-c099-7275-94e6-000000000014',
    position: 30,
    type: 'webhook.disabled',
    occurred_at: '2026-01-31T09:30:13.000Z',
    data: {
      webhook: { id: '0190c7a4-6666-7e31-b0a2-3c4d5e6f7a8b' },
      changes: { state: ['active', 'disabled'], disabled_reason: [null, 'gone'] },
      actor: { type: 'service', id: null, name: 'service' },
      silent: false,
    },
  },
  'form.submitted': {
    id: '0190c7a4-c099-7275-94e6-000000000015',
    position: 31,
    type: 'form.submitted',
    occurred_at: '2026-01-31T09:30:14.000Z',
    data: {
      ticket: TICKET,
      form: { ...FORM, slug: 'contact-us' },
      actor: { type: 'form', id: null, name: 'contact-us' },
      silent: false,
    },
  },
};
