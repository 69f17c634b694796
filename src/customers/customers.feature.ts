import type { FeatureFacts } from '../platform/features/facts.js';

const CUSTOMER = { id: '0190c7a4-2222-7e31-b0a2-3c4d5e6f7a8b' };
/** `examples/acme.workspace.yaml` states them. */
const GLOBEX = '0190c7a4-8d66-7f42-a1b3-4d5e6f7a8b9c';
const JOHN = '0190c7a4-6a01-7b22-8c51-0d9e8f7a6b5c';

export const CUSTOMERS = {
  room: 'customers',
  uses: [],
  tables: {
    customers: { rights: 'all', erased: async () => (await import('./customers.erasure.js')).CUSTOMERS },
    customer_emails: { rights: 'all', erased: async () => (await import('./customers.erasure.js')).EMAILS },
    customer_phones: { rights: 'all', erased: async () => (await import('./customers.erasure.js')).PHONES },
    customer_links: { rights: 'all', erased: async () => (await import('./customers.erasure.js')).LINKS },
    customer_count_changes: { rights: 'SELECT, INSERT, DELETE', nobody: 'numbers, dates and ids' },
  },
  entities: [() => import('./entities/customer.entity.js')],
  reads: ['companies'],
  scopes: ['customers:read', 'customers:write'],
  subjects: ['customer'],
  actions: {
    'customer.created': {
      type: 'customer.created',
      example: {
        number: 4,
        data: {
          customer: CUSTOMER,
          changes: {
            emails: [null, [{ email: 'ann@customer.example', primary: true }]],
            first_name: [null, 'Ann'],
          },
        },
      },
    },
    'customer.updated': {
      type: 'customer.updated',
      example: { number: 5, data: { customer: CUSTOMER, changes: { first_name: ['Ann', 'Anna'] } } },
    },
  },
  tag: { name: 'Customers', text: 'The people who raise tickets.' },
  demo: {
    createCustomer: {
      body: {
        summary: 'A customer of a company',
        value: {
          customer: {
            emails: [{ email: 'ana@customer.example', primary: true }, 'ana.costa@customer.example'],
            ...{ first_name: 'Ana', last_name: 'Costa', language: 'pt', time_zone: 'Europe/Lisbon' },
            phones: [{ phone: '+1 555 0100', label: 'Office' }],
            links: [{ url: 'https://customer.example/ana', label: 'Website' }],
            company_id: GLOBEX,
          },
        },
      },
    },
    createCustomerLegacy: {
      body: {
        summary: 'A customer',
        value: { customer: { emails: ['leo@customer.example'], first_name: 'Leo', last_name: 'Brandt' } },
      },
    },
    getCustomer: { id: JOHN },
    updateCustomer: {
      id: JOHN,
      body: {
        summary: 'Phones and company',
        value: {
          customer: {
            phones: [{ phone: '+1 555 0101', label: 'Mobile' }],
            language: 'en',
            company_id: GLOBEX,
          },
        },
      },
    },
  },
} as const satisfies FeatureFacts;
