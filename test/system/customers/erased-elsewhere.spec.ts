// What a customer has said in tickets of others is erased there, too, and these tickets stay whole.
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { EVE, TWO_AGENTS } from '../../support/data/comments.js';
import { aCustomerOf } from '../../support/data/customers.js';
import { tablesWith } from '../../support/data/stored/stored-rows.js';
import { allEvents } from '../../support/data/events.js';
import { aWebhook, newestTried } from '../../support/data/webhooks.js';
import { Receiver } from '../../support/fakes/receiver.js';
import { Desk } from '../../support/servers/desk.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk({ hasOwnDatabase: true });
let owner: Desk;

beforeAll(() => {
  owner = Desk.on(app.database, { MIGRATION_DATABASE_URL: app.database.ownerUrl });
});

/** A ticket of Bob, in which somebody else takes part. */
async function raised({ client }: TestWorkspace, cc: string): Promise<number> {
  const ticket = { email: 'bob@customer.example', subject: 'For two', description: '', cc: [cc] };
  return (await client.post('/tickets', ticket).expect(201)).body.ticket.number as number;
}

describe('erasing a customer', () => {
  it('leaves no name in what is about tickets of others, neither beside an earlier address nor in answers of receivers', async () => {
    const desk = await aWorkspace(app);
    const receiver = await Receiver.start();
    receiver.answer = (response, { body }) => response.end(body);
    try {
      const number = await raised(desk, 'before@customer.example');
      const webhook = await aWebhook(desk, { url: receiver.url, types: ['comment.created'] });
      const before = 'before@customer.example';
      const { id } = await aCustomerOf(desk, { emails: [before], first_name: 'Alan', last_name: 'Turing8' });
      const words = { author_email: before, content: 'Hello' };
      await desk.client.post(`/tickets/${number}/comments`, words).expect(201);
      await app.operator.work(desk.scope.workspaceId);
      await newestTried(desk, webhook);
      expect(await tablesWith(app.database, 'turing8', desk)).toContain('webhook_tries');
      const customer = { emails: ['now@customer.example'] };
      await desk.client.patch(`/customers/${id}`, { customer }).expect(200);
      await app.operator.work(desk.scope.workspaceId);
      const run = await owner.run([
        'customers',
        'erase',
        desk.subdomain,
        'now@customer.example',
        '--confirm',
      ]);
      expect(run).toMatchObject({ status: 0 });
      expect(await tablesWith(app.database, 'turing8', desk)).toEqual([]);
    } finally {
      await receiver.stop();
    }
  });

  it('tells once of each ticket on which comments have lost their words, also of one that was erased before', async () => {
    const desk = await aWorkspace(app, TWO_AGENTS);
    const ada = 'ada@customer.example';
    const { id } = await aCustomerOf(desk, { emails: [ada] });
    const own = await aTicket(desk, { email: ada });
    const others = [await raised(desk, ada), await raised(desk, ada)];
    const say = (number: number, author_email: string) =>
      desk.client.post(`/tickets/${number}/comments`, { author_email, content: 'Hello' }).expect(201);
    for (const number of [own.number, ...others]) for (const _ of [1, 2]) await say(number, ada);
    const erase = async (address: string) => {
      const { length: before } = await allEvents(desk);
      await owner.output(['customers', 'erase', desk.subdomain, address, '--confirm']);
      const told = (await allEvents(desk)).slice(before);
      expect(told.every(({ data }) => 'erased' in data.changes)).toBe(true);
      return told.flatMap(({ data }) => data.ticket?.number ?? []).sort();
    };
    expect(await erase(ada)).toEqual([own.number, ...others]);
    for (const _ of [1, 2]) await say(own.number, EVE.email);
    expect(await erase(`${id}@erased.invalid`)).toEqual([own.number]);
  });

  it('tells of each ticket in which the customer only took part, which has changed for those who poll, too', async () => {
    const desk = await aWorkspace(app);
    const eli = 'eli@customer.example';
    await aCustomerOf(desk, { emails: [eli] });
    const [number, other] = [await raised(desk, eli), await raised(desk, 'bob2@customer.example')];
    const { headers } = await desk.client.get(`/tickets/${number}`).expect(200);
    const changed = async (): Promise<string[]> => {
      const { tickets } = (await desk.client.get('/tickets?sort=updated_at&order=asc').expect(200)).body;
      return (tickets as { number: number; updated_at: string }[]).map(
        (one) => `${one.number} ${one.updated_at}`,
      );
    };
    const before = await changed();
    const { length: position } = await allEvents(desk);
    await owner.output(['customers', 'erase', desk.subdomain, eli, '--confirm']);
    const told = (await allEvents(desk)).slice(position);
    expect(told.map(({ type, data }) => [type, data.ticket?.number, data.changes])).toEqual([
      ['ticket.updated', number, { erased: [false, true] }],
      ['customer.updated', undefined, { erased: [false, true] }],
    ]);
    const after = await changed();
    expect([after[0], after[1]?.startsWith(`${number} `)]).toEqual([before[1], true]);
    expect(before[1]?.startsWith(`${other} `)).toBe(true);
    await desk.client.get(`/tickets/${number}`).set('If-None-Match', String(headers['etag'])).expect(200);
  });

  it('leaves a workspace whose export with comments can be imported', async () => {
    const [desk, empty] = [await aWorkspace(app), await aWorkspace(app)];
    const number = await raised(desk, 'ida@customer.example');
    for (const name of ['bob', 'ida', 'bob'])
      await desk.client
        .post(`/tickets/${number}/comments`, {
          author_email: `${name}@customer.example`,
          content: `By ${name}`,
        })
        .expect(201);
    await owner.output(['customers', 'erase', desk.subdomain, 'ida@customer.example', '--confirm']);
    const file = await owner.output(['export', 'tickets', desk.subdomain, '--with-comments']);
    const { rejected } = await app.operator.import(empty.scope.workspaceId, file.trimEnd().split('\n'));
    expect(rejected).toEqual([]);
    const { body } = await empty.client.get('/tickets/1/comments').expect(200);
    const said = (body.comments as { comment_type: string; content: string }[]).slice(1);
    expect(said.map(({ content }) => content)).toEqual(['By bob', 'By bob']);
  });
});
