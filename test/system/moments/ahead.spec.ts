// A ticket whose last update lies in the future: a file says so, or the clock of the database was set back.
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, commenting, CUSTOMER, EVE, TWO_AGENTS } from '../../support/data/comments.js';
import { merging, unmerging } from '../../support/data/merges.js';
import { advance, inDays, passedOf, WITH_CLOCK } from '../../support/data/moments.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

const HOUR = 1 / 24;

const app = useDesk({ ...WITH_CLOCK, hasOwnDatabase: true });
let acme: TestWorkspace;

beforeEach(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
});

/** Imports tickets that were updated tomorrow. Their numbers begin with 1. */
async function imported(...lines: readonly object[]): Promise<void> {
  const updated_at = await inDays(app, 1);
  const { rejected } = await app.operator.import(
    acme.scope.workspaceId,
    lines.map((line) => JSON.stringify({ email: CUSTOMER, subject: 'Ahead', updated_at, ...line })),
  );
  expect(rejected).toEqual([]);
}

const put = (number: number, body: object) => acme.client.put(`/tickets/${number}`, body).expect(200);
const tagOf = async (number: number) =>
  String((await acme.client.get(`/tickets/${number}`).expect(200)).headers['etag']);

// @proves E-31-1
it('a follow-up of the next hour is taken, and told of in time', async () => {
  await imported({});
  const follow_up_at = await inDays(app, HOUR);
  await put(1, { follow_up_at });
  await advance(app, 'PT2H');
  expect((await passedOf(acme, 1)).map(({ data }) => data.due_at)).toEqual([follow_up_at]);
});

describe('a due date of the next hour is told of once', () => {
  let resolution_due_date: string;

  beforeEach(async () => {
    resolution_due_date = await inDays(app, HOUR);
  });

  const expectOne = async (number: number) => {
    for (const by of ['PT2H', 'P2D']) {
      await advance(app, by);
      const passed = (await passedOf(acme, number)).map(({ type, data }) => [type, data.due_at]);
      expect(passed).toEqual([['ticket.resolution_overdue', resolution_due_date]]);
    }
  };

  // @proves E-31-6
  it('when an update sets it', async () => {
    await imported({});
    await put(1, { resolution_due_date });
    await expectOne(1);
  });

  it('when a batch sets it', async () => {
    await imported({}, {});
    const operations = [1, 2].map((ticket) => ({ op: 'update', ticket, body: { resolution_due_date } }));
    const { body } = await acme.client.post('/tickets/batch', { operations }).expect(200);
    expect(body.succeeded).toBe(2);
    await expectOne(2);
  });

  // @proves E-31-8
  it('when a reply opens its ticket again', async () => {
    await imported({ status: 'closed', resolution_due_date });
    await aComment(acme, 1, { author_email: CUSTOMER });
    await expectOne(1);
  });

  // @proves E-31-8
  it('when the merge of its ticket ends', async () => {
    await imported({ resolution_due_date }, {});
    await merging(acme, 1, 2).expect(200);
    await unmerging(acme, 1).expect(200);
    await expectOne(1);
  });

  it('when a process of the version before has moved it', async () => {
    const { id, number } = await aTicket(acme, { resolution_due_date });
    resolution_due_date = await inDays(app, 3 * HOUR);
    await asAdmin(
      app.database,
      `UPDATE tickets SET updated_at = now() + interval '1 year', resolution_due_at = $3 WHERE workspace_id = $1 AND id = $2`,
      [acme.scope.workspaceId, id, resolution_due_date],
    );
    await advance(app, 'PT2H');
    expect(await passedOf(acme, number)).toEqual([]);
    await expectOne(number);
  });
});

describe('what happens to it', () => {
  /** Compares dates with the clock of the database. */
  const compared = async () => {
    const [row] = await asAdmin<
      Record<'closed' | 'responded' | 'said' | 'drafted' | 'ahead', boolean | null>
    >(
      app.database,
      `SELECT t.closed_at <= clock_timestamp() AND t.closed_at >= t.created_at AS closed,
         t.first_responded_at <= clock_timestamp() AS responded,
         (SELECT max(c.created_at) FROM comments c WHERE c.workspace_id = $1) <= clock_timestamp() AS said,
         (SELECT max(d.updated_at) FROM comment_drafts d WHERE d.workspace_id = $1) <= clock_timestamp() AS drafted,
         t.updated_at > now() + interval '12 hours' AS ahead
       FROM tickets t WHERE t.workspace_id = $1 AND t.number = 1`,
      [acme.scope.workspaceId],
    );
    return row;
  };

  it('has the time of the clock, and each change another entity tag', async () => {
    await imported({}, {});
    const tags = [await tagOf(1)];
    await aComment(acme, 1);
    tags.push(await tagOf(1));
    await acme.client.put('/tickets/1/drafts/note', { author_email: EVE.email, content: 'Soon' }).expect(200);
    await put(1, { status: 'closed' });
    tags.push(await tagOf(1));
    expect(await compared()).toEqual({
      closed: true,
      responded: true,
      said: true,
      drafted: true,
      ahead: true,
    });
    await put(1, { status: 'open' });
    tags.push(await tagOf(1));
    await merging(acme, 1, 2).expect(200);
    tags.push(await tagOf(1));
    expect(await compared()).toMatchObject({ closed: true, ahead: true });
    expect(new Set(tags).size).toBe(tags.length);
  });

  it('lies not in the future: a comment of tomorrow is refused', async () => {
    await imported({});
    const { body } = await commenting(acme, 1, { created_at: await inDays(app, 0.5) }).expect(422);
    expect(body.field_errors).toEqual([{ field: 'created_at', message: 'must not be in the future' }]);
  });

  it('is not before it was raised, which may be in the future as well', async () => {
    const created_at = await inDays(app, 1);
    await imported({ created_at });
    await put(1, { status: 'closed' });
    const [row] = await asAdmin<{ closedAt: Date }>(
      app.database,
      'SELECT closed_at AS "closedAt" FROM tickets WHERE workspace_id = $1 AND number = 1',
      [acme.scope.workspaceId],
    );
    expect(row?.closedAt.toISOString()).toBe(created_at);
  });
});
