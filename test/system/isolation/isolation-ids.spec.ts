import { randomUUID } from 'node:crypto';
import type { Response, Test } from 'supertest';
import type { WorkspaceDetails } from '../../../src/workspaces/workspace-list.js';
import { audited, entriesOf } from '../../support/data/audit.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { manifestOf } from '../../support/data/manifests/named-manifest.js';
import { RESOURCES, thingsIn } from '../../support/data/resources.js';
import { OPERATIONS, pathOf } from '../../support/operations.js';
import { statementsOf } from '../../support/recorded-statements.js';
import { comparable } from '../../support/comparable.js';
import { useDesk, useQuiet } from '../../support/test-app.js';
import { WorkspaceContent } from '../../support/data/stored/workspace-content.js';

/**
 * What a request names in its path, query or body never reaches another workspace: something of a neighbour is answered as
 * something that nobody has, with the same bytes and by the same statements, so that neither answer nor time tells them apart.
 */
const app = useDesk();
let acme: TestWorkspace;
let globex: TestWorkspace;
let neighbour: WorkspaceDetails;
let own: WorkspaceDetails;
let content: WorkspaceContent;
let ofGlobex: { ticketId: string; customerId: string };
/** Things of the neighbour, by the names of their ids in paths. */
let foreignIds: Readonly<Record<string, string>>;

beforeAll(async () => {
  acme = await aWorkspace(app, manifestOf('acme'));
  globex = await aWorkspace(app, manifestOf('globex'));
  const ticket = await aTicket(globex, {
    email: 'customer@globex.example',
    external_id: 'globex-1',
    source: 'globex source',
    tags: ['globex tag'],
    status: 'globex status',
    category: 'globex category',
    group: 'globex group',
    assignee_email: 'member@globex.example',
    ticket_fields: { 'globex field': 'globex option' },
  });
  ofGlobex = { ticketId: ticket.id, customerId: ticket.customerId };
  await aTicket(acme);
  const show = ({ subdomain }: TestWorkspace) => app.operator.show(subdomain);
  [own, neighbour] = [await show(acme), await show(globex)];
  foreignIds = await thingsIn(globex, {
    ...{ ticket_id: ticket.id, ticket_number: ticket.id, customer_id: ticket.customerId },
    ...{ field_id: fieldOf(neighbour).id, team_member_id: neighbour.teamMembers[0]?.id ?? '' },
  });
  await app.operator.work(globex.scope.workspaceId);
  content = await WorkspaceContent.open(app.database);
});
afterAll(async () => {
  await content.close();
});

const fieldOf = ({ fields }: WorkspaceDetails) => {
  const field = fields.find(({ kind }) => kind === 'single_option');
  if (!field) throw new Error('The workspace has no field with options.');
  return field;
};
const nothing = () => `nothing ${randomUUID()}`;
const nobody = () => `${randomUUID()}@nobody.example`;

interface Probe {
  readonly about: string;
  /** Something of the neighbour. */
  readonly foreign: () => string;
  /** Something of that kind that nobody has. */
  readonly unknown: () => string;
  readonly send: (named: string) => Test;
}

const probe = (
  about: string,
  foreign: () => string,
  unknown: () => string,
  send: (named: string) => Test,
): Probe => ({ about, foreign, unknown, send });

const listed = (name: string, foreign: () => string, unknown: () => string): Probe =>
  probe(`the filter ${name}`, foreign, unknown, (named) =>
    acme.client.get(`/tickets?${name}=${encodeURIComponent(named)}`),
  );
const updated = (about: string, foreign: string, body: (named: string) => object): Probe =>
  probe(
    `${about} of a ticket`,
    () => foreign,
    about === 'assignee_email' ? nobody : nothing,
    (named) => acme.client.put('/tickets/1', body(named)),
  );
const changedField = (about: string, body: (id: string) => object): Probe =>
  probe(
    about,
    () => fieldOf(neighbour).options[0]?.id ?? '',
    randomUUID,
    (id) => acme.client.patch(`/fields/${fieldOf(own).id}`, { field: body(id) }),
  );

