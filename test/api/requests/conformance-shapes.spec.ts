// What the specification documents of every operation at once: status, media type, exact shape, identifiers, timestamps.
import { readFileSync } from 'node:fs';
import type { Response } from 'supertest';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aField } from '../../support/data/fields.js';
import { PROJECT } from '../../support/servers/processes.js';
import { anAddress } from '../../support/data/stored/stored-customers.js';
import { useDesk } from '../../support/test-app.js';

const ID: unknown = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const MOMENT: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const TEXT: unknown = expect.any(String);
const WHOLE: unknown = expect.any(Number);

const OPTION = { id: ID, label: TEXT, display_order: WHOLE };
const FIELD = {
  id: ID,
  name: TEXT,
  kind: TEXT,
  state: 'active',
  resource_type: 'ticket',
  is_required: false,
  is_required_for_agent_when_submitting_form: false,
  is_required_for_agent_when_closing_ticket: false,
  display_order: WHOLE,
  placeholder_slug: TEXT,
  created_at: MOMENT,
  updated_at: MOMENT,
};
const TICKET = {
  id: ID,
  number: 1,
  subject: TEXT,
  description: TEXT,
  priority: 'high',
  status: 'open',
  created_at: MOMENT,
  updated_at: MOMENT,
  external_id: 'E-1',
  source: 'elsewhere',
  category: 'Questions',
  sub_category_one: null,
  sub_category_two: null,
  group: 'Support',
  tags: ['vip'],
  assignee: { id: ID, name: 'Eve Jones', email: 'eve@team.example' },
  customer: { id: ID, name: TEXT, email: TEXT, phone_numbers: [] },
  fields: [
    { field_name: 'Country', field_value: 'India' },
    { field_name: 'Seats', field_value: 3 },
  ],
};
const { id, number, subject, description, priority, status, category } = TICKET;
const PAGINATION = { total_records: 1, current_page_number: 1, total_pages: 1, page_size: 30 };

/** What the decisions add to a documented shape, by the name of the property that holds it. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  ticket: ['resolution_due_date'],
  form: ['url'],
};

/** A body without what extensions have added to it. */
function withoutExtensions(body: Record<string, unknown>): Record<string, unknown> {
  const cut = (value: unknown, added: readonly string[]): unknown =>
    Object.fromEntries(Object.entries(value as object).filter(([key]) => !added.includes(key)));
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      const added = ADDED[key.replace(/s$/, '')];
      if (added === undefined) return [key, value];
      return [key, Array.isArray(value) ? value.map((one) => cut(one, added)) : cut(value, added)];
    }),
  );
}

const app = useDesk();
let acme: TestWorkspace;
let ids: { ticket: string; country: string };

beforeAll(async () => {
  acme = await aWorkspace(app, {
    groups: [{ name: 'Support' }],
    team_members: [
      { email: 'eve@team.example', first_name: 'Eve', last_name: 'Jones' },
      { email: 'sam@team.example', first_name: 'Sam', last_name: 'Smith' },
    ],
    fields: [
      { name: 'Country', kind: 'single_option', options: ['India'] },
      { name: 'Seats', kind: 'integer' },
    ],
    forms: [{ title: 'Contact us', slug: 'contact-us' }],
  });
  const ticket = await aTicket(acme, {
    status: 'open',
    priority: 'high',
    category: 'Questions',
    group: 'Support',
    assignee_email: 'eve@team.example',
    tags: ['vip'],
    external_id: 'E-1',
    source: 'elsewhere',
    ticket_fields: { Country: 'India', Seats: 3 },
  });
  const { fields } = (await acme.client.get('/fields')).body;
  ids = { ticket: ticket.id, country: fields[0].id };
});

const customer = () => ({ customer: { emails: [anAddress()] } });

const SPECIFIED: [string, () => PromiseLike<Response>, object][] = [
  // @proves S-1-2, S-4.1-1, S-4.1-17
  [
    'PATCH {base_url}/fields/{field_id}',
    () => acme.client.patch(`/fields/${ids.country}`, { field: {} }),
    { field: { ...FIELD, options: [OPTION] } },
  ],
  // @proves S-1-2, S-2.1-1, S-2.1-7, S-2.1-14, S-4.2-1, S-4.2-7, S-4.10-3
  [
    'GET {base_url}/fields',
    () => acme.client.get('/fields?page_number=1'),
    { fields: [{ ...FIELD, options: [OPTION] }, FIELD], pagination: { ...PAGINATION, total_records: 2 } },
  ],
  // @proves S-1-1, S-2.3-1, S-2.3-9..10, S-2.3-17, S-4.3-1, S-4.3-3, S-9-1
  ['GET {base_url}/tickets/{ticket_id}', () => acme.client.get(`/tickets/${ids.ticket}`), { ticket: TICKET }],
  // @proves S-1-1, S-4.4-1, S-4.4-16
  [
    'PUT {base_url}/tickets/{ticket_id}',
    () => acme.client.put(`/tickets/${ids.ticket}`, {}),
    { ticket: TICKET },
  ],
  // @proves S-4.4-17, S-4.4-19, S-9-2, S-9-4, D-9-1
  [
    'PUT {legacy_public_url}/tickets/{ticket_number}',
    () => acme.client.put('/api/v1/public/tickets/1', {}),
    { ticket: { id, number, subject, description, priority, status, category } },
  ],
  // @proves S-1-1, S-4.5-1..2, S-4.10-3
  [
    'GET {base_url}/tickets',
    () => acme.client.get('/tickets'),
    { tickets: [TICKET], pagination: PAGINATION },
  ],
  // @proves S-1-3, S-2.4-1, S-4.6-1, S-4.6-13
  [
    'POST {base_url}/customers',
    () => acme.client.post('/customers', customer()),
    { customer: { id: ID, name: TEXT, email: TEXT } },
  ],
  // @proves S-2.4-2, S-4.6-16, S-9-2, S-9-4, D-9-1
  [
    'POST {legacy_public_url}/customers',
    () => acme.client.post('/api/v1/public/customers', customer()),
    { notice_code: TEXT },
  ],
  // @proves S-1-4, S-2.5-1..2, S-4.7-1, S-4.7-3
  [
    'GET {base_url}/forms',
    () => acme.client.get('/forms'),
    { forms: [{ id: ID, title: TEXT, slug: TEXT }], kb_details: { knowledge_base_name: TEXT } },
  ],
  // @proves S-1-5, S-4.8-1, S-4.8-6, S-9-3..4, D-9-1
  [
    'DELETE {legacy_external_url}/team_members',
    () =>
      acme.client
        .delete('/api/external/v1/team_members', { emails: ['sam@team.example'] })
        .set('Accept', 'application/json'),
    { message: TEXT },
  ],
];

