import type { FeatureFacts } from '../platform/features/facts.js';

/** `examples/acme.workspace.yaml` states him. */
const JOHN = '0190c7a4-6a01-7b22-8c51-0d9e8f7a6b5c';
/** A ticket of this customer in `examples/tickets.ndjson`. */
const TICKET = '1';

export const PORTAL = {
  room: 'portal',
  uses: ['attachments', 'auth', 'conversations', 'customers', 'fields', 'forms', 'mail', 'tickets'],
  reads: [
    'attachments',
    'audit_entries',
    'comments_for_customers',
    'customer_emails',
    'customers',
    'form_fields',
    'forms',
    'team_members',
    'ticket_participant_index',
    'tickets',
  ],
  scopesToName: ['customers:impersonate'],
  tag: {
    name: 'Customer portal',
    text: 'What a product shows its own users. A server makes a session for one of them, and the browser calls the operations of customers with its token.',
  },
  demo: {
    createCustomerSession: {
      bodies: {
        known: {
          summary: 'A customer of the desk, in a page of the shop',
          value: { customer_id: JOHN, origins: ['https://shop.example'] },
        },
        signedIn: {
          summary: 'A user who has signed in',
          value: { email: 'kim@customer.example', name: 'Kim Park', expires_in: 900 },
        },
      },
    },
    // The demo has it for its first day.
    endCustomerSession: { id: '0190c7a4-e2bb-7497-b608-9c0d1e2f3a4b' },
    getPortalAttachment: { id: '0190c7a4-d1bb-7497-b608-9c0d1e2f3a4b' },
    getPortalTicket: { id: TICKET },
    raisePortalTicket: {
      body: {
        summary: 'A ticket',
        value: {
          subject: 'My parcel is late',
          description: '<p>Where is it?</p>',
          ticket_fields: { Country: 'India' },
        },
      },
    },
    listPortalComments: { id: TICKET },
    addPortalComment: { id: TICKET, body: { summary: 'A reply', value: { content: '<p>Thank you.</p>' } } },
    closePortalTicket: { id: TICKET },
  },
} as const satisfies FeatureFacts;
