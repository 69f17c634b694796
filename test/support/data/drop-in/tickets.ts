import { count, many, object, one, pagination, text, ticket, uuid, type Recorded } from './shapes.js';

const RAISED = {
  email: 'john@customer.example',
  subject: 'From a connector',
  description: '<p>Hello</p>',
};

/** Requests about tickets. Capitals stand for ids. */
export const RECORDED_TICKETS: readonly Recorded[] = [
  {
    client: 'a connector raises a ticket with ids and texts that hold lists',
    request: [
      'post',
      '/api/external/v2/tickets',
      {
        ...{ ...RAISED, agent_id: 'AGENT', group_id: 'GROUP', priority: 'high', status: 'open' },
        ...{ to: '["help@acme.example"]', cc: '["jane@customer.example"]', tags: ['connector'] },
        ...{ ticket_fields: { Country: 'India' }, skip_notifications: true, name: 'John Luther' },
      },
    ],
    status: 201,
    declares: object({ ticket: { allOf: [ticket, object({ url: { type: 'string', format: 'uri' } })] } }),
  },
  {
    client: 'a migration raises a ticket of the past',
    request: [
      'post',
      '/api/external/v2/tickets',
      {
        ...{ ...RAISED, external_id: '4711', source: 'migration', status: 'closed', channel: 'email' },
        ...{ created_at: '2023-05-01T08:00:00Z', updated_at: '2023-05-02T08:00:00Z' },
        closed_at: '2023-05-02T08:00:00Z',
      },
    ],
    status: 201,
    declares: one,
  },
  {
    client: 'a migration raises a ticket that was closed and opened again',
    request: [
      'post',
      '/api/external/v2/tickets',
      {
        ...{ ...RAISED, status: 'open', created_at: '2023-05-01T08:00:00Z' },
        ...{ updated_at: '2023-05-09T08:00:00Z', closed_at: '2023-05-02T08:00:00Z' },
      },
    ],
    status: 201,
    declares: object({ ticket: { allOf: [ticket, object({ status: { const: 'open' } })] } }),
  },
  {
    client: 'a form of the older version raises a ticket',
    request: [
      'post',
      '/api/v1/public/tickets',
      { ...RAISED, name: 'John', ticket_fields: { Country: 'India' } },
    ],
    status: 200,
    declares: object({
      notice_code: { const: 'ticket_created_successfully' },
      ticket: object({ id: uuid, number: count, url: text, subject: text, status: text, created_at: text }),
    }),
  },
  {
    client: 'the command line lists a page',
    request: ['get', '/api/external/v2/tickets?page=1&page_size=2'],
    status: 200,
    declares: many,
  },
  {
    client: 'the older version lists tickets',
    request: ['get', '/api/v1/public/tickets?page_number=1'],
    status: 200,
    declares: many,
  },
  {
    client: 'a connector polls for changes',
    request: ['get', '/api/external/v2/tickets?updated_after=2020-01-01T00:00:00Z&sort=updated_at&order=asc'],
    status: 200,
    declares: many,
  },
  {
    client: 'a connector lists tickets by statuses of which the workspace has one',
    request: ['get', '/api/external/v2/tickets?status=open,pending'],
    status: 200,
    declares: many,
  },
  ...['last_24_hours', 'last_7_days', 'last_30_days', 'last_90_days', 'all_time'].map((range): Recorded => ({
    client: 'a connector lists tickets of a range',
    request: ['get', `/api/external/v2/tickets?range_type=${range}`],
    status: 200,
    declares: many,
  })),
  {
    client: 'a connector lists tickets of some days',
    request: ['get', '/api/external/v2/tickets?range_type=custom&start_date=2023-05-01&end_date=2023-05-01'],
    status: 200,
    declares: many,
  },
  ...[
    ['of a customer', 'customer_email=JOHN@customer.example'],
    ['of a member', 'assignee_email=eve@acme.example'],
    ['that have a value in a field', 'field_name=Country&field_value=India'],
  ].map(([which, filter]): Recorded => ({
    client: `the command line lists the tickets ${which}`,
    request: ['get', `/api/external/v2/tickets?${filter}&order=desc&page_number=1&sort=created_at`],
    status: 200,
    declares: object({ tickets: { type: 'array', items: ticket }, pagination }),
  })),
  {
    client: 'a connector reads a ticket by its number',
    request: ['get', '/api/external/v2/tickets/1?include=url,channel'],
    status: 200,
    declares: object({ ticket: { allOf: [ticket, object({ url: text, channel: text })] } }),
  },
  {
    client: 'the command line hands a ticket over',
    request: ['put', '/api/external/v2/tickets/2', { agent_id: 'AGENT', group_id: 'GROUP' }],
    status: 200,
    declares: one,
  },
  {
    client: 'the command line changes a ticket',
    request: [
      'patch',
      '/api/external/v2/tickets/2',
      {
        ...{ subject: 'Again', status: 'on_hold', priority: 'low', category: 'Billing' },
        assignee_email: 'eve@acme.example',
      },
    ],
    status: 200,
    declares: object({ ticket: { allOf: [ticket, object({ subject: { const: 'Again' } })] } }),
  },
  {
    client: 'a connector names a member by id and by address',
    request: [
      'put',
      '/api/external/v2/tickets/2',
      { agent_id: 'AGENT', assignee_email: 'eve@acme.example', group_id: null },
    ],
    status: 200,
    declares: one,
  },
];
