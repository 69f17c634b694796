import { randomUUID } from 'node:crypto';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { entriesOf } from '../../support/data/audit.js';
import { allEvents } from '../../support/data/events.js';
import { FURNISHED } from '../../support/data/manifests/manifests.js';
import { merging } from '../../support/data/merges.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, FURNISHED);
});

const batch = (operations: unknown, more: object = {}, { client } = acme) =>
  client.post('/tickets/batch', { operations, ...more });
const update = (ticket: string | number, body: object, more: object = {}) => ({
  ...{ op: 'update', ticket, body },
  ...more,
});
const create = (body: object) => ({ op: 'create', body });
const NEW = { email: 'new@customer.example', subject: 'New', description: '<p>Help</p>' };
interface Result {
  readonly status: number;
  readonly code?: string;
  readonly ticket?: Record<string, unknown>;
}
const resultsOf = (body: unknown) => (body as { readonly results: readonly Result[] }).results;
const statusesOf = (body: unknown) => resultsOf(body).map(({ status }) => status);
const fieldsOf = (refused: unknown) =>
  (refused as { readonly field_errors: readonly { readonly field: string }[] }).field_errors.map(
    ({ field }) => field,
  );
const shown = async (ticket: string | number) => (await acme.client.get(`/tickets/${ticket}`)).body.ticket;

