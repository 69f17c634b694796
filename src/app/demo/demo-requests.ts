/** A request that the page of the API fills in. It succeeds on a fresh demo workspace, in any order with all others. */
export interface DemoRequest {
  /** The id in the path; of several, the first one. */
  readonly id?: string;
  /** The other parts of the path, by their names. */
  readonly path?: Readonly<Record<string, string>>;
  /** Bodies by their name; the page shows the first one. */
  readonly bodies?: Readonly<Record<string, { readonly summary: string; readonly value: object }>>;
}

/** Ids that `examples/acme.workspace.yaml` states, and the number of a ticket of `examples/tickets.ndjson`. */
const SUPPORT = '0190c7a4-8d11-7f3a-9c20-5b6a7c8d9e0f';
const EVE = '0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a';
const KIM = '0190c7a4-604f-7e21-8b51-2a3f4e5d6c7b';
const GLOBEX = '0190c7a4-8d66-7f42-a1b3-4d5e6f7a8b9c';
const JOHN = '0190c7a4-6a01-7b22-8c51-0d9e8f7a6b5c';
const COUNTRY = '0190c7a4-af88-7164-83d5-6f7a8b9c0d1e';
const OLD_FIELD = '0190c7a4-b099-7275-94e6-7a8b9c0d1e2f';
const TICKET = '1';
/** Ids that `demo-workspace.ts` gives a comment, its file and two webhooks. */
export const DEMO_COMMENT = '0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a';
export const DEMO_ATTACHMENT = '0190c7a4-d1bb-7497-b608-9c0d1e2f3a4b';
export const DEMO_WEBHOOK = '0190c7a4-d0aa-7386-a5f7-8b9c0d1e2f3a';
/** A webhook that can be deleted: no other request names it. */
export const DEMO_OLD_WEBHOOK = '0190c7a4-d1aa-7386-a5f7-8b9c0d1e2f3a';
export const DEMO_OLD_SECRET = '0190c7a4-e0bb-7497-b608-9c0d1e2f3a4b';
export const DEMO_DELIVERY = '0190c7a4-f0cc-75a8-8719-0d1e2f3a4b5c';

/** Secret of the address to which the bytes of `ANNOUNCED` can be sent, for a day. */
export const DEMO_UPLOAD = '9fK2mQ7xR1sT4vW6yZ8bDg';
export const ANNOUNCED = {
  ...{ filename: 'notes.txt', byte_size: 4, content_type: 'text/plain' },
  checksum: 'CY9rzUYh03PK3k6DJie09g==',
};

const only = (summary: string, value: object): DemoRequest => ({ bodies: { example: { summary, value } } });

const RAISED = {
  email: 'john@customer.example',
  subject: 'The invoice shows the wrong address',
  description: '<p>Please send invoice 78 to our <b>new address</b>.</p>',
};
const WORDS = { author_email: 'eve@acme.example', content: '<p>We have sent <b>invoice 78</b> again.</p>' };
const TICKET_CHANGES = {
  status: 'waiting_on_customer',
  priority: 'high',
  category: 'Billing',
  ticket_fields: { Country: 'Germany', Seats: 12 },
};
const UPDATE_TICKET: DemoRequest = {
  id: TICKET,
  bodies: {
    status: { summary: 'Another status', value: { status: 'waiting_on_customer' } },
    handOver: { summary: 'Hand it over', value: { group_id: SUPPORT, agent_id: EVE } },
    more: {
      summary: 'Several properties at once',
      value: {
        ...TICKET_CHANGES,
        ...{ sub_category_one: 'Invoices', sub_category_two: 'VAT', tags: ['refund'] },
        ...{ resolution_due_date: '2030-12-31T17:00:00Z', assignee_email: 'eve@acme.example' },
      },
    },
  },
};

