import { TicketExportService } from '../../src/tickets/ticket-export.service.js';
import { SeedService } from '../../src/import/seed.service.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { asAdmin } from '../support/test-database.js';
import { until } from '../support/until.js';
import { aLine, ImportDesk } from './import-desk.js';

/** More than the copies that are under way at a time, so that some begin after the first bytes were read. */
const TICKETS = 14_000;

let app: TestApp;
let desk: ImportDesk;

beforeAll(async () => {
  app = await startTestApp();
  desk = await ImportDesk.open(app);
  await app.app.get(SeedService).seed(desk.scope, { tickets: TICKETS, seed: 1 });
}, 60_000);
afterAll(() => app.stop());

const opened = () => app.app.get(TicketExportService).exportTickets(desk.scope, { format: 'ndjson' });

async function gathered(first: Uint8Array, rest: AsyncIterable<Uint8Array>): Promise<string[]> {
  const chunks = [first];
  for await (const chunk of rest) chunks.push(chunk);
  return Buffer.concat(chunks).toString().trimEnd().split('\n');
}

async function connectionsLeft(): Promise<number> {
  const left = await asAdmin(
    app.database,
    `SELECT FROM pg_stat_activity WHERE application_name = 'support-desk snapshot' AND datname = current_database()`,
  );
  return left.length;
}

async function firstOf(bytes: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  const { value } = await bytes.next();
  return value as Uint8Array;
}

describe('an export', () => {
  it('shows one moment, although it reads over two connections and others write meanwhile', async () => {
    const before = await desk.rows<{ subject: string }>('subject');
    const bytes = opened();
    const first = await firstOf(bytes);
    await desk.ask(`UPDATE tickets SET subject = 'Changed' WHERE workspace_id = $1`);
    await desk.import([aLine({ subject: 'Later' })]);
    const lines = await gathered(first, bytes);
    expect(lines.map((line) => (JSON.parse(line) as { subject: string }).subject)).toEqual(
      before.map(({ subject }) => subject),
    );
  });

  it('has lines of any length whole', async () => {
    const other = await ImportDesk.open(app);
    const description = `<p>${'"'.repeat(250_000)}</p>`;
    await other.import([aLine({ description }), aLine({ subject: 'Short' }), aLine({ description })]);
    const bytes = app.app.get(TicketExportService).exportTickets(other.scope, { format: 'ndjson' });
    const lines = await gathered(await firstOf(bytes), bytes);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { description },
      { subject: 'Short' },
      { description },
    ]);
  });

  it('whose connections are lost fails as unavailable', async () => {
    const bytes = opened();
    const first = await firstOf(bytes);
    await asAdmin(
      app.database,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'support-desk snapshot' AND datname = current_database()`,
    );
    await expect(gathered(first, bytes)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('that nobody reads to its end leaves no connection', async () => {
    const bytes = opened();
    await firstOf(bytes);
    await bytes.return(undefined);
    await until(async () => (await connectionsLeft()) === 0);
  });
});
