import type { EventType } from '../../events/feed/event-types.js';

const SHOP = { type: 'api_key', id: '0190c7a4-1111-7e31-b0a2-3c4d5e6f7a8b', name: 'shop' };
const ALICE = { type: 'operator', id: null, name: 'desk workspace apply (alice)' };
const TICKET = { id: '0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b', number: 42 };
const CUSTOMER = { id: '0190c7a4-2222-7e31-b0a2-3c4d5e6f7a8b' };
const TEAM_MEMBER = { id: '0190c7a4-3333-7e31-b0a2-3c4d5e6f7a8b' };
const FIELD = { id: '0190c7a4-4444-7e31-b0a2-3c4d5e6f7a8b' };
const FORM = { id: '0190c7a4-5555-7e31-b0a2-3c4d5e6f7a8b' };
const EVE = { id: '0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a', name: 'Eve Jones', email: 'eve@acme.example' };

const OPERATOR = { type: 'operator', id: null, name: 'desk import tickets (alice)' };
const SERVICE = { type: 'service', id: null, name: 'service' };
const CONTACT_US = { type: 'form', id: null, name: 'contact-us' };

const IMPORTED = { count: 500, first_number: 43, last_number: 542, updated: 0, customers_created: 20 };
const COMMENT = {
  ...{ id: '0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a', comment_type: 'reply', author_type: 'agent' },
  author: EVE,
};
const WEBHOOK = { id: '0190c7a4-6666-7e31-b0a2-3c4d5e6f7a8b' };
const RAISED = {
  subject: [null, 'Printer on fire'],
  status: [null, 'new'],
  email: [null, 'ann@customer.example'],
};
const INTRODUCED = {
  emails: [null, [{ email: 'ann@customer.example', primary: true }]],
  first_name: [null, 'Ann'],
};

/** The event has this number, and happened a second after the one before it. The shop did it unless another actor is named. */
type Example = readonly [number: number, data: object, actor?: object, silent?: boolean];

const EXAMPLES: Readonly<Record<EventType, Example>> = {
  'ticket.created': [1, { ticket: TICKET, changes: RAISED }],
  'ticket.updated': [2, { ticket: TICKET, changes: { status: ['new', 'open'], tags: [[], ['vip']] } }],
  'tickets.imported': [3, IMPORTED, OPERATOR, true],
  'customer.created': [4, { customer: CUSTOMER, changes: INTRODUCED }],
  'customer.updated': [5, { customer: CUSTOMER, changes: { first_name: ['Ann', 'Anna'] } }],
  'team_member.created': [
    6,
    { team_member: TEAM_MEMBER, changes: { email: [null, 'eve@team.example'], role: [null, 'agent'] } },
    ALICE,
  ],
  'team_member.updated': [7, { team_member: TEAM_MEMBER, changes: { role: ['agent', 'admin'] } }, ALICE],
  'team_member.removed': [8, { team_member: TEAM_MEMBER, changes: { state: ['active', 'removed'] } }],
  'field.created': [9, { field: FIELD, changes: { name: [null, 'Size'], kind: [null, 'text'] } }],
  'field.updated': [10, { field: FIELD, changes: { name: ['Size', 'Width'] } }],
  'field.deleted': [11, { field: FIELD, changes: { name: ['Width', null], kind: ['text', null] } }],
  'form.created': [12, { form: FORM, changes: { title: [null, 'Contact'], slug: [null, 'contact'] } }, ALICE],
  'form.updated': [13, { form: FORM, changes: { title: ['Contact', 'Contact us'] } }, ALICE],
  'webhook.disabled': [
    14,
    { webhook: WEBHOOK, changes: { state: ['active', 'disabled'], disabled_reason: [null, 'gone'] } },
    SERVICE,
  ],
  'form.submitted': [15, { ticket: TICKET, form: { ...FORM, slug: 'contact-us' } }, CONTACT_US],
  'comment.created': [20, { ticket: TICKET, comment: COMMENT }],
};

const [FIRST_POSITION, FIRST_AT] = [17, Date.parse('2026-01-31T09:30:00Z')];
/** The comment comes some time after the others. */
const COMMENTED = { position: 40, occurred_at: '2026-01-31T09:30:30.000Z' };

function eventOf(type: string, [number, data, actor = SHOP, silent = false]: Example): object {
  return {
    id: `0190c7a4-c099-7275-94e6-${String(number).padStart(12, '0')}`,
    position: FIRST_POSITION + number - 1,
    type,
    occurred_at: new Date(FIRST_AT + (number - 1) * 1_000).toISOString(),
    ...(type === 'comment.created' && COMMENTED),
    data: { ...data, actor, silent },
  };
}

/** An event of each type, as the API shows it and webhooks send it. They are those of docs/events.md. */
export const EVENT_EXAMPLES = Object.fromEntries(
  Object.entries(EXAMPLES).map(([type, example]) => [type, eventOf(type, example)]),
) as Readonly<Record<EventType, object>>;
