import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, CUSTOMER, EVE, KIM, TWO_AGENTS } from '../../support/data/comments.js';
import { allEvents } from '../../support/data/events.js';
import { deliveredTo, webhooksWith } from '../../support/data/filtered-webhooks.js';
import { Receiver } from '../../support/fakes/receiver.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const COMPANY = '0190c7a4-9e22-7040-8d31-6c7b8d9e0f1a';

const app = useDesk();
let acme: TestWorkspace;
let receiver: Receiver;

beforeEach(async () => {
  const companies = [{ id: COMPANY, name: 'Globex' }];
  const groups = ['Tier 1', 'Tier 2'].map((name) => ({ name }));
  acme = await aWorkspace(app, { ...TWO_AGENTS, companies, groups });
  receiver = await Receiver.start();
});
afterEach(() => receiver.stop());

const raise = async (more: object = {}): Promise<number> => {
  const whole = { email: CUSTOMER, subject: 'Help', description: '', ...more };
  return (await acme.client.post('/tickets', whole).expect(201)).body.ticket.number as number;
};
const update = (number: number, changes: object) =>
  acme.client.put(`/tickets/${number}`, changes).expect(200);

/** The types and tickets of the events at some positions. */
async function eventsAt(positions: readonly number[] = []): Promise<string[]> {
  const { body } = await acme.client.get('/events?include_notes=true&limit=500').expect(200);
  const events = body.events as { position: number; type: string; data: { ticket?: { number: number } } }[];
  return events
    .filter(({ position }) => positions.includes(position))
    .map(({ type, data }) => `${type} ${data.ticket?.number ?? '-'}`);
}

