import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { SeedService } from '../../src/import/seed.service.js';
import { linesOf } from '../../src/import/lines.js';
import {
  TicketImportService,
  type ImportOptions,
  type RejectedLine,
} from '../../src/import/ticket-import.service.js';
import type { Draft } from '../../src/kernel/problems.js';
import type { TicketEntry } from '../../src/tickets/ticket-batch.rules.js';
import { TicketWriterService } from '../../src/tickets/ticket-writer.service.js';
import { readManifest } from '../../src/workspaces/workspace-manifest.js';
import { WorkspacesService } from '../../src/workspaces/workspaces.service.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../support/builders.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { asAdmin } from '../support/test-database.js';

const EXAMPLE = new URL('../../examples/tickets.ndjson', import.meta.url);
const EXAMPLE_WORKSPACE = new URL('../../examples/acme.workspace.yaml', import.meta.url);

let app: TestApp;
let desk: TestWorkspace;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  desk = await aWorkspace(app);
});
afterAll(() => app.stop());

interface Ticket {
  number: number;
  subject: string;
  [key: string]: unknown;
}

async function* linesFrom(lines: readonly (object | string)[]): AsyncGenerator<string> {
  for (const line of lines)
    yield await Promise.resolve(typeof line === 'string' ? line : JSON.stringify(line));
}

async function importLines(
  source: readonly (object | string)[] | AsyncIterable<string>,
  options: Partial<ImportOptions> = {},
) {
  const rejected: RejectedLine[] = [];
  const counts = await app.app
    .get(TicketImportService)
    .importTickets(
      desk.scope,
      Array.isArray(source) ? linesFrom(source) : (source as AsyncIterable<string>),
      {
        onReject: (line) => void rejected.push(line),
        ...options,
      },
    );
  return { counts, rejected };
}

const aLine = (line: object = {}) => ({ email: 'john@customer.example', subject: 'Help', ...line });

/** Every ticket of the workspace by its number, as clients see them. */
async function tickets(): Promise<Ticket[]> {
  const { body } = await desk.client.get('/tickets?page_size=100');
  return (body as { tickets: Ticket[] }).tickets.sort((one, other) => one.number - other.number);
}

async function ticket(number: number): Promise<Ticket> {
  const { body } = await desk.client.get(`/tickets/${number}`);
  return (body as { ticket: Ticket }).ticket;
}

const stored = <Row extends object>(columns: string) =>
  asAdmin<Row>(app.database, `SELECT ${columns} FROM tickets WHERE workspace_id = $1 ORDER BY number`, [
    desk.scope.workspaceId,
  ]);

const customersOf = async (): Promise<string[]> => {
  const rows = await asAdmin<{ email: string }>(
    app.database,
    'SELECT email FROM customer_emails WHERE workspace_id = $1 ORDER BY email',
    [desk.scope.workspaceId],
  );
  return rows.map(({ email }) => email);
};

const counts = (imported: number, updated = 0, unchanged = 0, rejected = 0) => ({
  imported,
  updated,
  unchanged,
  rejected,
});