const NAMED = ['ticket_number', ...RESOURCES.map(({ parameter }) => parameter)];

/** Every operation whose path names one of them first. */
const BY_ID = OPERATIONS.flatMap((operation) => {
  const [, name = ''] = /\{(\w+)\}/.exec(operation.template) ?? [];
  const send = (id: string) =>
    acme.client.request(operation.method, pathOf(operation, [id, 'reply'])).send(operation.example);
  const foreign = () => foreignIds[name] ?? '';
  return NAMED.includes(name)
    ? [probe(`the id in the path of ${operation.id}`, foreign, randomUUID, send)]
    : [];
});

const SAME: readonly Probe[] = [
  ...BY_ID,
  probe(
    'the address of a member in a list',
    () => 'member@globex.example',
    nobody,
    (email) => acme.client.get(`/team-members?email=${email}`),
  ),
  probe(
    'the address of a member who invites',
    () => 'member@globex.example',
    nobody,
    (email) => acme.client.post('/team-members', { emails: ['new@acme.example'], invited_by: email }),
  ),
  probe(
    'the name of a group of a member',
    () => 'globex group',
    nothing,
    (name) => acme.client.post('/team-members', { emails: ['new@acme.example'], groups: [name] }),
  ),
  ...['email=', 'q='].map((filter) =>
    probe(
      `the address of a customer in the list of customers, ${filter}`,
      () => 'customer@globex.example',
      nobody,
      (email) => acme.client.get(`/customers?${filter}${email}`),
    ),
  ),
  probe(
    'the id of a company in the list of customers',
    () => neighbour.companies[0]?.id ?? '',
    randomUUID,
    (id) => acme.client.get(`/customers?company_id=${id}`),
  ),
  probe(
    'the id of a ticket in a body',
    () => ofGlobex.ticketId,
    randomUUID,
    (ticket_number) =>
      acme.client.post('/api/v1/public/comments', {
        ...{ ticket_number, author_email: 'customer@acme.example', content: 'Mine' },
      }),
  ),
  changedField('the id of an option, renamed', (id) => ({ data: [{ id, label: 'Mine' }] })),
  changedField('the id of an option, removed', (id) => ({ remove_option_ids: [id] })),
  ...['/customers', '/api/v1/public/customers'].map((path) =>
    probe(
      `the id of a company at ${path}`,
      () => neighbour.companies[0]?.id ?? '',
      randomUUID,
      (id) => acme.client.post(path, { customer: { emails: ['one@acme.example'], company_id: id } }),
    ),
  ),
  ...['/api/external/v1/team_members', '/api/external/v2/team_members'].map((path) =>
    probe(
      `the address of a member at ${path}`,
      () => 'member@globex.example',
      nobody,
      (email) => acme.client.delete(path, { emails: [email] }).set('Accept', 'application/json'),
    ),
  ),
  updated('status', 'globex status', (status) => ({ status })),
  updated('category', 'globex category', (category) => ({ category })),
  updated('sub_category_one', 'globex sub', (sub_category_one) => ({
    category: 'acme category',
    sub_category_one,
  })),
  updated('sub_category_two', 'globex subsub', (sub_category_two) => ({
    ...{ category: 'acme category', sub_category_one: 'acme sub' },
    sub_category_two,
  })),
  updated('group', 'globex group', (group) => ({ group })),
  updated('assignee_email', 'member@globex.example', (assignee_email) => ({ assignee_email })),
  updated('an option', 'globex option', (label) => ({ ticket_fields: { 'acme field': label } })),
  listed('status', () => 'globex status', nothing),
  listed('customer_id', () => ofGlobex.customerId, randomUUID),
  listed('customer_email', () => 'customer@globex.example', nobody),
  listed('assignee_id', () => neighbour.teamMembers[0]?.id ?? '', randomUUID),
  listed('assignee_email', () => 'member@globex.example', nobody),
  listed('group', () => 'globex group', nothing),
  listed('category', () => 'globex category', nothing),
  listed('tag', () => 'globex tag', nothing),
  listed('external_id', () => 'globex-1', nothing),
  listed('source', () => 'globex source', nothing),
  listed('field_value=globex%20option&field_name', () => 'globex field', nothing),
  listed('field_name=acme%20field&field_value', () => 'globex option', nothing),
];