/** A request for each operation that needs a body or an id, by the operation's id. */
export const DEMO_REQUESTS: Readonly<Record<string, DemoRequest>> = {
  createTicket: {
    bodies: {
      short: { summary: 'What is required', value: RAISED },
      more: {
        summary: 'More of what there is',
        value: {
          ...{ ...RAISED, ...TICKET_CHANGES },
          ...{ email: 'maria@customer.example', name: 'Maria Silva', status: 'open' },
          ...{ group: 'Support', assignee_email: 'eve@acme.example', tags: ['invoice'] },
          ...{ channel: 'shop', cc: ['jane@customer.example'] },
        },
      },
    },
  },
  createTicketLegacy: only('A ticket', { ...RAISED, ticket_fields: { Country: 'India' } }),
  getTicket: { id: TICKET },
  updateTicket: UPDATE_TICKET,
  patchTicket: UPDATE_TICKET,
  listComments: { id: TICKET },
  getComment: { id: TICKET, path: { comment_id: DEMO_COMMENT } },
  createComment: {
    id: TICKET,
    bodies: {
      reply: { summary: 'A reply of an agent', value: WORDS },
      answer: {
        summary: 'An answer of a customer',
        value: {
          ...{ author_email: 'jane@customer.example', author_type: 'customer' },
          ...{ content: '<p>Thank you.</p>', message_id: '<78.2@mail.example>' },
        },
      },
      note: {
        summary: 'A note for a colleague',
        value: {
          ...{ author_email: 'eve@acme.example', comment_type: 'note' },
          ...{ content: '<p>Please have a look.</p>', mentions: [{ email: 'eve@acme.example' }] },
        },
      },
    },
  },
  getDraft: { id: '2', path: { draft_type: 'reply' } },
  saveDraft: { id: '3', path: { draft_type: 'reply' }, ...only('A reply', WORDS) },
  createDraft: { id: '3', ...only('A note', { ...WORDS, comment_type: 'note' }) },
  deleteDraft: { id: TICKET, path: { draft_type: 'note' } },
  sendDraft: { id: TICKET, path: { draft_type: 'reply' }, ...only('As it is', {}) },
  reserveAttachmentUpload: only('A text of four bytes', ANNOUNCED),
  putAttachmentUpload: { id: DEMO_UPLOAD },
  getAttachment: { id: DEMO_ATTACHMENT },
  updateTicketLegacy: { id: TICKET, ...only('Some properties', TICKET_CHANGES) },
  createTicketField: only('A list to choose from', {
    field: { name: 'Plan', kind: 'single_option', data: ['Basic', { label: 'Business' }] },
  }),
  getTicketField: { id: COUNTRY },
  updateTicketField: {
    id: COUNTRY,
    ...only('One more option', {
      field: { data: [{ label: 'France' }], is_required_for_agent_when_closing_ticket: false },
    }),
  },
  deleteTicketField: { id: OLD_FIELD },
  createCustomer: only('A customer of a company', {
    customer: {
      emails: [{ email: 'ana@customer.example', primary: true }, 'ana.costa@customer.example'],
      ...{ first_name: 'Ana', last_name: 'Costa', language: 'pt', time_zone: 'Europe/Lisbon' },
      phones: [{ phone: '+1 555 0100', label: 'Office' }],
      links: [{ url: 'https://customer.example/ana', label: 'Website' }],
      company_id: GLOBEX,
    },
  }),
  createCustomerLegacy: only('A customer', {
    customer: { emails: ['leo@customer.example'], first_name: 'Leo', last_name: 'Brandt' },
  }),
  getCustomer: { id: JOHN },
  updateCustomer: {
    id: JOHN,
    ...only('Phones and company', {
      customer: { phones: [{ phone: '+1 555 0101', label: 'Mobile' }], language: 'en', company_id: GLOBEX },
    }),
  },
  getTeamMember: { id: EVE },
  createTeamMembers: only('One member', {
    ...{ emails: ['sam@acme.example'], first_name: 'Sam', last_name: 'Miller', groups: ['Support'] },
  }),
  updateTeamMember: { id: EVE, ...only('A time zone', { time_zone: 'Europe/Berlin' }) },
  createWebhook: only('New and changed tickets', {
    url: 'https://receiver.example/desk',
    types: ['ticket.created', 'ticket.updated'],
    state: 'disabled',
  }),
  getWebhook: { id: DEMO_WEBHOOK },
  updateWebhook: { id: DEMO_WEBHOOK, ...only('Silent events, too', { include_silent: true }) },
  deleteWebhook: { id: DEMO_OLD_WEBHOOK },
  createWebhookSecret: { id: DEMO_WEBHOOK },
  deleteWebhookSecret: { id: DEMO_WEBHOOK, path: { secret_id: DEMO_OLD_SECRET } },
  testWebhook: { id: DEMO_WEBHOOK },
  listWebhookDeliveries: { id: DEMO_WEBHOOK },
  getWebhookDelivery: { id: DEMO_WEBHOOK, path: { delivery_id: DEMO_DELIVERY } },
  redeliverWebhookDelivery: { id: DEMO_WEBHOOK, path: { delivery_id: DEMO_DELIVERY } },
  replayWebhook: { id: DEMO_WEBHOOK, ...only('What has failed', { failed_only: true }) },
  removeTeamMember: { id: KIM },
  removeTeamMembers: only('One member', { emails: ['kim@acme.example'] }),
  removeTeamMembersLegacy: only('One member', { emails: ['kim@acme.example'] }),
};
