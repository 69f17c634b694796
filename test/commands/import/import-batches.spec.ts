import { aTicket, setLastNumber } from '../../support/data/builders.js';
import { useDesk } from '../../support/test-app.js';
import { aLine, counts, ImportDesk } from '../../support/servers/import-desk.js';

const app = useDesk();
let desk: ImportDesk;

beforeEach(async () => {
  desk = await ImportDesk.open(app);
});

describe('a batch', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      aLine({
        email: `c${index + 1}@customer.example`,
        subject: `Ticket ${index + 1}`,
        external_id: `${index + 1}`,
      }),
    );

  it('is kept whole or not at all', async () => {
    const last = 2 ** 31 - 1;
    // The third and fourth ticket do not fit under the largest number.
    await setLastNumber(desk.workspace, last - 3);
    await expect(desk.import(lines(4), 2)).rejects.toThrow('out of range');
    expect((await desk.tickets()).map(({ number }) => number)).toEqual([last - 2, last - 1]);
    expect(await desk.customersMade()).toBe(2);
    for (const [email, status] of [
      ['c2@customer.example', 422],
      ['c3@customer.example', 200],
    ] as const)
      expect((await desk.client.post('/customers', { customer: { emails: [email] } })).status).toBe(status);
  });

  // @proves S-2.3-2
  it('follows the order of the file, and the next one goes on where it ended', async () => {
    const { progress } = await desk.import(lines(25), 10);
    expect(progress.map(({ imported }) => imported)).toEqual([10, 20, 25]);
    expect((await desk.tickets()).map(({ number, subject }) => [number, subject])).toEqual(
      Array.from({ length: 25 }, (_, index) => [index + 1, `Ticket ${index + 1}`]),
    );
  });

  it('that another import brings at the same moment comes in once', async () => {
    const runs = await Promise.all([1, 2, 3].map((size) => desk.import(lines(60), size * 7)));
    expect(runs.reduce((sum, run) => sum + run.counts.imported, 0)).toBe(60);
    expect(runs.every(({ counts: { imported, unchanged } }) => imported + unchanged === 60)).toBe(true);
    const tickets = await desk.tickets();
    expect(tickets.map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    expect(new Set(tickets.map((ticket) => ticket['external_id'])).size).toBe(60);
    expect(await desk.customersMade()).toBe(60);
  });

  it('whose customers come in another order than those of another import hinders none', async () => {
    const runs = await Promise.all([desk.import(lines(100), 50), desk.import(lines(100).reverse(), 30)]);
    expect(runs.map(({ counts: { imported, unchanged } }) => imported + unchanged)).toEqual([100, 100]);
    expect(await desk.tickets()).toHaveLength(100);
  });

  it('changes short properties of many long tickets', async () => {
    const long = lines(40).map((line) => ({ ...line, description: 'x'.repeat(262_000) }));
    expect((await desk.import(long)).counts).toEqual(counts(40));
    const changes = lines(40).map((line) => ({ ...line, priority: 'high' }));
    expect((await desk.import(changes)).counts).toEqual(counts(0, 40));
    expect((await desk.client.get('/tickets?priority=high').expect(200)).body.pagination.total_records).toBe(
      40,
    );
    expect(await desk.ticket(40)).toMatchObject({ description: long[39]?.description });
  });

  it('changes nothing in another workspace', async () => {
    const neighbour = await ImportDesk.open(app);
    await aTicket(neighbour.workspace, { external_id: '1', subject: 'Mine' });
    await desk.import(lines(1));
    expect((await neighbour.tickets()).map(({ subject }) => subject)).toEqual(['Mine']);
  });
});

describe('a creation', () => {
  // @proves S-2.3-2
  it('is one of 200 at the same moment, and they number 1 to 200', async () => {
    const email = 'john@customer.example';
    const made = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        aTicket(desk.workspace, { email, subject: `Ticket ${index}` }),
      ),
    );
    const numbers = made.map(({ number }) => number).sort((one, other) => one - other);
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    const customers = new Set((await desk.tickets()).map(({ customer }) => JSON.stringify(customer)));
    expect(customers.size).toBe(1);
  });

  it('that is refused takes no number', async () => {
    await expect(aTicket(desk.workspace, { status: 'nope', group: 'nope' })).rejects.toMatchObject({
      code: 'invalid_request',
      problems: [{ path: 'status' }, { path: 'group' }],
    });
    expect((await aTicket(desk.workspace)).number).toBe(1);
  });
});