describe('a batch', () => {
  // @proves E-32-1..3
  it('answers each operation as its own route would, in the order of the request', async () => {
    const [one, two, merged] = [await aTicket(acme), await aTicket(acme), await aTicket(acme)];
    await merging(acme, merged.number, two.number).expect(200);
    const { body } = await batch([
      update(one.number, { subject: 'First', tags: ['a'] }),
      update(two.id, { status: 'nope', priority: 'x' }),
      update(999_999, { subject: 'Nobody' }),
      update('no ticket', { subject: 'Nobody' }),
      update(merged.number, { subject: 'Merged' }),
      update(two.number, { subject: 'Second' }, { if_match: '"other"' }),
      create(NEW),
      create({ subject: 'No address' }),
      update(two.number, { subject: 'Second' }, { if_match: '*' }),
    ]).expect(200);
    const { results, ...counts } = body;
    expect(counts).toEqual({ succeeded: 3, failed: 6 });
    expect(statusesOf(body)).toEqual([200, 422, 404, 404, 409, 412, 201, 422, 200]);
    expect(results[0]).toEqual({ status: 200, ticket: await shown(one.number) });
    const alone = await acme.client.put(`/tickets/${two.id}`, { status: 'nope', priority: 'x' });
    expect(results[1]).toEqual({ status: 422, ...alone.body });
    expect(results[2]).toEqual({
      ...{ status: 404, error: 'There is no such ticket.', code: 'ticket_not_found' },
    });
    expect(results[3]).toEqual(results[2]);
    expect(results[4]).toMatchObject({ code: 'ticket_merged' });
    expect(results[5]).toMatchObject({ code: 'precondition_failed' });
    const { url, ...raised } = results[6].ticket;
    expect(raised).toEqual(await shown(raised.id));
    expect(url).toMatch(new RegExp(`/api/external/v2/tickets/${raised.id}$`));
    expect(fieldsOf(results[7])).toEqual(['email', 'description']);
    expect(results[8].ticket.subject).toBe('Second');
  });

  // @proves E-32-4
  it('changes a ticket that it names twice two times, in order', async () => {
    const { number, id } = await aTicket(acme);
    const { body } = await batch([
      update(number, { subject: 'One', add_tags: ['a'] }),
      update(id, { subject: 'Two', add_tags: ['b'] }),
      update(number, { add_tags: ['c'], remove_tags: ['a'] }),
    ]).expect(200);
    expect(resultsOf(body).map(({ ticket }) => [ticket?.['subject'], ticket?.['tags']])).toEqual([
      ['One', ['a']],
      ['Two', ['a', 'b']],
      ['Two', ['b', 'c']],
    ]);
    expect(body.results[2].ticket).toEqual(await shown(number));
  });

  // @proves E-32-3
  it('compares each ticket with its own entity tag', async () => {
    const [one, two] = [await aTicket(acme), await aTicket(acme)];
    const tagOf = async (number: number) =>
      (await acme.client.get(`/tickets/${number}`)).headers['etag'] as string;
    const [tag, other] = [await tagOf(one.number), await tagOf(two.number)];
    const { body } = await batch([
      update(one.number, { subject: 'Seen' }, { if_match: tag }),
      update(two.number, { subject: 'Unseen' }, { if_match: tag }),
      update(one.number, { subject: 'Seen again' }, { if_match: `${other}, ${tag}` }),
    ]).expect(200);
    expect(statusesOf(body)).toEqual([200, 412, 412]);
    expect([(await shown(one.number)).subject, (await shown(two.number)).subject]).toEqual([
      'Seen',
      'A ticket',
    ]);
  });

  it('has an event and an entry of the trail for each change, in the order of the operations', async () => {
    const workspace = await aWorkspace(app);
    const numbers = [(await aTicket(workspace)).number, (await aTicket(workspace)).number];
    const { length: before } = await allEvents(workspace);
    const { headers } = await batch(
      [
        update(numbers[1] ?? 0, { priority: 'low' }),
        update(numbers[0] ?? 0, { email: `${randomUUID()}@customer.example`, skip_notifications: true }),
        create(NEW),
        update(numbers[0] ?? 0, {}),
        update(numbers[1] ?? 0, { priority: 'high' }),
      ],
      {},
      workspace,
    ).expect(200);
    const events = (await allEvents(workspace)).slice(before);
    expect(events.map(({ type, data }) => [type, data.ticket?.number ?? null, data.silent])).toEqual([
      ['ticket.updated', 2, false],
      ['customer.created', null, false],
      ['ticket.updated', 1, true],
      ['customer.created', null, false],
      ['ticket.created', 3, false],
      ['ticket.updated', 2, false],
    ]);
    const entries = await entriesOf(workspace, String(headers['x-request-id']));
    expect(entries).toHaveLength(6);
    expect(entries.map(({ api_key_id }) => api_key_id)).not.toContain(null);
  });

  it('shows long descriptions whole', async () => {
    const description = `<p>${'x'.repeat(100_000)}</p>`;
    const numbers = [];
    for (let index = 0; index < 4; index++) numbers.push((await aTicket(acme, { description })).number);
    const { body } = await batch(numbers.map((number) => update(number, { priority: 'low' }))).expect(200);
    expect(body.results).toHaveLength(4);
    for (const { ticket } of body.results) expect(ticket).toEqual(await shown(ticket.number as number));
  });

  it('opens tickets of a removed member without the member, as an update does', async () => {
    const workspace = await aWorkspace(app, FURNISHED);
    const done = { status: 'closed', assignee_email: 'oliver@acme.example' };
    const [one, two] = [await aTicket(workspace, done), await aTicket(workspace, done)];
    await workspace.client.delete('/team_members', { emails: ['oliver@acme.example'] }).expect(200);
    const { body } = await batch(
      [update(one.number, { status: 'open' }), update(two.number, { priority: 'low' })],
      {},
      workspace,
    ).expect(200);
    expect(resultsOf(body).map(({ ticket }) => ticket?.['assignee'])).toEqual([
      null,
      expect.objectContaining({ email: 'oliver@acme.example' }),
    ]);
  });
});

