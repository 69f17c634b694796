import { setTimeout as sleep } from 'node:timers/promises';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { Desk } from '../../support/servers/desk.js';
import { size } from '../../support/sizes.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const TRIES = size({ here: 360, long: 10_000, by: 'MOMENT_TRIES' });
const ERASURES = size({ here: 1, long: 40, by: 'MOMENT_ERASURES' });
const AT_ONCE = 60;
const PASSED = ['ticket.follow_up_due', 'ticket.resolution_overdue'];
/** Dates lie this far ahead of the request that sets them, or further when a busy machine needs more. */
const AHEAD_MS = 1_500;
const NEXT = '2099-01-01T00:00:00.000Z';

const app = useDesk({ hasOwnDatabase: true, hasRounds: true });
let acme: TestWorkspace;
let target: string;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

/** Somebody does this at the moment of the date. `ends` says that the ticket has no dates afterwards. */
const CHANGES = {
  move: { ends: false, send: (id: string) => acme.client.put(`/tickets/${id}`, { follow_up_at: NEXT }) },
  close: { ends: true, send: (id: string) => acme.client.put(`/tickets/${id}`, { status: 'closed' }) },
  merge: { ends: true, send: (id: string) => acme.client.post(`/tickets/${id}/merge`, { into: target }) },
  clear: { ends: true, send: (id: string) => acme.client.put(`/tickets/${id}`, { follow_up_at: null }) },
  delete: {
    ends: true,
    // No route does this. Operators may [docs/run.md].
    send: async (id: string) => {
      const text = 'DELETE FROM tickets WHERE workspace_id = $1 AND id = $2';
      await asAdmin(app.database, text, [acme.scope.workspaceId, id]);
      return { status: 200 };
    },
  },
} as const;
type Kind = keyof typeof CHANGES;
const KINDS = Object.keys(CHANGES) as Kind[];

const raised = (count: number, ticket: Record<string, unknown>): Promise<readonly string[]> =>
  Promise.all(Array.from({ length: count }, async () => (await aTicket(acme, ticket)).id));

/** Sets dates of tickets, all or none: a date may have passed before its ticket has it. @returns the time from which they count */
async function dated(
  ids: readonly string[],
  datesOf: (begin: number, index: number) => object,
): Promise<number> {
  for (let ahead = AHEAD_MS; ; ahead *= 2) {
    const begin = Date.now() + ahead;
    const operations = ids.map((ticket, index) => ({ op: 'update', ticket, body: datesOf(begin, index) }));
    const { status, body } = await acme.client.post('/tickets/batch', { operations, atomic: true });
    if (status === 200) return begin;
    expect([status, (body as { error: string }).error]).toEqual([
      422,
      expect.stringContaining('in the future'),
    ]);
  }
}

/** Has what the trail says of a ticket, oldest first, and which moments it has. */
interface Trail {
  readonly id: string;
  readonly actions: readonly string[];
  readonly dates: readonly (string | null)[];
  readonly moments: readonly string[];
}

async function trailsOf(ids: readonly string[]): Promise<Map<string, Trail>> {
  const trails = await asAdmin<Trail>(
    app.database,
    `SELECT t.id, ARRAY(SELECT e.action FROM audit_entries e WHERE e.workspace_id = $1 AND e.subject_id = t.id ORDER BY e.at, e.id) AS actions,
       ARRAY(SELECT e.after ->> 'due_at' FROM audit_entries e
         WHERE e.workspace_id = $1 AND e.subject_id = t.id AND e.action = 'ticket.follow_up_due') AS dates,
       ARRAY(SELECT m.at::text FROM moments m WHERE m.workspace_id = $1 AND m.ticket_id = t.id) AS moments
     FROM unnest($2::uuid[]) AS t (id)`,
    [acme.scope.workspaceId, ids],
  );
  return new Map(trails.map((trail) => [trail.id, trail]));
}

const told = { first: 0, never: 0 };

