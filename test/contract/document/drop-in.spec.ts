import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { RECORDED_BESIDES } from '../../support/data/drop-in/besides.js';
import {
  KNOWN_REPLY,
  RECORDED_CONVERSATION,
  RECORDED_OF_SPEAKERS,
} from '../../support/data/drop-in/conversation.js';
import { RECORDED_REPORTS } from '../../support/data/drop-in/reports.js';
import {
  count,
  many,
  object,
  one,
  text,
  ticket,
  uuid,
  type Recorded,
} from '../../support/data/drop-in/shapes.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;
let places: Readonly<Record<string, string>>;

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
  ...RECORDED_BESIDES,
  ...RECORDED_CONVERSATION,
  ...RECORDED_REPORTS,
];

/** The same with the ids of the workspace in place of their names. */
const filledIn = <Sent extends object | string | undefined>(sent: Sent): Sent =>
  sent === undefined
    ? sent
    : (JSON.parse(JSON.stringify(sent).replace(/[A-Z]{5,}/g, (name) => places[name] ?? name)) as Sent);

const ajv = new Ajv2020({ allErrors: true, strict: false });
(addFormats as unknown as { default: (target: object) => void }).default(ajv);

// @proves E-11-5, E-11-7, E-11-20, E-15-22, E-23-10
describe.each(['X-Api-Key', 'Session-Token', 'Authorization'])(
  'existing clients, with their key in %s',
  (header) => {
    beforeAll(async () => {
      acme = await aWorkspace(app, {
        groups: [{ name: 'Support' }],
        team_members: [
          { email: 'eve@acme.example', first_name: 'Eve', last_name: 'Jones', role: 'agent' },
          ...['kim', 'pat', 'una'].map((name) => ({ email: `${name}@acme.example`, first_name: name })),
        ],
        companies: [{ name: 'Initech' }],
        customers: [{ email: 'john@customer.example', name: 'John Luther' }],
        categories: [{ name: 'Billing', sub_categories: [{ name: 'Invoices' }] }],
        forms: [{ title: 'Contact us', slug: 'contact-us', enabled: true }],
        fields: [{ name: 'Country', kind: 'single_option', options: ['India', 'Germany'] }],
      });
      const { groups, teamMembers, companies, fields } = await app.operator.show(acme.subdomain);
      const memberOf = (email: string) => teamMembers.find((one) => one.email === email)?.id ?? '';
      const { body } = await acme.client.get('/customers?email=john@customer.example');
      for (const _each of [1, 2]) await aTicket(acme);
      const { comment } = (await acme.client.post('/tickets/1/comments', KNOWN_REPLY)).body;
      places = {
        ...{ GROUP: groups[0]?.id ?? '', COMPANY: companies[0]?.id ?? '', FIELD: fields[0]?.id ?? '' },
        ...{ AGENT: memberOf('eve@acme.example'), SPARE: memberOf('kim@acme.example') },
        ...{ CUSTOMER: body.customers[0].id as string, COMMENT: comment.id as string },
      };
    });

    const sends = async (key: string, { request, headers = {}, status, declares }: Recorded) => {
      const [method, path, body] = request;
      const shown = { ...headers, [header]: header === 'Authorization' ? `Bearer ${key}` : key };
      const sent = acme.stranger.request(method, filledIn(path)).set(shown);
      const response = await (body === undefined ? sent : sent.send(filledIn(body)));
      expect([response.status, response.body.field_errors]).toEqual([status, undefined]);
      const isAsDeclared = ajv.validate(declares, response.body);
      expect([isAsDeclared, ajv.errors]).toEqual([true, null]);
    };

    it.each(RECORDED)('$client', (recorded) => sends(acme.key, recorded));

    it.each(RECORDED_OF_SPEAKERS)('$client, with a key that speaks for a member', async (recorded) => {
      await sends(await aKey(acme, 'of eve', { as: 'eve@acme.example' }), recorded);
    });
  },
);
