import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { advance, inDays, passedOf, WITH_CLOCK } from '../../support/data/moments.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

// A process of the version before knows no moments: it changes tickets, and leaves them as they are.
const app = useDesk({ ...WITH_CLOCK, hasOwnDatabase: true });
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

/** Changes a ticket as such a process does. */
const change = (id: string, columns: string) =>
  asAdmin(app.database, `UPDATE tickets SET ${columns} WHERE workspace_id = $1 AND id = $2`, [
    acme.scope.workspaceId,
    id,
  ]);
const CLOSED = `status_id = (SELECT s.id FROM ticket_statuses s WHERE s.workspace_id = $1 AND s.name = 'closed')`;

describe('a ticket that a process without moments has changed', () => {
  it('has no event of a date that it has no more, and the one of its new date', async () => {
    const [first, second] = [await inDays(app, 1), await inDays(app, 3)];
    const { id, number } = await aTicket(acme, { resolution_due_date: first });
    await change(id, `resolution_due_at = '${second}'`);
    await advance(app, 'P2D');
    expect(await passedOf(acme, number)).toEqual([]);
    await advance(app, 'P2D');
    expect((await passedOf(acme, number)).map(({ data }) => data.due_at)).toEqual([second]);
  });

  it('has none when it was closed', async () => {
    const { id, number } = await aTicket(acme, { follow_up_at: await inDays(app, 1) });
    await change(id, CLOSED);
    await advance(app, 'P2D');
    expect(await passedOf(acme, number)).toEqual([]);
  });
});