/** What a request sends to PostgreSQL and what it answers. */
async function tried(send: () => Test): Promise<{ response: Response; statements: string[] }> {
  let response: Response | undefined;
  const statements = await statementsOf(async () => (response = await send()));
  const own = statements
    .filter(({ isForAnswer, text }) => isForAnswer && text.includes('$1'))
    .map(({ text }) => text);
  return { response: response as Response, statements: own };
}

/** Tries both again when they sent different statements: what a process remembers of a workspace is read anew now and then. */
async function triedAlike(one: () => Test, other: () => Test) {
  for (let round = 1; ; round++) {
    const both = [await tried(one), await tried(other)] as const;
    const [first, second] = both.map(({ statements }) => statements.join('\n'));
    if (first === second || round === 5) return both;
  }
}

describe('something of a neighbour', () => {
  useQuiet();

  it.each(SAME)(
    'is answered like something that does not exist: $about',
    async ({ foreign, unknown, send }) => {
      const [mine, theirs] = [await content.digest(acme), await content.digest(globex)];
      const [there, nowhere] = [foreign(), unknown()];
      expect(there).not.toBe('');
      const [first, second] = await triedAlike(
        () => send(nowhere),
        () => send(there),
      );
      expect(comparable(second.response, there)).toEqual(comparable(first.response, nowhere));
      expect(second.response.status).not.toBe(500);
      expect(second.statements).toEqual(first.statements);
      expect(second.statements.length).toBeGreaterThan(0);
      expect(await content.digest(globex)).toEqual(theirs);
      expect(await content.digest(acme)).toEqual(mine);
    },
  );

  it('does not keep a name from being taken here', async () => {
    const field = { name: 'globex field', kind: 'text', placeholder_slug: 'globex_field' };
    const made = await acme.client.post('/fields', { field });
    expect(made.status).toBe(201);
    const renamed = { field: { name: 'Globex Text', placeholder_slug: 'globex_text' } };
    expect((await acme.client.patch(`/fields/${fieldOf(own).id}`, renamed)).status).toBe(200);
    await acme.client.patch(`/fields/${fieldOf(own).id}`, { field: { name: 'acme field' } });
    // For the other tests, nobody here has the name.
    const path = `/fields/${(made.body.field as { id: string }).id}`;
    await acme.client.patch(path, { field: { state: 'inactive' } }).expect(200);
    await acme.client.delete(path).expect(204);
  });

  it('may also be the address of a customer here: nothing of the neighbour is shown or changed', async () => {
    const theirs = await content.digest(globex);
    const initech = await aWorkspace(app);
    await aTicket(initech);
    const customer = { emails: ['customer@globex.example'], first_name: 'Mine' };
    const made = await initech.client.post('/customers', { customer });
    expect(made.status).toBe(200);
    expect(made.body.customer).toMatchObject({ name: 'Mine', email: 'customer@globex.example' });
    expect(made.body.customer.id).not.toBe(ofGlobex.customerId);
    const email = 'customer@globex.example';
    const { response, entries } = await audited(initech, () => initech.client.put('/tickets/1', { email }));
    expect(response.body.ticket.customer).toMatchObject({ id: made.body.customer.id, name: 'Mine' });
    expect(entries).toHaveLength(1);
    expect(await content.digest(globex)).toEqual(theirs);
  });

  it('is in no audit trail but its own', async () => {
    const trail = JSON.stringify(await entriesOf(acme));
    for (const secret of [ofGlobex.ticketId, ofGlobex.customerId, globex.scope.workspaceId])
      expect(trail).not.toContain(secret);
  });
});