// @proves E-33-1
describe('a webhook with a filter', () => {
  it('gets the events of tickets that are in all of its lists, and of no others', async () => {
    const ids = await webhooksWith(acme, receiver.url, {
      all: null,
      group: { group: ['Tier 1'] },
      tag: { tag: ['VIP', 'late'] },
      both: { group: ['Tier 1', 'Tier 2'], tag: ['vip'] },
      priority: { priority: ['urgent', 'high'] },
      none: { category: ['None'] },
      category: { category: ['Questions'] },
      channel: { channel: ['chat'] },
      status: { status: ['new'] },
    });
    await raise({ group: 'Tier 1', tags: ['vip'] });
    await raise({ group: 'Tier 2', tags: ['Late'], priority: 'urgent', channel: 'chat' });
    await raise({ category: 'Questions' });
    const delivered = await deliveredTo(acme, ids);
    const shown: Record<string, string[]> = {};
    for (const name of Object.keys(ids)) shown[name] = await eventsAt(delivered[name]);
    const created = (...numbers: number[]): string[] => numbers.map((number) => `ticket.created ${number}`);
    expect(shown).toEqual({
      all: ['customer.created -', ...created(1, 2, 3)],
      group: created(1),
      tag: created(1, 2),
      both: created(1),
      priority: created(2),
      none: created(1, 2),
      category: created(3),
      channel: created(2),
      status: created(1, 2, 3),
    });
  });

  it('looks at the ticket as the event left it: moved, without its tag, merged, answered', async () => {
    const one = await raise({ group: 'Tier 1', tags: ['vip'] });
    const other = await raise({ group: 'Tier 2' });
    // All have their positions now, so the webhooks are told of what follows.
    await allEvents(acme);
    const ids = await webhooksWith(acme, receiver.url, {
      first: { group: ['Tier 1'] },
      vip: { tag: ['vip'] },
      closed: { status: ['closed'] },
      open: { status: ['open'] },
    });
    await update(one, { priority: 'high' });
    await update(one, { tags: [] });
    await update(one, { group: 'Tier 2', status: 'waiting_on_customer' });
    await aComment(acme, one, { author_email: CUSTOMER, author_type: 'customer' });
    await acme.client.post(`/tickets/${one}/merge`, { into: other });
    const delivered = await deliveredTo(acme, ids);
    expect({
      first: await eventsAt(delivered['first']),
      vip: await eventsAt(delivered['vip']),
      closed: await eventsAt(delivered['closed']),
      open: await eventsAt(delivered['open']),
    }).toEqual({
      first: [`ticket.updated ${one}`, `ticket.updated ${one}`],
      vip: [`ticket.updated ${one}`],
      closed: [`ticket.merged ${one}`],
      open: [`comment.created ${one}`, `ticket.updated ${one}`],
    });
  });

  it('looks at the company that the customer had then', async () => {
    const { customerId } = await aTicket(acme);
    const company = (company_id: string | null) =>
      acme.client.patch(`/customers/${customerId}`, { customer: { company_id } }).expect(200);
    const ids = await webhooksWith(
      acme,
      receiver.url,
      { company: { company_id: [COMPANY] } },
      { state: 'disabled' },
    );
    await update(1, { priority: 'low' });
    await company(COMPANY);
    await update(1, { priority: 'high' });
    await company(null);
    await update(1, { priority: 'urgent' });
    await acme.client.post(`/webhooks/${ids['company']}/replay`, {}).expect(202);
    const { company: positions } = await deliveredTo(acme, ids);
    const events = await allEvents(acme);
    expect(
      events.filter(({ position }) => positions?.includes(position)).map(({ data }) => data.changes),
    ).toEqual([{ priority: ['low', 'high'] }]);
  });

  // @proves E-33-3
  it('of an assistant that speaks for a member gets the events of notes that mention it, and no word of any note', async () => {
    const { body } = await acme.client.get('/team-members').expect(200);
    const team = body.team_members as { id: string; email: string }[];
    const eve = team.find(({ email }) => email === EVE.email);
    const scopes = ['events:read', 'tickets:read', 'webhooks:write'] as const;
    const assistant = acme.clientWith(await aKey(acme, 'assistant', { scopes, as: EVE.email }));
    const number = await raise();
    const filter = { mentions: [eve?.id] };
    const settings = { url: receiver.url, types: ['comment.created'], include_notes: true, filter };
    const { body: made } = await assistant.post('/webhooks', settings).expect(201);
    const note = { comment_type: 'note', content: '<p>zzwordszz</p>' };
    await aComment(acme, number, note);
    await aComment(acme, number, { ...note, mentions: [{ email: KIM.email }] });
    const called = { ...note, mentions: [{ email: KIM.email }, { email: EVE.email }] };
    const { id } = await aComment(acme, number, called);
    await aComment(acme, number);
    const { eve: positions } = await deliveredTo(acme, { eve: made.webhook.id as string });
    expect(await eventsAt(positions)).toEqual([`comment.created ${number}`]);
    await until(() => receiver.received.length === 1);
    const { id: kimsId } = team.find(({ email }) => email === KIM.email) ?? {};
    const { mentions, ...comment } = receiver.received[0]?.event.data['comment'] as Record<string, unknown>;
    expect(comment).toMatchObject({ id, comment_type: 'note' });
    expect(mentions).toEqual([{ id: kimsId }, { id: eve?.id }]);
    expect(receiver.received[0]?.body).not.toContain('zzwordszz');
    await assistant.get(`/tickets/${number}/comments/${id}`).expect(403);
  });

  it('gets by a replay only events that pass its filter', async () => {
    await raise({ group: 'Tier 1' });
    await raise({ group: 'Tier 2' });
    await update(1, { group: 'Tier 2' });
    const filters = { first: { group: ['Tier 1'] }, second: { group: ['Tier 2'] }, all: null };
    const ids = await webhooksWith(acme, receiver.url, filters, { state: 'disabled' });
    const replayed: Record<string, number> = {};
    for (const [name, id] of Object.entries(ids)) {
      const { body } = await acme.client.post(`/webhooks/${id}/replay`, {}).expect(202);
      replayed[name] = body.replay.deliveries as number;
    }
    expect(replayed).toEqual({ first: 1, second: 2, all: 4 });
  });
});
