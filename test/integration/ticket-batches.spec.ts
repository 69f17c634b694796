import type { Draft } from '../../src/kernel/problems.js';
import type { TicketEntry } from '../../src/tickets/ticket-batch.rules.js';
import { TicketWriterService } from '../../src/tickets/ticket-writer.service.js';
import { aTicket } from '../support/builders.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { aLine, ImportDesk } from './import-desk.js';

let app: TestApp;
let desk: ImportDesk;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  desk = await ImportDesk.open(app);
});
afterAll(() => app.stop());

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
    await desk.ask('UPDATE ticket_counters SET last_number = $2 WHERE workspace_id = $1', [last - 3]);
    const progress: number[] = [];
    const running = desk.import(lines(4), {
      batchSize: 2,
      onProgress: ({ imported }) => progress.push(imported),
    });
    await expect(running).rejects.toThrow('out of range');
    expect(progress).toEqual([2]);
    expect((await desk.tickets()).map(({ number }) => number)).toEqual([last - 2, last - 1]);
    expect(await desk.customers()).toEqual(['c1@customer.example', 'c2@customer.example']);
  });

  it('follows the order of the file, and the next one goes on where it ended', async () => {
    const progress: number[] = [];
    await desk.import(lines(25), { batchSize: 10, onProgress: ({ imported }) => progress.push(imported) });
    expect(progress).toEqual([10, 20, 25]);
    expect((await desk.tickets()).map(({ number, subject }) => [number, subject])).toEqual(
      Array.from({ length: 25 }, (_, index) => [index + 1, `Ticket ${index + 1}`]),
    );
  });

  it('that another import brings at the same moment comes in once', async () => {
    const runs = await Promise.all([1, 2, 3].map((size) => desk.import(lines(60), { batchSize: size * 7 })));
    expect(runs.reduce((sum, run) => sum + run.counts.imported, 0)).toBe(60);
    expect(runs.every(({ counts: { imported, unchanged } }) => imported + unchanged === 60)).toBe(true);
    const rows = await desk.rows<{ number: number; external_id: string }>('number, external_id');
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    expect(new Set(rows.map((row) => row.external_id)).size).toBe(60);
    expect(await desk.customers()).toHaveLength(60);
  });

  it('whose customers come in another order than those of another import hinders none', async () => {
    const runs = await Promise.all([
      desk.import(lines(100), { batchSize: 50 }),
      desk.import(lines(100).reverse(), { batchSize: 30 }),
    ]);
    expect(runs.map(({ counts: { imported, unchanged } }) => imported + unchanged)).toEqual([100, 100]);
    expect(await desk.rows('number')).toHaveLength(100);
  });

  it('leaves the neighbour alone', async () => {
    const neighbour = await ImportDesk.open(app);
    await aTicket(neighbour.workspace, { external_id: '1', subject: 'Mine' });
    await desk.import(lines(1));
    expect((await neighbour.tickets()).map(({ subject }) => subject)).toEqual(['Mine']);
  });
});

describe('a creation', () => {
  const aDraft = (subject: string): Draft<TicketEntry> => ({
    value: { changes: { email: 'john@customer.example', subject }, externalId: null, source: null },
    problems: [],
  });

  it('is one of 200 at the same moment, and they number 1 to 200', async () => {
    const writer = app.app.get(TicketWriterService);
    const made = await Promise.all(
      Array.from({ length: 200 }, (_, index) => writer.create(desk.scope, aDraft(`Ticket ${index}`))),
    );
    const numbers = made.map(({ number }) => number).sort((one, other) => one - other);
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    expect(await desk.customers()).toEqual(['john@customer.example']);
  });

  it('that is refused takes no number', async () => {
    await expect(aTicket(desk.workspace, { status: 'nope', group: 'nope' })).rejects.toMatchObject({
      code: 'invalid_request',
      problems: [{ path: 'status' }, { path: 'group' }],
    });
    expect((await aTicket(desk.workspace)).number).toBe(1);
  });
});