async function race(): Promise<void> {
  // A ticket takes 500 others at most.
  target = (await aTicket(acme, { subject: 'The target of merges' })).id;
  const ids = await raised(AT_ONCE, { status: 'on_hold' });
  const at = await dated(ids, (begin) => ({ follow_up_at: new Date(begin).toISOString() }));
  const tries = ids.map((id, index) => ({ id, kind: KINDS[index % KINDS.length] ?? 'move' }));
  // The changes have to arrive at the very moment of the date, which nothing announces.
  await sleep(Math.max(0, at - Date.now() - 10));
  await Promise.all(
    tries.map(async ({ id, kind }, index) => {
      await sleep(index % 40);
      const answer = await CHANGES[kind].send(id);
      expect(answer.status).toBe(200);
    }),
  );
  const isSettled = async () =>
    [...(await trailsOf(ids)).values()].every(({ moments }) =>
      moments.every((moment) => moment.startsWith('2099')),
    );
  await until(isSettled);
  const trails = await trailsOf(ids);
  for (const { id, kind } of tries) {
    const { actions: all = [], dates = [], moments = [] } = trails.get(id) ?? {};
    // The first update has set the date.
    const actions = all.slice(all.indexOf('ticket.updated') + 1);
    const passed = actions.indexOf('ticket.follow_up_due');
    const changed = actions.findIndex((action) => ['ticket.updated', 'ticket.merged'].includes(action));
    // The event of the old date comes before the change, or never.
    expect(dates.length).toBeLessThanOrEqual(1);
    if (passed >= 0) {
      expect(dates).toEqual([new Date(at).toISOString()]);
      if (changed >= 0) expect(passed).toBeLessThan(changed);
    }
    told[passed >= 0 ? 'first' : 'never'] += 1;
    expect(moments.length).toBe(CHANGES[kind].ends ? 0 : 1);
  }
}

// @proves E-31-11
it(
  `a change at the very moment of a date: ${TRIES} times there is the event of the old date before it, or none`,
  async () => {
    for (let done = 0; done < TRIES; done += AT_ONCE) await race();
    // Both happened, or nothing was tried.
    expect(Math.min(told.first, told.never)).toBeGreaterThan(0);
  },
  30 * 60_000,
);

/** Most dates of a round lie within this time, in the middle of which the customer is erased. The others come when that is over. */
const [WITHIN_MS, LATER_MS] = [1_200, 6_000];

async function erase(round: number): Promise<void> {
  const email = `c${round}@customer.example`;
  const ids = await raised(AT_ONCE, { email });
  const [control = ''] = await raised(1, {});
  await dated([...ids, control], (begin, index) => {
    if (index === AT_ONCE) return { follow_up_at: new Date(begin + LATER_MS + 1).toISOString() };
    const after = index % 3 === 0 ? LATER_MS : (WITHIN_MS * index) / AT_ONCE;
    return { [index % 2 ? 'follow_up_at' : 'resolution_due_date']: new Date(begin + after).toISOString() };
  });
  const isPassed = async (some: readonly string[]): Promise<boolean> =>
    [...(await trailsOf(some)).values()].some(({ actions }) => actions.some((one) => PASSED.includes(one)));
  await until(() => isPassed(ids));
  const owner = Desk.on(app.database, { MIGRATION_DATABASE_URL: app.database.ownerUrl });
  await owner.output(['customers', 'erase', acme.subdomain, email, '--confirm']);
  const erased = await trailsOf(ids);
  // The last dates come before that of this ticket, so that one which was kept would be told of.
  await until(() => isPassed([control]));
  const later = await trailsOf(ids);
  for (const id of ids) {
    const { actions = [], moments } = later.get(id) ?? {};
    expect(moments).toEqual([]);
    // Nothing is told of an erased ticket.
    expect(actions).toEqual(erased.get(id)?.actions);
    const passed = actions.filter((action) => PASSED.includes(action));
    expect(passed.length).toBeLessThanOrEqual(1);
    told[passed.length > 0 ? 'first' : 'never'] += 1;
  }
}

// @proves E-31-11
it(
  `a customer is erased while dates of their tickets come: ${ERASURES * AT_ONCE} dates have their event before that, or none`,
  async () => {
    Object.assign(told, { first: 0, never: 0 });
    for (let round = 0; round < ERASURES; round++) await erase(round);
    expect(Math.min(told.first, told.never)).toBeGreaterThan(0);
  },
  30 * 60_000,
);
