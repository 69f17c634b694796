import {
  customer,
  field,
  list,
  member,
  named,
  object,
  pagination,
  text,
  uuid,
  whole,
  type Recorded,
} from './shapes.js';

/** Requests about what there is to choose from, customers, members, fields and forms. Capitals stand for ids. */
export const RECORDED_BESIDES: readonly Recorded[] = [
  {
    client: 'the command line asks which statuses there are',
    request: ['get', '/api/external/v2/statuses'],
    status: 200,
    declares: object({
      statuses: list({ allOf: [named, object({ is_default: { type: 'boolean' } })] }),
      pagination: whole,
    }),
  },
  {
    client: 'a connector offers categories in a menu',
    request: ['get', '/api/external/v2/categories'],
    status: 200,
    declares: object({
      categories: list({ allOf: [named, object({ sub_categories: { type: 'array', items: named } })] }),
      pagination: whole,
    }),
  },
  {
    client: 'a connector offers groups in a menu, by pages',
    request: ['get', '/api/external/v2/groups?page=1&page_size=30'],
    status: 200,
    declares: object({ groups: list(named), pagination }),
  },
  {
    client: 'a connector offers companies in a menu',
    request: ['get', '/api/external/v2/companies'],
    status: 200,
    declares: object({ companies: list(named), pagination: whole }),
  },
  {
    client: 'a connector makes a customer',
    request: [
      'post',
      '/api/external/v2/customers',
      {
        customer: {
          ...{ emails: ['ana@customer.example'], first_name: 'Ana', phones: ['+1 555 0100'] },
          company_id: 'COMPANY',
        },
      },
    ],
    status: 200,
    declares: object({ customer: object({ id: uuid, name: text, email: text }) }),
  },
  {
    client: 'the older version makes a customer',
    request: [
      'post',
      '/api/v1/public/customers',
      { customer: { emails: [{ email: 'leo@customer.example' }] } },
    ],
    status: 200,
    declares: object({ notice_code: { const: 'customer_created_successfully' } }),
  },
  {
    client: 'a connector looks for a customer by address',
    request: ['get', '/api/external/v2/customers?email=JOHN@customer.example'],
    status: 200,
    declares: object({ customers: list(customer), pagination }),
  },
  {
    client: 'the command line lists customers, by pages',
    request: ['get', '/api/external/v2/customers?page_number=1&page_size=5'],
    status: 200,
    declares: object({ customers: list(customer), pagination }),
  },
  {
    client: 'the command line shows a customer',
    request: ['get', '/api/external/v2/customers/CUSTOMER'],
    status: 200,
    declares: object({ customer }),
  },
  {
    client: 'the command line changes a customer',
    request: ['patch', '/api/external/v2/customers/CUSTOMER', { customer: { last_name: 'Lovelace' } }],
    status: 200,
    declares: object({ customer }),
  },
  {
    client: 'the command line lists members of all states',
    request: ['get', '/api/external/v2/team-members?state=active,inactive&sort=first_name&order=asc&page=1'],
    status: 200,
    declares: object({ team_members: list(member), pagination }),
  },
  {
    client: 'a connector looks for a member by address',
    request: ['get', '/api/external/v2/team-members?email=eve@acme.example'],
    status: 200,
    declares: object({ team_members: list(member), pagination }),
  },
  {
    client: 'the command line adds members, with texts for switches and a role with a capital',
    request: [
      'post',
      '/api/external/v2/team-members',
      {
        ...{ emails: ['sam@acme.example', 'ann@acme.example'], organization_role: 'Agent' },
        ...{ groups: ['Support'], invited_by: 'eve@acme.example', send_invitation_email: 'true' },
      },
    ],
    status: 201,
    declares: object({ team_members: list(member), invitation_email_sent: list({ type: 'boolean' }) }),
  },
  {
    client: 'the command line changes a member',
    request: ['patch', '/api/external/v2/team-members/AGENT', { time_zone: 'Europe/Berlin' }],
    status: 200,
    declares: object({ team_member: member }),
  },
  {
    client: 'the command line shows a member',
    request: ['get', '/api/external/v2/team-members/AGENT'],
    status: 200,
    declares: object({ team_member: member }),
  },
  {
    client: 'a connector removes a member by address and says nothing about Accept',
    request: ['delete', '/api/external/v2/team_members', { emails: ['pat@acme.example'] }],
    status: 200,
    declares: object({ message: text }),
  },
  {
    client: 'the command line removes a member by id',
    request: ['delete', '/api/external/v2/team-members/SPARE'],
    status: 204,
    declares: {},
  },
  {
    client: 'a connector reads the fields of tickets',
    request: ['get', '/api/external/v2/fields'],
    status: 200,
    declares: object({ fields: list(field), pagination: whole }),
  },
  {
    client: 'a connector reads a page of the fields that are shown',
    request: ['get', '/api/external/v2/fields?page_number=1&page_size=30&state=active'],
    status: 200,
    declares: object({ fields: list(field), pagination }),
  },
  {
    client: 'a connector adds an option to a field',
    request: ['patch', '/api/external/v2/fields/FIELD', { field: { data: [{ label: 'France' }] } }],
    status: 200,
    declares: object({ field }),
  },
  {
    client: 'the command line shows a field',
    request: ['get', '/api/external/v2/fields/FIELD'],
    status: 200,
    declares: object({ field }),
  },
  {
    client: 'the command line adds a field with options',
    request: [
      'post',
      '/api/external/v2/fields',
      {
        field: {
          ...{ name: 'Browser', kind: 'single_option', data: ['Chrome', 'Firefox'], state: 'active' },
          ...{ placeholder_slug: 'browser', display_order: 3, is_required: false },
        },
      },
    ],
    status: 201,
    declares: object({ field }),
  },
  {
    client: 'the command line removes a field that is hidden',
    request: ['delete', '/api/external/v2/fields/HIDDEN'],
    status: 204,
    declares: {},
  },
  {
    client: 'a connector reads the forms',
    request: ['get', '/api/external/v2/forms'],
    status: 200,
    declares: object({
      forms: list(object({ id: uuid, title: text, slug: text })),
      kb_details: object({ knowledge_base_name: text }),
    }),
  },
];
