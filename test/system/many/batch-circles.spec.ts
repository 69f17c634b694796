// Batches that meet on the same tickets.
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { allEvents } from '../../support/data/events.js';
import { FURNISHED } from '../../support/data/manifests/manifests.js';
import { numbersOf } from '../../support/data/operations.js';
import { size } from '../../support/sizes.js';
import { asAdmin } from '../../support/test-database.js';
import { useDesk } from '../../support/test-app.js';

const BATCHES = size({ here: 16, long: 50, by: 'BATCHES' });
const TICKETS = size({ here: 60, long: 200, by: 'TICKETS' });
const TIMEOUT_MS = 600_000;

const app = useDesk({ hasOwnDatabase: true });
let acme: TestWorkspace;
let numbers: number[];

beforeAll(async () => {
  acme = await aWorkspace(app, FURNISHED);
  const lines = Array.from({ length: TICKETS }, (_, index) =>
    JSON.stringify({ email: 'a@customer.example', subject: `${index}` }),
  );
  await app.operator.import(acme.scope.workspaceId, lines);
  numbers = Array.from({ length: TICKETS }, (_, index) => index + 1);
}, TIMEOUT_MS);

const deadlocks = async () => {
  const [row] = await asAdmin<{ deadlocks: number }>(
    app.database,
    'SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()',
  );
  return row?.deadlocks ?? 0;
};

const random = numbersOf(3);
const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => [random(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);

interface Added {
  readonly op: 'update';
  readonly ticket: number;
  readonly body: { readonly add_tags: readonly string[] };
}

/**
 * Sends operations until each is done. One that waited too long for the others is sent again, and adds a tag that is there no second time.
 * @throws when there are more deadlocks than before: batches that wait in circles would be sent again without end
 */
async function done(operations: readonly Added[], atomic: boolean, deadlocksBefore: number): Promise<void> {
  for (let left = operations; left.length > 0;) {
    expect(await deadlocks()).toBe(deadlocksBefore);
    const { status, body } = await acme.client.post('/tickets/batch', { operations: left, atomic });
    if (status === 503) continue;
    const results = body.results as { readonly status: number }[];
    const statuses = [...new Set(results.map((result) => result.status))].sort();
    expect([[200], [200, 503], [503]]).toContainEqual(statuses);
    left = left.filter((_operation, index) => results[index]?.status === 503);
  }
}

// @proves E-32-16
it.each([false, true])(
  `${BATCHES} batches at once over the same ${TICKETS} tickets in other orders: no deadlock, no lost update (atomic: %s)`,
  async (atomic) => {
    const before = { deadlocks: await deadlocks(), events: (await allEvents(acme)).length };
    const sent = Array.from({ length: BATCHES }, (_, batch) =>
      shuffled(numbers)
        .slice(0, 100)
        .map((ticket): Added => ({
          ...{ op: 'update', ticket },
          body: { add_tags: [`${String(atomic)} ${batch}`] },
        })),
    );
    await Promise.all(sent.map((operations) => done(operations, atomic, before.deadlocks)));
    expect(await deadlocks()).toBe(before.deadlocks);
    const all = sent.flat();
    const events = (await allEvents(acme)).slice(before.events);
    expect(events).toHaveLength(all.length);
    expect(events.map(({ position }) => position)).toEqual(
      events.map((_, index) => (events[0]?.position ?? 0) + index),
    );
    for (const number of numbers) {
      const { body } = await acme.client.get(`/tickets/${number}`).expect(200);
      const tags = all
        .filter(({ ticket }) => ticket === number)
        .flatMap(({ body: { add_tags } }) => add_tags);
      const own = (body.ticket.tags as string[]).filter((tag) => tag.startsWith(String(atomic)));
      expect(own.sort()).toEqual(tags.sort());
    }
    await expectTotals(all);
  },
  TIMEOUT_MS,
);

/** The totals that triggers keep are those of the tickets themselves. */
async function expectTotals(all: readonly Added[]): Promise<void> {
  const { body } = await acme.client.get('/tags?page_size=100').expect(200);
  const counts = new Map<string, number>();
  for (const { body: added } of all)
    for (const tag of added.add_tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const shown = (body.tags as { name: string; ticket_count: number }[]).filter(({ name }) =>
    counts.has(name),
  );
  expect(shown.map(({ name, ticket_count }) => [name, ticket_count]).sort()).toEqual([...counts].sort());
}

it('single updates beside batches wait for them, and lose nothing', async () => {
  const { number } = await aTicket(acme);
  const operations = [{ op: 'update', ticket: number, body: { add_tags: ['batch'] } }];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2
        ? acme.client.post('/tickets/batch', { operations }).expect(200)
        : acme.client.put(`/tickets/${number}`, { add_tags: [`single ${index}`] }).expect(200),
    ),
  );
  expect(answers).toHaveLength(20);
  const { body } = await acme.client.get(`/tickets/${number}`).expect(200);
  expect(body.ticket.tags).toHaveLength(11);
});
