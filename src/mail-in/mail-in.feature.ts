import type { FeatureFacts, OwnEvent } from '../platform/features/facts.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import type { EmailEventDataDto } from './dto/email-event.dto.js';

const EMAIL = '0190c7a4-7777-7e31-b0a2-3c4d5e6f7a8b';
const TICKET = { id: '0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b', number: 42 };
const SERVICE = { type: 'service', id: null, name: 'service' };

const MAIL_EVENT: OwnEvent = {
  data: ({ subjectId: id, after }) => ({
    inbound_email: { id, reason: after?.['reason'] },
    ticket: after?.['ticket'] ?? null,
  }),
  schema: async () => (await import('./dto/email-event.dto.js')).EmailEventDto,
  inWords: ({ inbound_email: mail }: Wire<EmailEventDataDto>) => mail.reason,
};

export const MAIL_IN = {
  room: 'mail-in',
  uses: ['attachments', 'conversations', 'mail', 'team-members', 'tickets'],
  tables: {
    inbound_emails: { rights: 'all', erased: async () => (await import('./mail-in.erasure.js')).EMAILS },
  },
  entities: [() => import('./entities/inbound-email.entity.js')],
  metrics: async () => (await import('./inbound-email.metrics.js')).showInboundEmails,
  reads: ['customer_emails', 'team_members', 'tickets', 'workspaces'],
  scopes: ['emails:read', 'emails:write', 'emails:manage'],
  subjects: ['inbound_email'],
  actions: {
    'email.bounced': {
      type: 'email.bounced',
      example: {
        number: 16,
        data: { inbound_email: { id: EMAIL, reason: 'bounce' }, ticket: TICKET },
        actor: SERVICE,
      },
      shows: MAIL_EVENT,
    },
    'email.deleted': null,
    'email.released': null,
    'email.suspended': {
      type: 'email.suspended',
      example: {
        number: 17,
        data: { inbound_email: { id: EMAIL, reason: 'spam' }, ticket: null },
        actor: SERVICE,
      },
      shows: MAIL_EVENT,
    },
  },
  tag: { name: 'Mail in', text: 'Mails that came, and what became of them.' },
  demo: {
    getInboundEmail: { id: '0190c7a4-d1cc-7386-a5f7-8b9c0d1e2f3a' },
    getInboundEmailRaw: { id: '0190c7a4-d1cc-7386-a5f7-8b9c0d1e2f3a' },
    // These two have mails of their own, because they change them.
    releaseInboundEmail: {
      id: '0190c7a4-d2cc-7386-a5f7-8b9c0d1e2f3a',
      body: { summary: 'As a ticket', value: { as: 'ticket' } },
    },
    deleteInboundEmail: { id: '0190c7a4-d3cc-7386-a5f7-8b9c0d1e2f3a' },
  },
} as const satisfies FeatureFacts;