const expectJson = (response: Response) => {
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.headers['x-request-id']).toEqual(ID);
};

// @proves S-1-7..10, S-7-7, D-0-1, D-2-6, D-2-24
describe('every operation of the specification', () => {
  it.each(SPECIFIED)('%s answers 200 with its documented shape and no other', async (_name, call, shape) => {
    const response = await call();
    expect(response.status).toBe(200);
    expectJson(response);
    expect(withoutExtensions(response.body as Record<string, unknown>)).toEqual(shape);
  });

  it.each(SPECIFIED)('%s is in the OpenAPI document at that address', (name) => {
    const { paths } = JSON.parse(readFileSync(`${PROJECT}/openapi.json`, 'utf8')) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const [method = '', address = ''] = name.split(' ');
    const path = address
      .replace('{base_url}', '/api/external/v2')
      .replace('{legacy_public_url}', '/api/v1/public')
      .replace('{legacy_external_url}', '/api/external/v1');
    expect(Object.keys(paths[path] ?? {})).toContain(method.toLowerCase());
  });
});

describe('an extension', () => {
  // @proves D-0-1, D-4-4
  it('adds to a ticket after what is documented there: resolution_due_date after updated_at', async () => {
    const { text } = await acme.client.get(`/tickets/${ids.ticket}`);
    const keys = Object.keys((JSON.parse(text) as { ticket: object }).ticket);
    const documented = Object.keys(TICKET);
    expect(keys).toEqual(
      documented.flatMap((key) => (key === 'updated_at' ? [key, 'resolution_due_date'] : [key])),
    );
  });

  // @proves S-4.9-2, D-2-6, D-2-25
  it('that creates answers 201, that deletes 204 without a body, that reads 200, with the documented field', async () => {
    const made = await acme.client.post('/fields', {
      field: { name: 'Extra', kind: 'multi_option', data: ['x'] },
    });
    expect([made.status, made.body]).toEqual([201, { field: { ...FIELD, options: [OPTION] } }]);
    expectJson(made);
    const { id: field } = made.body.field as { id: string };
    const read = await acme.client.get(`/fields/${field}`);
    expect([read.status, read.body]).toEqual([200, made.body]);
    await acme.client.patch(`/fields/${field}`, { field: { state: 'inactive' } });
    const deleted = await acme.client.delete(`/fields/${field}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect(deleted.headers['x-request-id']).toEqual(ID);
  });

  // @proves S-4.4-1, D-4-24
  it('PATCH of a ticket answers what PUT answers, by id and by number', async () => {
    const answers = [
      await acme.client.put(`/tickets/${ids.ticket}`, { priority: 'high' }),
      await acme.client.patch(`/tickets/${ids.ticket}`, { priority: 'high' }),
      await acme.client.patch('/tickets/1', {}),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});

describe('the kinds of fields', () => {
  // @proves S-2.1-3, S-2.1-15
  it.each(['text', 'textarea', 'integer', 'decimal', 'date', 'checkbox', 'single_option', 'multi_option'])(
    'include %s, with options only where there are some',
    async (kind) => {
      const withOptions = kind.endsWith('_option');
      const field = await aField(acme, {
        name: `Of kind ${kind}`,
        kind,
        ...(withOptions && { data: ['x'] }),
      });
      expect(field).toEqual({ ...FIELD, kind, ...(withOptions && { options: [OPTION] }) });
    },
  );
});

describe('the document', () => {
  const document = JSON.parse(readFileSync(`${PROJECT}/openapi.json`, 'utf8')) as {
    info: { version: string };
    webhooks: Record<string, object>;
    paths: Record<string, Record<string, object>>;
  };

  // @proves S-9-1
  it('says version 2.0.0', () => {
    expect(document.info.version).toBe('2.0.0');
  });

  // @proves S-6-1
  it('has no callbacks, and only the events that the extensions add', () => {
    expect(Object.keys(document.webhooks)).toEqual(
      expect.arrayContaining(['ticket.created', 'webhook.test']),
    );
    for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
      expect(operation).not.toHaveProperty('callbacks');
    }
  });
});
