import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aCustomerOf } from '../../support/data/customers.js';
import { Desk } from '../../support/servers/desk.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

const EVE = { email: 'eve@b\u00fcro.example', first_name: 'Eve', role: 'agent' };
const SPELLINGS = [
  'john@b\u00fccher.example',
  'John@XN--bcher-kva.example',
  'john@\u24d1u\u0308cher.example',
];
const [GIVEN = '', PUNYCODE = '', CIRCLED = ''] = SPELLINGS;
const WRONG = 'must be an e-mail address';
const HIDDEN = `${WRONG} without invisible characters`;
/** Addresses that only look right, and what is said of them. */
const REFUSED: readonly (readonly [string, string])[] = [
  ['jo\u200bhn@customer.example', HIDDEN],
  ['john@cus\u00adtomer.example', HIDDEN],
  ['john@cus\u200dtomer.example', HIDDEN],
  ['john\u202e@customer.example', HIDDEN],
  ['john@customer.exam\ufeffple', HIDDEN],
  ['jo\ufe0fhn@customer.example', HIDDEN],
  ['jo\u0007hn@customer.example', WRONG],
  ['john@xn--ml.example', WRONG],
  ['john@\u05d0a.example', WRONG],
  ['john@\u2460.\u2461\u2462', WRONG],
];

beforeEach(async () => {
  acme = await aWorkspace(app, { team_members: [EVE] });
});

const totalOf = async (path: string): Promise<number> => {
  const { body } = await acme.client.get(path).expect(200);
  return (body as { pagination: { total_records: number } }).pagination.total_records;
};
const refusals = ({ body }: { body: unknown }) => {
  const { field_errors: errors } = body as { field_errors: { field: string; message: string }[] };
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
};
const raised = (properties: object) =>
  acme.client.post('/tickets', { email: GIVEN, subject: 'Help', description: '', ...properties });

describe('an address', () => {
  it('belongs to one customer in every spelling of its domain, and is shown as it was given', async () => {
    const john = await aCustomerOf(acme, { emails: [GIVEN] });
    for (const email of SPELLINGS) {
      const { body } = await raised({ email }).expect(201);
      expect(body.ticket.customer).toMatchObject({ id: john.id, email: GIVEN });
    }
    await aTicket(acme, { email: CIRCLED });
    for (const email of SPELLINGS.map(encodeURIComponent)) {
      expect(await totalOf(`/tickets?customer_email=${email}`)).toBe(4);
      expect(await totalOf(`/customers?email=${email}`)).toBe(1);
      expect(await totalOf(`/customers?q=${email}`)).toBe(1);
    }
    expect(await totalOf('/customers')).toBe(1);
  });

  it('of another customer is refused in every spelling, and twice in a list', async () => {
    await aCustomerOf(acme, { emails: [GIVEN] });
    const bob = await aCustomerOf(acme);
    for (const email of [PUNYCODE, CIRCLED]) {
      const created = await acme.client.post('/customers', { customer: { emails: [email] } }).expect(422);
      expect(refusals(created)).toEqual({ 'customer.emails[0]': 'is the address of another customer' });
      const changed = { customer: { emails: [email] } };
      await acme.client.patch(`/customers/${bob.id}`, changed).expect(422);
    }
    const twice = ['a@b\u00fc.example', 'a@xn--b-eha.example'];
    const { body } = await acme.client.post('/customers', { customer: { emails: twice } }).expect(422);
    expect(JSON.stringify(body)).toContain('is in the list already');
  });

  it('of a member names the member in every spelling', async () => {
    const spelled = 'EVE@xn--bro-hoa.example';
    const { body } = await raised({ assignee_email: spelled, cc: [CIRCLED, PUNYCODE] }).expect(201);
    expect(body.ticket.assignee).toMatchObject({ email: EVE.email });
    const path = `/tickets/${body.ticket.number}`;
    const shown = await acme.client.get(`${path}?include=participants`).expect(200);
    expect(shown.body.ticket.participants).toEqual([{ role: 'cc', email: CIRCLED }]);
    const said = { author_email: spelled, content: 'Hello' };
    const comment = await acme.client.post(`${path}/comments`, said).expect(201);
    expect(comment.body.comment).toMatchObject({ author_type: 'agent', author: { email: EVE.email } });
    expect(await totalOf(`/tickets?assignee_email=${spelled}`)).toBe(1);
    expect(await totalOf(`/team-members?email=${spelled}`)).toBe(1);
    await acme.client.post('/team-members', { emails: [spelled] }).expect(422);
  });

  it.each(REFUSED)('is refused: %j %s', async (email, message) => {
    const customer = await acme.client.post('/customers', { customer: { emails: [email] } }).expect(422);
    expect(refusals(customer)).toEqual({ 'customer.emails[0]': message });
    expect(refusals(await raised({ email, cc: [email] }).expect(422))).toEqual({
      email: message,
      'cc[0]': message,
    });
    const { rejected } = await app.operator.import(acme.scope.workspaceId, [
      JSON.stringify({ email: GIVEN, subject: 'Right' }),
      JSON.stringify({ email, subject: 'Wrong' }),
    ]);
    expect(rejected.map(({ line, problems }) => [line, problems])).toEqual([
      [2, [{ path: 'email', message }]],
    ]);
    await expect(aWorkspace(app, { customers: [{ email }] })).rejects.toMatchObject({
      problems: [{ path: 'customers[0].email', message }],
    });
  });

  it('may be in a manifest once', async () => {
    const customers = SPELLINGS.map((email) => ({ email }));
    const path = 'customers[1].email';
    await expect(aWorkspace(app, { customers })).rejects.toMatchObject({ problems: [{ path }, {}] });
  });

  it('of an erased customer is taken out of the tickets of others in every spelling', async () => {
    await aCustomerOf(acme, { emails: [GIVEN] });
    const { body } = await raised({
      email: 'bob@customer.example',
      cc: [CIRCLED, 'c@b\u00fc.example'],
    }).expect(201);
    const { number } = body.ticket as { number: number };
    await Desk.on(app.database, { MIGRATION_DATABASE_URL: app.database.ownerUrl }).output([
      'customers',
      'erase',
      acme.subdomain,
      PUNYCODE,
      '--confirm',
      PUNYCODE,
    ]);
    const shown = await acme.client.get(`/tickets/${number}?include=participants`).expect(200);
    expect(shown.body.ticket.participants).toEqual([{ role: 'cc', email: 'c@b\u00fc.example' }]);
  });
});
