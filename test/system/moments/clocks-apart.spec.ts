import { DeskClock } from '../../../src/kernel/time/desk-clock.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aSession } from '../../support/data/sessions.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';
import { asAdmin } from '../../support/test-database.js';

const HOUR_MS = 3_600_000;

let app: LocalApp;
let acme: TestWorkspace;

beforeAll(async () => {
  app = await startLocalApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  acme = await aWorkspace(app);
});

/** Sets the clock of the machine of the process. The database keeps its own. */
function setClock(hours: number): void {
  const now = (): Date => new Date(Date.now() + hours * HOUR_MS);
  Object.assign(app.app.get(DeskClock), { now });
}

const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** The dates of a ticket that are still to pass. */
async function momentsOf(id: string): Promise<string[]> {
  const rows = await asAdmin<{ at: Date }>(
    app.database,
    'SELECT at FROM moments WHERE workspace_id = $1 AND ticket_id = $2 ORDER BY at',
    [acme.scope.workspaceId, id],
  );
  return rows.map(({ at }) => at.toISOString());
}

/** Closes a ticket and opens it again, alone and by a batch. */
async function reopen(number: number): Promise<void> {
  const { client } = acme;
  await client.put(`/tickets/${number}`, { status: 'closed' }).expect(200);
  await client.put(`/tickets/${number}`, { status: 'open' }).expect(200);
  const operations = ['closed', 'open'].map((status) => ({ op: 'update', ticket: number, body: { status } }));
  await client.post('/tickets/batch', { operations }).expect(200);
}

describe.each([
  ['behind', -2],
  ['ahead of', 2],
])('when the clock of the service is two hours %s that of the database', (_where, hours) => {
  beforeEach(() => {
    setClock(hours);
  });

  it('a date that has passed is not announced, and one that is to come is, also when the ticket is opened again', async () => {
    const due = inHours(1);
    const late = await aTicket(acme, { resolution_due_date: inHours(-1) });
    const soon = await aTicket(acme, { resolution_due_date: due });
    const dates = async () => [await momentsOf(late.id), await momentsOf(soon.id)];
    expect(await dates()).toEqual([[], [due]]);
    for (const { number } of [late, soon]) await reopen(number);
    expect(await dates()).toEqual([[], [due]]);
  });

  it('a session is open for its time', async () => {
    const { page, expires_at: end } = await aSession(acme, { expires_in: 600 });
    const minutes = (Date.parse(end) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(10);
    await page.get('/me').expect(200);
    await page.get('/me').expect(200);
  });
});
