import type { FeatureFacts, OwnEvent } from '../platform/features/facts.js';
import type { Wire } from '../platform/http/answers/answer.dto.js';
import type { SubmissionDto } from './pages/dto/form-submitted-event.dto.js';

const FORM = { id: '0190c7a4-5555-7e31-b0a2-3c4d5e6f7a8b' };
const ALICE = { type: 'operator', id: null, name: 'desk workspace apply (alice)' };

const SUBMITTED: OwnEvent = {
  data: ({ subjectId, ticketNumber, after }) => ({
    ticket: { id: subjectId, number: ticketNumber },
    form: { id: after?.['form_id'], slug: after?.['slug'] },
  }),
  schema: async () => (await import('./pages/dto/form-submitted-event.dto.js')).FormSubmittedEventDto,
  inWords: ({ form }: Wire<SubmissionDto>) => `by the form ${form.slug}`,
};

export const FORMS = {
  room: 'forms',
  uses: ['attachments', 'fields', 'tickets'],
  inside: {
    entities: ['kernel', 'platform/tenancy', 'fields'],
    settings: ['below', 'fields', 'entities'],
    api: ['below', 'settings'],
    pages: ['below', 'attachments', 'fields', 'tickets', 'entities', 'settings'],
  },
  tables: {
    forms: { rights: 'all', nobody: 'words of the desk, the same for all customers' },
    form_fields: { rights: 'all', nobody: 'words of the desk, the same for all customers' },
    form_submissions: {
      rights: 'all',
      nobody: 'ids, and digests of what was sent, which the service removes within four hours',
    },
    form_counts: {
      rights: 'all',
      nobody: 'digests of addresses, which the service removes within two hours',
    },
  },
  entities: [() => import('./entities/form.entity.js'), () => import('./entities/form-submission.entity.js')],
  reads: ['tickets', 'vocabulary_versions', 'workspaces'],
  scopes: ['forms:read'],
  subjects: ['form'],
  actions: {
    'form.created': {
      type: 'form.created',
      example: {
        number: 12,
        data: { form: FORM, changes: { title: [null, 'Contact'], slug: [null, 'contact'] } },
        actor: ALICE,
      },
    },
    'form.updated': {
      type: 'form.updated',
      example: {
        number: 13,
        data: { form: FORM, changes: { title: ['Contact', 'Contact us'] } },
        actor: ALICE,
      },
    },
    'form.submitted': {
      type: 'form.submitted',
      example: {
        number: 15,
        data: {
          ticket: { id: '0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b', number: 42 },
          form: { ...FORM, slug: 'contact-us' },
        },
        actor: { type: 'form', id: null, name: 'contact-us' },
      },
      shows: SUBMITTED,
    },
  },
  tag: { name: 'Forms', text: 'Web forms through which customers raise tickets.' },
} as const satisfies FeatureFacts;
