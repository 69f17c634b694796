import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

const update = (number: number, body: object) => acme.client.put(`/tickets/${number}`, body);
const hundred = Array.from({ length: 100 }, (_, index) => `t${index}`);

describe('add_tags and remove_tags', () => {
  // @proves E-24-1
  it('change the tags without naming the others, and keep spellings that are there', async () => {
    const { number } = await aTicket(acme, { tags: ['VIP', 'late', 'refund'] });
    const added = await update(number, { add_tags: [' new ', 'vip', 'New'] });
    expect(added.body.ticket.tags).toEqual(['VIP', 'late', 'refund', 'new']);
    const removed = await update(number, { remove_tags: ['LATE', 'not there'], subject: 'Beside others' });
    expect(removed.body.ticket).toMatchObject({ tags: ['VIP', 'refund', 'new'], subject: 'Beside others' });
    const both = await acme.client.patch(`/tickets/${number}`, {
      add_tags: ['late'],
      remove_tags: ['vip', 'new'],
    });
    expect(both.body.ticket.tags).toEqual(['refund', 'late']);
    const { body } = await acme.client.get('/events?types=ticket.updated');
    const events = body.events as readonly { data: { changes: object } }[];
    expect(events.at(-1)?.data.changes).toEqual({
      tags: [
        ['VIP', 'refund', 'new'],
        ['refund', 'late'],
      ],
    });
  });

  // @proves E-24-1
  it('change nothing when the tags are there or gone already', async () => {
    const { number } = await aTicket(acme, { tags: ['kept'] });
    const before = (await acme.client.get(`/tickets/${number}`)).body.ticket;
    for (const body of [{ add_tags: ['Kept'] }, { remove_tags: ['gone'] }, { add_tags: [], remove_tags: [] }])
      expect((await update(number, body)).body.ticket).toEqual(before);
  });

  // @proves E-24-1
  it('lose nothing when many clients send them at once', async () => {
    const { number } = await aTicket(acme, { tags: hundred.slice(50, 75) });
    const changes = hundred
      .slice(0, 25)
      .map((tag, index) => ({ add_tags: [tag], remove_tags: [`t${50 + index}`] }));
    const answers = await Promise.all(changes.map((body) => update(number, body)));
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    const { tags } = (await acme.client.get(`/tickets/${number}`)).body.ticket as { tags: string[] };
    expect(tags.sort()).toEqual(hundred.slice(0, 25).sort());
  });

  // @proves E-24-1
  it.each([
    ['beside tags', { tags: ['a'], add_tags: ['b'], remove_tags: ['c'] }, ['add_tags', 'remove_tags']],
    ['with a tag in both', { add_tags: ['a'], remove_tags: ['b', 'A'] }, ['remove_tags']],
    ['that are no lists', { add_tags: 'a', remove_tags: null }, ['add_tags', 'remove_tags']],
    ['with wrong tags', { add_tags: ['ok', ' '], remove_tags: [7] }, ['add_tags[1]', 'remove_tags[0]']],
    ['that are too many', { add_tags: hundred }, ['add_tags']],
    ['in the thousands', { remove_tags: Array.from({ length: 1_001 }, () => 'a') }, ['remove_tags']],
  ])('are refused %s', async (_, body, paths) => {
    const { number } = await aTicket(acme, { tags: ['one'] });
    const response = await update(number, body);
    expect([response.status, fieldErrors(response).sort()]).toEqual([422, paths]);
    expect((await acme.client.get(`/tickets/${number}`)).body.ticket.tags).toEqual(['one']);
  });

  // @proves E-24-1
  it('take tags away from a ticket that has a hundred', async () => {
    const { number } = await aTicket(acme, { tags: hundred });
    expect((await update(number, { add_tags: ['more'], remove_tags: ['t0'] })).body.ticket.tags).toHaveLength(
      100,
    );
    expect(fieldErrors(await update(number, { add_tags: ['even more'] }))).toEqual(['add_tags']);
    expect((await update(number, { remove_tags: hundred })).body.ticket.tags).toEqual(['more']);
  });
});
