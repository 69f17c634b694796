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

/** The statement by which version 0.2.0 gives events their positions. It knows no events of dates. */
const PLACE_OF_OLD = `WITH waiting AS MATERIALIZED (
     SELECT at, id, action NOT IN ('ticket.follow_up_due', 'ticket.resolution_overdue') AS is_shown
     FROM audit_entries WHERE workspace_id = $1 AND awaits_position ORDER BY at, id LIMIT 2000
   ), numbered AS MATERIALIZED (
     SELECT at, id, CASE WHEN is_shown THEN
       (SELECT last_position FROM event_streams WHERE workspace_id = $1) + count(*) FILTER (WHERE is_shown) OVER (ORDER BY at, id)
       END AS position
     FROM waiting
   ), placed AS (
     UPDATE audit_entries e SET position = numbered.position, awaits_position = false
     FROM numbered WHERE e.workspace_id = $1 AND e.at = numbered.at AND e.id = numbered.id
       AND e.at >= (SELECT min(at) FROM waiting) AND e.at <= (SELECT max(at) FROM waiting)
     RETURNING e.position
   ), newest AS (
     SELECT greatest(last_position, (SELECT max(position) FROM placed)) AS position FROM event_streams WHERE workspace_id = $1
   )
   UPDATE event_streams SET last_position = (SELECT position FROM newest)
   WHERE workspace_id = $1 RETURNING (SELECT count(*)::integer FROM placed) AS placed`;

describe('the event of a date that a process without moments finds', () => {
  it('waits for a process that knows it, and the others have their positions', async () => {
    const workspace = await aWorkspace(app);
    const { number } = await aTicket(workspace, { follow_up_at: await inDays(app, 1) });
    await advance(app, 'P2D');
    const [event] = await passedOf(workspace, number);
    expect(event?.type).toBe('ticket.follow_up_due');
    const { workspaceId } = workspace.scope;
    const ask = <Row extends object>(text: string) => asAdmin<Row>(app.database, text, [workspaceId]);
    // They are as they were before any process had seen them.
    const [{ count } = { count: 0 }] = await ask<{ count: number }>(
      `WITH seen AS (UPDATE audit_entries SET position = NULL, awaits_position = true
         WHERE workspace_id = $1 AND position IS NOT NULL RETURNING id),
       begun AS (UPDATE event_streams SET last_position = 0 WHERE workspace_id = $1)
       SELECT count(*)::int AS count FROM seen`,
    );
    expect(await ask(PLACE_OF_OLD)).toEqual([{ placed: count - 1 }]);
    expect(await ask(PLACE_OF_OLD)).toEqual([{ placed: 0 }]);
    expect(await passedOf(workspace, number)).toEqual([{ ...event, position: count }]);
  });
});
