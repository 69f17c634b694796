import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { aWorkspace, type TestWorkspace } from '../support/builders.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

/**
 * Requests as clients of the public API send them that this API is a part of, with the shapes that these clients declare for the
 * answers (extensions, "drop-in"). They must work unchanged.
 */
interface Recorded {
  readonly client: string;
  readonly request: readonly [method: 'get' | 'post' | 'put', path: string, body?: object];
  readonly status: number;
  /** JSON schema of the part of the answer that the client reads. */
  readonly declares: object;
}

let app: TestApp;
let acme: TestWorkspace;
let places: Readonly<Record<string, string>>;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const count = { type: 'integer', minimum: 0 };
const uuid = { type: 'string', format: 'uuid' };
const object = (properties: Record<string, object>, more: object = {}) => ({
  ...{ type: 'object', properties, required: Object.keys(properties) },
  ...more,
});
const ticket = object({
  ...{ id: uuid, number: count, subject: text, description: text, status: text, priority: textOrNull },
  ...{ created_at: { type: 'string', format: 'date-time' }, tags: { type: 'array', items: text } },
  customer: object({ id: uuid, email: textOrNull, name: textOrNull }),
  fields: { type: 'array', items: object({ field_name: text, field_value: {} }) },
});
const pagination = object({
  ...{ total_records: count, page_size: count, current_page_number: count, total_pages: count },
});
const one = object({ ticket });
const many = object({ tickets: { type: 'array', items: ticket, minItems: 1 }, pagination });

const RAISED = {
  email: 'john@customer.example',
  subject: 'From a connector',
  description: '<p>Hello</p>',
};

const RECORDED: readonly Recorded[] = [
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
];

/** The same with the ids of the workspace in place of their names. */
function filledIn(body: object | undefined): object | undefined {
  if (body === undefined) return undefined;
  const filled = Object.entries(body).map(([name, value]) => [
    name,
    places[value as string] ?? (value as unknown),
  ]);
  return Object.fromEntries(filled) as object;
}

const ajv = new Ajv2020({ allErrors: true, strict: false });
(addFormats as unknown as { default: (target: object) => void }).default(ajv);

describe.each(['X-Api-Key', 'Session-Token'])(
  'existing clients, with their key in %s [E-11-5, E-11-7, E-11-20]',
  (header) => {
    beforeAll(async () => {
      acme = await aWorkspace(app, {
        groups: [{ name: 'Support' }],
        team_members: [{ email: 'eve@acme.example', first_name: 'Eve', last_name: 'Jones', role: 'agent' }],
        fields: [{ name: 'Country', kind: 'single_option', options: ['India', 'Germany'] }],
      });
      const { groups, teamMembers } = await app.operator.show(acme.subdomain);
      places = { GROUP: groups[0]?.id ?? '', AGENT: teamMembers[0]?.id ?? '' };
    });

    it.each(RECORDED)('$client', async ({ request: [method, path, body], status, declares }) => {
      const request = acme.stranger.request(method, path).set(header, acme.key);
      const response = await (method === 'get' ? request : request.send(filledIn(body)));
      expect([response.status, response.body.field_errors]).toEqual([status, undefined]);
      const isAsDeclared = ajv.validate(declares, response.body);
      expect([isAsDeclared, ajv.errors]).toEqual([true, null]);
    });
  },
);
