import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { KNOWN_REPLY, RECORDED_OF_SPEAKERS } from '../../support/data/drop-in/conversation.js';
import { RECORDED } from '../../support/data/drop-in/recorded.js';
import type { Recorded } from '../../support/data/drop-in/shapes.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;
let places: Readonly<Record<string, string>>;

/** The same with the ids of the workspace in place of their names. */
const filledIn = <Sent extends object | string | undefined>(sent: Sent): Sent =>
  sent === undefined
    ? sent
    : (JSON.parse(JSON.stringify(sent).replace(/[A-Z]{5,}/g, (name) => places[name] ?? name)) as Sent);

const ajv = new Ajv2020({ allErrors: true, strict: false });
(addFormats as unknown as { default: (target: object) => void }).default(ajv);

// @proves E-11-5, E-11-7, E-11-20, E-15-22, E-23-10, E-29-10
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
        fields: [
          { name: 'Country', kind: 'single_option', options: ['India', 'Germany'] },
          { name: 'Fax', kind: 'single_option', options: ['yes'], state: 'inactive' },
        ],
      });
      const { groups, teamMembers, companies, fields } = await app.operator.show(acme.subdomain);
      const fieldOf = (name: string) => fields.find((one) => one.name === name)?.id ?? '';
      const memberOf = (email: string) => teamMembers.find((one) => one.email === email)?.id ?? '';
      const { body } = await acme.client.get('/customers?email=john@customer.example');
      for (const _each of [1, 2]) await aTicket(acme);
      const { comment } = (await acme.client.post('/tickets/1/comments', KNOWN_REPLY)).body;
      places = {
        ...{ GROUP: groups[0]?.id ?? '', COMPANY: companies[0]?.id ?? '' },
        ...{ FIELD: fieldOf('Country'), HIDDEN: fieldOf('Fax') },
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