describe('the example file', () => {
  const example = () => linesOf(createReadStream(EXAMPLE));

  beforeEach(async () => {
    const manifest = (await readFile(EXAMPLE_WORKSPACE, 'utf8')).replace(
      'subdomain: acme',
      `subdomain: ${desk.subdomain}`,
    );
    await app.app.get(WorkspacesService).apply(readManifest(manifest));
  });

  it('comes in whole, with its words and dates', async () => {
    expect(await importLines(example())).toEqual({ counts: counts(5), rejected: [] });
    expect((await tickets()).map(({ number, subject, status }) => [number, subject, status])).toEqual([
      [1, 'How to resolve the pending payments', 'open'],
      [2, 'Login loop after password reset', 'new'],
      [3, 'Invoice sent twice', 'closed'],
      [4, 'Feature: dark mode', 'awaiting_qa'],
      [5, 'You have won', 'spam'],
    ]);
    expect(await ticket(1)).toMatchObject({
      description: '<p>I need your help in resolving the <b>pending payments</b>.</p>',
      priority: 'high',
      category: 'Billing',
      sub_category_one: 'Invoices',
      sub_category_two: 'VAT',
      group: 'Support',
      assignee: { name: 'Oliver Smith', email: 'oliver@acme.example' },
      customer: { name: 'John Luther', email: 'john@customer.example' },
      tags: ['refund', 'urgent'],
      fields: [
        { field_name: 'Country', field_value: 'United States' },
        { field_name: 'Products', field_value: ['Desk', 'Chat'] },
        { field_name: 'Order number', field_value: 'A-1001' },
        { field_name: 'Seats', field_value: 12 },
        { field_name: 'Amount', field_value: 1250.5 },
        { field_name: 'Renewal date', field_value: '2026-12-31' },
        { field_name: 'Is urgent for customer', field_value: true },
      ],
      created_at: '2021-03-04T10:00:00.000Z',
      updated_at: '2021-06-09T12:00:00.000Z',
      external_id: 'CP-1234',
      source: 'concierge_plus',
    });
    expect(await ticket(2)).toMatchObject({
      priority: 'medium',
      category: 'Incident',
      created_at: '2022-01-15T03:00:00.000Z',
      updated_at: '2022-01-15T03:00:00.000Z',
      group: null,
      assignee: null,
      tags: [],
    });
  });

  it('finds the customer by the address in any case and makes each once', async () => {
    await importLines(example());
    const [first, , third] = await tickets();
    expect(third?.['customer']).toEqual(first?.['customer']);
    expect(await customersOf()).toEqual([
      'jane@customer.example',
      'john@customer.example',
      'ravi@customer.example',
      'spam@bad.example',
    ]);
  });

  it('has when a ticket was closed', async () => {
    await importLines(example());
    const closedAt = (await stored<{ closed_at: Date | null }>('closed_at')).map((row) => row.closed_at);
    expect(closedAt).toEqual([null, null, new Date('2022-02-03T00:00:00Z'), null, null]);
  });

  it('comes in without its script', async () => {
    await importLines(example());
    expect((await ticket(5))['description']).toBe('<p>Click <a href="https://bad.example">here</a></p>');
  });

  it('a second time changes no ticket with an external id and adds the two without one again', async () => {
    await importLines(example());
    const before = await tickets();
    expect((await importLines(example())).counts).toEqual(counts(2, 0, 3));
    const after = await tickets();
    expect(after.slice(0, 5)).toEqual(before);
    expect(after.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('can be found by what it brought', async () => {
    await importLines(example());
    const found = async (query: string) => {
      const { body } = await desk.client.get(`/tickets?${query}`);
      return (body as { tickets: Ticket[] }).tickets.map(({ number }) => number);
    };
    expect(await found('external_id=CP-1235&source=concierge_plus')).toEqual([2]);
    expect(await found('tag=REFUND')).toEqual([1]);
    expect(await found('field_name=Country&field_value=Germany')).toEqual([3]);
  });
});

describe('a line about a ticket that is there', () => {
  const known = { external_id: 'X-1', source: 'other', created_at: '2022-01-01T00:00:00Z' };

  it('updates what it names and leaves the rest', async () => {
    await importLines([aLine({ ...known, priority: 'low', tags: ['vip'] })]);
    const before = await ticket(1);
    const later = { subject: 'Changed', status: 'open', updated_at: '2022-05-01T00:00:00Z' };
    expect((await importLines([aLine({ ...known, ...later })])).counts).toEqual(counts(0, 1));
    expect(await ticket(1)).toEqual({ ...before, ...later, updated_at: '2022-05-01T00:00:00.000Z' });
  });

  it('says when it was updated, otherwise that is now', async () => {
    const started = Date.now();
    await importLines([aLine(known)]);
    await importLines([aLine({ ...known, tags: ['new'] })]);
    const { created_at, updated_at, tags } = await ticket(1);
    expect([created_at, tags]).toEqual(['2022-01-01T00:00:00.000Z', ['new']]);
    expect(Date.parse(updated_at as string)).toBeGreaterThan(started - 1_000);
    expect(await desk.client.get('/tickets?tag=new')).toMatchObject({
      body: { pagination: { total_records: 1 } },
    });
  });

  it('leaves everything as it is when it says nothing new', async () => {
    const whole = aLine({
      ...known,
      status: 'closed',
      description: '<p onclick="x()">Text</p>',
      tags: [' a ', 'A'],
    });
    await importLines([whole]);
    const before = await stored('*');
    expect((await importLines([whole])).counts).toEqual(counts(0, 0, 1));
    expect(await stored('*')).toEqual(before);
  });

  it('later in the same file updates the earlier one', async () => {
    const lines = [
      aLine({ ...known, subject: 'One' }),
      aLine({ subject: 'Between' }),
      aLine({ ...known, subject: 'Two' }),
      aLine({ ...known, subject: 'Two' }),
    ];
    expect((await importLines(lines)).counts).toEqual(counts(2, 1, 1));
    expect((await tickets()).map(({ number, subject }) => [number, subject])).toEqual([
      [1, 'Two'],
      [2, 'Between'],
    ]);
    expect((await importLines(lines, { batchSize: 1 })).counts).toEqual(counts(1, 2, 1));
  });

  it('is about another one when the source is another or missing', async () => {
    const { counts: found } = await importLines([
      aLine({ external_id: 'X-1' }),
      aLine({ external_id: 'X-1', source: 'one' }),
      aLine({ external_id: 'X-1', source: 'two' }),
      aLine({ source: 'two' }),
      aLine({ external_id: 'X-1', source: null }),
    ]);
    expect(found).toEqual(counts(4, 0, 1));
  });

  it('may have been changed by a client, and then is what the line says again', async () => {
    await importLines([aLine(known)]);
    await desk.client.put('/tickets/1', { subject: 'By a client', priority: 'high' });
    expect((await importLines([aLine(known)])).counts).toEqual(counts(0, 1));
    expect(await ticket(1)).toMatchObject({ subject: 'Help', priority: 'high' });
  });
});

describe('bad lines', () => {
  it('are left out, each with its number and every reason, and take no number', async () => {
    const { counts: found, rejected } = await importLines([
      '\uFEFF' + JSON.stringify(aLine({ subject: 'First' })),
      '',
      'not json',
      aLine({ email: 'nobody', subject: '', status: 'nope', ticket_fields: { Nope: 1 }, colour: 'red' }),
      '[1]',
      aLine({ subject: 'Second' }),
      { subject: 'No address' },
      aLine({ description: 'x'.repeat(1024 * 1024) }),
    ]);
    expect(found).toEqual(counts(2, 0, 0, 5));
    expect(rejected.map(({ line, problems }) => [line, ...problems.map(({ path }) => path)])).toEqual([
      [3, 'line'],
      [4, 'colour', 'email', 'subject', 'ticket_fields.Nope', 'status'].sort(
        (one, other) => ORDER.indexOf(one) - ORDER.indexOf(other),
      ),
      [5, 'line'],
      [7, 'email'],
      [8, 'line'],
    ]);
    expect(rejected[0]?.text).toBe('not json');
    expect((await tickets()).map(({ number, subject }) => [number, subject])).toEqual([
      [1, 'First'],
      [2, 'Second'],
    ]);
    expect(await customersOf()).toEqual(['john@customer.example']);
  });

  const ORDER: unknown[] = [4, 'email', 'subject', 'colour', 'ticket_fields.Nope', 'status'];

  it('may be all there is', async () => {
    expect((await importLines(['{', '}'])).counts).toEqual(counts(0, 0, 0, 2));
    expect(await tickets()).toEqual([]);
  });

  it('name a removed team member, an inactive field, a value that is none', async () => {
    desk = await aWorkspace(app, {
      fields: [
        { name: 'Seats', kind: 'integer' },
        { name: 'Old', kind: 'text', state: 'inactive' },
      ],
    });
    const { rejected } = await importLines([
      aLine({ assignee_email: 'gone@acme.example', ticket_fields: { Seats: 'many', Old: 'x' } }),
    ]);
    expect(rejected[0]?.problems.map(({ path }) => path)).toEqual([
      'ticket_fields.Seats',
      'ticket_fields.Old',
      'assignee_email',
    ]);
  });
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
    await asAdmin(app.database, 'UPDATE ticket_counters SET last_number = $2 WHERE workspace_id = $1', [
      desk.scope.workspaceId,
      last - 3,
    ]);
    const progress: number[] = [];
    const running = importLines(lines(4), {
      batchSize: 2,
      onProgress: ({ imported }) => progress.push(imported),
    });
    await expect(running).rejects.toThrow('out of range');
    expect(progress).toEqual([2]);
    expect((await tickets()).map(({ number }) => number)).toEqual([last - 2, last - 1]);
    expect(await customersOf()).toEqual(['c1@customer.example', 'c2@customer.example']);
  });

  it('follows the order of the file, and the next one goes on where it ended', async () => {
    const progress: number[] = [];
    await importLines(lines(25), { batchSize: 10, onProgress: ({ imported }) => progress.push(imported) });
    expect(progress).toEqual([10, 20, 25]);
    expect((await tickets()).map(({ number, subject }) => [number, subject])).toEqual(
      Array.from({ length: 25 }, (_, index) => [index + 1, `Ticket ${index + 1}`]),
    );
  });

  it('that another import brings at the same moment comes in once', async () => {
    const runs = await Promise.all([1, 2, 3].map((size) => importLines(lines(60), { batchSize: size * 7 })));
    expect(runs.reduce((sum, run) => sum + run.counts.imported, 0)).toBe(60);
    expect(runs.every(({ counts: { imported, unchanged } }) => imported + unchanged === 60)).toBe(true);
    const rows = await stored<{ number: number; external_id: string }>('number, external_id');
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    expect(new Set(rows.map((row) => row.external_id)).size).toBe(60);
    expect(await customersOf()).toHaveLength(60);
  });

  it('whose customers come in another order than those of another import hinders none', async () => {
    const runs = await Promise.all([
      importLines(lines(100), { batchSize: 50 }),
      importLines(lines(100).reverse(), { batchSize: 30 }),
    ]);
    expect(runs.map(({ counts: { imported, unchanged } }) => imported + unchanged)).toEqual([100, 100]);
    expect(await stored('number')).toHaveLength(100);
  });

  it('leaves the neighbour alone', async () => {
    const neighbour = await aWorkspace(app);
    await aTicket(neighbour, { external_id: '1', subject: 'Mine' });
    await importLines(lines(1));
    const { body } = await neighbour.client.get('/tickets');
    expect((body as { tickets: Ticket[] }).tickets.map(({ subject }) => subject)).toEqual(['Mine']);
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
    expect(await customersOf()).toEqual(['john@customer.example']);
  });

  it('that is refused takes no number', async () => {
    await expect(aTicket(desk, { status: 'nope', group: 'nope' })).rejects.toMatchObject({
      code: 'invalid_request',
      problems: [{ path: 'status' }, { path: 'group' }],
    });
    expect((await aTicket(desk)).number).toBe(1);
  });
});

describe('seeding', () => {
  const seed = (tickets: number, seed = 7) =>
    app.app
      .get(SeedService)
      .seed(desk.scope, { tickets, seed, referenceDate: new Date('2026-01-01T00:00:00Z') });

  const content = () =>
    stored(
      'number, subject, description, priority, tags, created_at, updated_at, closed_at, resolution_due_at',
    );

  it('fills a workspace that has only the defaults, numbered in the order of creation', async () => {
    await seed(1_100);
    const rows = await stored<{ number: number; created_at: Date }>('number, created_at');
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 1_100 }, (_, index) => index + 1));
    expect(rows).toEqual(
      rows.toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime()),
    );
  });

  it('makes the same tickets from the same seed', async () => {
    await seed(50);
    const [first, people] = [await content(), await customersOf()];
    desk = await aWorkspace(app);
    await seed(50);
    expect(await content()).toEqual(first);
    expect(await customersOf()).toEqual(people);
    desk = await aWorkspace(app);
    await seed(50, 8);
    expect(await content()).not.toEqual(first);
  });

  it('makes tickets that a client can read and change', async () => {
    const manifest = (await readFile(EXAMPLE_WORKSPACE, 'utf8')).replace(
      'subdomain: acme',
      `subdomain: ${desk.subdomain}`,
    );
    await app.app.get(WorkspacesService).apply(readManifest(manifest));
    await seed(100);
    const found = await tickets();
    expect(found).toHaveLength(100);
    expect(
      new Set(
        found.flatMap(({ fields }) => (fields as { field_name: string }[]).map((field) => field.field_name)),
      ).size,
    ).toBe(9);
    expect(found.some(({ group }) => group !== null)).toBe(true);
    const { status } = await desk.client.put('/tickets/1', { tags: ['seen'] });
    expect(status).toBe(200);
  });
});
