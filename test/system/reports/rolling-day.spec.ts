import { numbersFrom, SEED } from '../../faults/support/seed.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, CUSTOMER, EVE, KIM } from '../../support/data/comments.js';
import { merging } from '../../support/data/merges.js';
import { entriesInto, groupsIn, membersIn, seriesOf } from '../../support/data/reports.js';
import { Desk } from '../../support/servers/desk.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

const EVENTS = Number(process.env['REPORT_EVENTS'] ?? 150);
const HOUR_MS = 3_600_000;
const QUERY = 'range_type=last_24_hours';

const app = useDesk({ hasOwnDatabase: true });
const numberBelow = numbersFrom(SEED);
const oneOf = <Value>(values: readonly Value[]): Value => values[numberBelow(values.length)] as Value;

const STATUSES = ['new', 'open', 'closed', 'closed', 'Escalated'];
const GROUPS = ['Support', 'Sales', null];
let members: (string | null)[] = [EVE.email, KIM.email, null];
let acme: TestWorkspace;
const numbers: number[] = [];

/** Something that counts, at a moment: a status that was entered, a ticket that came, was closed or was given to somebody. */
interface Moment {
  readonly at: number;
  readonly what: string;
}
/** What imported tickets have done by their own dates, and who holds each, by id. */
const imported: Moment[] = [];
const holders = new Map<string, { assignee: string | null; group: string | null }>();

/** A moment of the last 60 hours, half an hour away from the ends of the rolling days. */
const someTimeAgo = (most = 60): number => Date.now() - numberBelow(most) * HOUR_MS - HOUR_MS / 2;

/** Imports a closed ticket that can be changed afterwards. */
async function importOne(): Promise<void> {
  const [closedAt, assignee, group] = [someTimeAgo(), oneOf(members), oneOf(GROUPS)];
  const createdAt = closedAt - 2 * HOUR_MS;
  const dates = {
    created_at: new Date(createdAt).toISOString(),
    closed_at: new Date(closedAt).toISOString(),
  };
  const subject = `Imported ${imported.length}`;
  const line = { email: CUSTOMER, subject, status: 'closed', assignee_email: assignee, group, ...dates };
  const report = await app.operator.import(acme.scope.workspaceId, [JSON.stringify(line)]);
  expect(report.rejected).toEqual([]);
  const [row] = await asAdmin<{ id: string; number: string }>(
    app.database,
    'SELECT id, number FROM tickets WHERE workspace_id = $1 AND subject = $2',
    [acme.scope.workspaceId, subject],
  );
  if (!row) throw new Error('The ticket was not imported.');
  holders.set(row.id, { assignee, group });
  numbers.push(Number(row.number));
  const given = [assignee, group].flatMap((whom) => whom ?? []);
  imported.push(
    { at: createdAt, what: 'new' },
    ...given.map((whom) => ({ at: createdAt, what: `assigned ${whom}` })),
    ...['entered closed', 'closed', ...given.map((whom) => `closed ${whom}`)].map((what) => ({
      at: closedAt,
      what,
    })),
  );
}

async function anything(): Promise<void> {
  const dice = numbers.length < 3 ? 0 : numberBelow(100);
  if (dice < 20) {
    const properties = { status: oneOf(STATUSES), assignee_email: oneOf(members), group: oneOf(GROUPS) };
    numbers.push((await aTicket(acme, properties)).number);
  } else if (dice < 55) {
    const changes = { status: oneOf(STATUSES), assignee_email: oneOf(members), group: oneOf(GROUPS) };
    const some = Object.entries(changes).filter(() => numberBelow(2) === 0);
    await acme.client.put(`/tickets/${oneOf(numbers)}`, Object.fromEntries(some)).expect(200);
  } else if (dice < 85) await aComment(acme, oneOf(numbers), { author_email: CUSTOMER });
  else if (dice < 90) {
    const number = numbers.shift();
    if (number !== undefined) await merging(acme, number, oneOf(numbers)).expect(200);
  } else await importOne();
}