describe('a batch that is malformed itself', () => {
  // @proves E-32-5
  it('is refused whole, with the path of each problem', async () => {
    const { number } = await aTicket(acme, { subject: 'Stays' });
    const { body } = await batch([
      update(number, { subject: 'Changed' }),
      { op: 'delete', ticket: number },
      { op: 'update', ticket: number },
      { op: 'update', ticket: true, body: [], if_match: 'x' },
      { ...create(NEW), ticket: number, colour: 1 },
      'update',
      { op: 'delete', ticket: 1.5, if_match: 'x', body: [], colour: 1 },
    ]).expect(422);
    expect(fieldsOf(body)).toEqual([
      'operations[1].op',
      'operations[2].body',
      'operations[3].ticket',
      'operations[3].if_match',
      'operations[3].body',
      'operations[4].ticket',
      'operations[4].colour',
      'operations[5]',
      'operations[6].op',
      'operations[6].ticket',
      'operations[6].if_match',
      'operations[6].body',
      'operations[6].colour',
    ]);
    expect((await shown(number)).subject).toBe('Stays');
  });

  it.each([
    ['no operations', {}, 'operations', 'must be an array of operations'],
    ['an empty list', { operations: [] }, 'operations', 'must have at least 1 item'],
    [
      '101 operations',
      { operations: Array.from({ length: 101 }, () => ({})) },
      'operations',
      'must have at most 100 items',
    ],
    ['a word for atomic', { operations: [create(NEW)], atomic: 'yes' }, 'atomic', 'must be true or false'],
    ['a filter', { operations: [create(NEW)], filter: 'status:open' }, 'filter', 'is not a known property'],
  ])('is refused for %s', async (_what, body, field, message) => {
    const answer = await acme.client.post('/tickets/batch', body).expect(422);
    expect(answer.body.field_errors).toEqual([{ field, message }]);
  });

  it('is refused when it is larger than 1 MiB', async () => {
    const long = 'x'.repeat(250 * 1024);
    await batch(Array.from({ length: 5 }, () => create({ ...NEW, description: long }))).expect(413);
  });
});

describe('an atomic batch', () => {
  // @proves E-32-6
  it('names every problem of every operation and does nothing', async () => {
    const { number } = await aTicket(acme, { subject: 'Stays' });
    const { body } = await batch(
      [
        update(number, { subject: 'Changed' }),
        update(number, { status: 'nope', colour: 1 }),
        update(999_999, {}),
        create({ ...NEW, subject: ' ' }),
        update(number, { subject: 'x' }, { if_match: '"other"' }),
        create(NEW),
      ],
      { atomic: true },
    ).expect(422);
    expect(body.field_errors).toEqual([
      { field: 'operations[1].body.colour', message: 'is not a known property' },
      { field: 'operations[1].body.status', message: expect.stringContaining('is not the name of a status') },
      { field: 'operations[2].ticket', message: 'is not the id or number of a ticket' },
      { field: 'operations[3].body.subject', message: 'must not be blank' },
      { field: 'operations[4].if_match', message: 'does not name the present state of the ticket' },
    ]);
    expect((await shown(number)).subject).toBe('Stays');
  });

  it('says that there are more than 100 problems, as the route of the operation does', async () => {
    const { number } = await aTicket(acme);
    const names = Array.from({ length: 101 }, (_, index) => `Unknown ${index}`);
    const body = { ticket_fields: Object.fromEntries(names.map((name) => [name, 'x'])) };
    const alone = await acme.client.put(`/tickets/${number}`, body).expect(422);
    const refused = await batch([update(number, body)], { atomic: true }).expect(422);
    expect(refused.body.error).toBe(
      'The request is invalid: more than 100 problems were found, of which these are the first.',
    );
    expect(refused.body.error).toBe(alone.body.error);
    expect(refused.body.field_errors).toHaveLength(100);
  });

  it('does all operations in their order when none is refused', async () => {
    const { number } = await aTicket(acme);
    const { body } = await batch(
      [
        update(number, { subject: 'One' }),
        create({ ...NEW, tags: ['made'] }),
        update(number, { subject: 'Two', email: `${randomUUID()}@customer.example` }),
      ],
      { atomic: true },
    ).expect(200);
    expect(body).toMatchObject({ succeeded: 3, failed: 0 });
    expect(statusesOf(body)).toEqual([200, 201, 200]);
    expect(body.results[2].ticket).toEqual(await shown(number));
  });

  it('names no ticket that it has undone: a second one of the same origin is told its operation', async () => {
    const taken = await aTicket(acme, { external_id: randomUUID(), source: 'batch' });
    const { external_id } = (await shown(taken.number)) as { readonly external_id: string };
    const origin = { external_id: randomUUID(), source: 'batch' };
    const { body } = await batch(
      [
        create({ ...NEW, ...origin }),
        create({ ...NEW, ...origin }),
        create({ ...NEW, ...origin, external_id }),
      ],
      { atomic: true },
    ).expect(422);
    expect(body.field_errors).toEqual([
      { field: 'operations[1].body.external_id', message: 'is already used by operations[0]' },
      {
        field: 'operations[2].body.external_id',
        message: `is already used by ticket ${taken.number} (${taken.id})`,
      },
    ]);
  });
});