/** Reads what happened from the trail, entry by entry, with nothing of the service. */
async function momentsOfTrail(): Promise<{ moments: Moment[]; reopened: number }> {
  const rows = await asAdmin<{
    action: string;
    id: string;
    at: Date;
    before: Record<string, string | null> | null;
    after: Record<string, string | null> | null;
  }>(
    app.database,
    `SELECT action, subject_id AS id, at, before, after FROM audit_entries
     WHERE workspace_id = $1 AND subject_type = 'ticket' AND action LIKE 'ticket.%' ORDER BY position`,
    [acme.scope.workspaceId],
  );
  const now = new Map([...holders].map(([id, held]) => [id, { ...held }]));
  let reopened = 0;
  const moments = rows.flatMap(({ action, id, at, before, after }) => {
    const held = now.get(id) ?? { assignee: null, group: null };
    now.set(id, held);
    const what: string[] = action === 'ticket.created' ? ['new'] : [];
    if (after && 'assignee_email' in after) {
      held.assignee = after['assignee_email'] ?? null;
      if (held.assignee !== null) what.push(`assigned ${held.assignee}`);
    }
    if (after && 'group' in after) {
      held.group = after['group'] ?? null;
      if (held.group !== null) what.push(`assigned ${held.group}`);
    }
    const status = after?.['status'];
    if (status && status !== before?.['status']) {
      what.push(`entered ${status}`);
      if (before?.['status'] === 'closed') reopened++;
      if (status === 'closed') {
        const closers = [held.assignee, held.group].flatMap((whom) => whom ?? []);
        what.push('closed', ...closers.map((whom) => `closed ${whom}`));
      }
    }
    return what.map((one) => ({ at: at.getTime(), what: one }));
  });
  return { moments, reopened };
}

/** `isSpread`: something happened in both periods, so that something is compared. */
async function expectRollingDaysExact(isSpread = false): Promise<void> {
  // Entries get their positions, which are their order, when somebody asks for what happened.
  await entriesInto(acme);
  const all = [...(await momentsOfTrail()).moments, ...imported];
  const now = Date.now();
  for (const [of, days] of [
    ['present', 0],
    ['previous', 1],
  ] as const) {
    const counts = new Map<string, number>();
    for (const { at, what } of all)
      if (
        at > now - (days + 1) * 24 * HOUR_MS &&
        at <= now - days * 24 * HOUR_MS + (days === 0 ? HOUR_MS : 0)
      )
        counts.set(what, (counts.get(what) ?? 0) + 1);
    if (isSpread) expect(counts.size).toBeGreaterThan(3);
    const entered = [...counts].flatMap(([what, count]) =>
      what.startsWith('entered ') ? [[what.slice(8), count] as const] : [],
    );
    expect(await entriesInto(acme, QUERY, of)).toEqual(Object.fromEntries(entered));
    const subjects = [...(await membersIn(acme, QUERY)), ...(await groupsIn(acme, QUERY))];
    for (const { name, email, assigned_tickets: assigned, closed_tickets: closed } of subjects) {
      const whom = email ?? name;
      expect([of, whom, assigned[of], closed[of]]).toEqual([
        ...[of, whom, counts.get(`assigned ${whom}`) ?? 0],
        counts.get(`closed ${whom}`) ?? 0,
      ]);
    }
    if (of === 'previous') continue;
    const series = await seriesOf(acme, QUERY);
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    expect([sum(series.new), sum(series.closed)]).toEqual([
      counts.get('new') ?? 0,
      counts.get('closed') ?? 0,
    ]);
  }
}

beforeAll(async () => {
  acme = await aWorkspace(
    app,
    {
      team_members: [EVE, KIM],
      groups: [{ name: 'Support' }, { name: 'Sales' }],
      statuses: [{ name: 'Escalated' }],
    },
    { time_zone: 'Asia/Kathmandu', reopen_on_reply: true },
  );
});

// @proves E-23-16
it('The last 24 hours equal what the trail says, with imports that are changed, merges, and replies that reopen tickets.', async () => {
  for (let count = 1; count <= EVENTS; count++) {
    await anything();
    if (count !== Math.ceil(EVENTS / 2)) continue;
    await acme.client.delete('/team_members', { emails: [KIM.email] }).expect(200);
    members = members.filter((member) => member !== KIM.email);
  }
  await expectRollingDaysExact();
  expect((await momentsOfTrail()).reopened).toBeGreaterThan(0);
}, 300_000);

// @proves E-23-16
it('They equal it, too, when the same happened within the last days, and was counted anew.', async () => {
  await asAdmin(
    app.database,
    `UPDATE audit_entries SET at = at - make_interval(hours => abs(hashtext(id::text)) % 60, mins => 30)
     WHERE workspace_id = $1 AND subject_type = 'ticket'`,
    [acme.scope.workspaceId],
  );
  await new Desk({ DATABASE_URL: app.database.serviceUrl }).output(['reports', 'rebuild', acme.subdomain]);
  await expectRollingDaysExact(true);
  for (let count = 0; count < 10; count++) await anything();
  await expectRollingDaysExact(true);
}, 300_000);
