import { asAdmin } from '../test-database.js';
import type { TestWorkspace } from '../data/builders.js';
import {
  groupsIn,
  membersIn,
  seriesOf,
  entriesInto,
  type Compared,
  type ShownFigures,
} from '../data/reports.js';

/** An entry of the audit trail, with its day in the zone of the workspace, and when it was written. */
interface TrailEntry {
  readonly action: string;
  readonly ticket: string;
  readonly day: string;
  readonly written: Date;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

/** What is known of a ticket from the entries so far. */
interface Followed {
  readonly createdAt: Date;
  status: string;
  assignee: string | null;
  group: string | null;
  isAnswered: boolean;
}

interface ImportedRow {
  readonly created: string;
  readonly closed: string | null;
  readonly seconds: number | null;
  readonly status: string;
  readonly assignee: string | null;
  readonly group: string | null;
}

/** A ticket with one of these keeps a member who is removed. */
const DONE = ['closed', 'spam', 'trash'];

/** Something that happened on a day: what, to whom, and how many seconds it took. */
interface Happening {
  readonly day: string;
  readonly what: 'entered' | 'created' | 'closed' | 'assigned' | 'responded' | 'resolved';
  readonly whom: string;
  readonly seconds: number;
}

/** Reads the whole audit trail of a workspace, entry by entry, as the clauses say it: nothing of it is shared with the service. */
export async function happeningsIn(
  { app, client, scope }: TestWorkspace,
  timeZone: string,
  written: ReadonlyMap<string, Date> = new Map(),
): Promise<Happening[]> {
  // The newest entries get their positions, which are their order, when somebody asks for what happened.
  await client.get('/reports/tickets').expect(200);
  const rows = await asAdmin<Omit<TrailEntry, 'written'> & { id: string; at: Date }>(
    app.database,
    `SELECT id, at, action, subject_id AS ticket, (at AT TIME ZONE $2)::date::text AS day, before, after
     FROM audit_entries WHERE workspace_id = $1 ORDER BY position`,
    [scope.workspaceId, timeZone],
  );
  const pastComments = await asAdmin<{ id: string }>(
    app.database,
    `SELECT id FROM comments WHERE workspace_id = $1 AND created_at < '2021-01-01'`,
    [scope.workspaceId],
  );
  const made = await asAdmin<{ id: string; at: Date }>(
    app.database,
    'SELECT id, created_at AS at FROM tickets WHERE workspace_id = $1',
    [scope.workspaceId],
  );
  const createdAt = new Map(made.map((ticket) => [ticket.id, ticket.at]));
  const past = new Set(pastComments.map(({ id }) => id));
  const tickets = new Map<string, Followed>();
  const followed = rows.flatMap(({ id, at, ...entry }) =>
    follow(tickets, { ...entry, written: written.get(id) ?? at }, past, createdAt),
  );
  return [...followed, ...(await importedIn(app, scope.workspaceId, timeZone, [...tickets.keys()]))];
}

/** Lists what imported tickets tell by their rows. Nobody has changed them since. */
async function importedIn(
  app: TestWorkspace['app'],
  workspaceId: string,
  timeZone: string,
  others: readonly string[],
): Promise<Happening[]> {
  const rows = await asAdmin<ImportedRow>(
    app.database,
    `SELECT (t.created_at AT TIME ZONE $2)::date::text AS created, (t.closed_at AT TIME ZONE $2)::date::text AS closed,
       extract(epoch FROM t.closed_at - t.created_at)::float8 AS seconds, s.name AS status, m.email AS assignee, g.name AS group
     FROM tickets t JOIN ticket_statuses s ON s.id = t.status_id AND s.workspace_id = $1
     LEFT JOIN team_members m ON m.id = t.assignee_id AND m.workspace_id = $1
     LEFT JOIN groups g ON g.id = t.group_id AND g.workspace_id = $1
     WHERE t.workspace_id = $1 AND t.id <> ALL ($3::uuid[])`,
    [workspaceId, timeZone, others],
  );
  return rows.flatMap(({ created, closed, seconds, status, assignee, group }) => {
    const holders = [assignee, group].flatMap((whom) => whom ?? []);
    const on = (day: string, what: Happening['what'], whom: string): Happening => ({
      ...{ day, what, whom },
      seconds: seconds ?? 0,
    });
    return [
      on(created, 'created', ''),
      ...holders.map((whom) => on(created, 'assigned', whom)),
      on(closed ?? created, 'entered', status),
      ...(closed === null
        ? []
        : [
            ...['', ...holders].map((whom) => on(closed, 'closed', whom)),
            ...holders.map((whom) => on(closed, 'resolved', whom)),
          ]),
    ];
  });
}

function follow(
  tickets: Map<string, Followed>,
  { action, ticket: id, day, written, before, after }: TrailEntry,
  past: ReadonlySet<string>,
  createdAt: ReadonlyMap<string, Date>,
): Happening[] {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const happened: Happening[] = [];
  const note = (what: Happening['what'], whom: string | null, seconds = 0): void => {
    if (whom !== null) happened.push({ day, what, whom, seconds });
  };
  if (action === 'ticket.created') {
    const ticket = {
      createdAt: createdAt.get(id) ?? written,
      status: '',
      assignee: null,
      group: null,
      isAnswered: false,
    };
    tickets.set(id, ticket);
    note('created', '');
  }
  if (action === 'team_member.removed')
    for (const one of tickets.values())
      if (one.assignee === before?.['email'] && !DONE.includes(one.status)) one.assignee = null;
  const ticket = tickets.get(id);
  if (!ticket) return [];
  const seconds = (written.getTime() - ticket.createdAt.getTime()) / 1_000;
  if (['ticket.created', 'ticket.updated', 'ticket.merged', 'ticket.unmerged'].includes(action)) {
    if (after && 'assignee_email' in after) {
      ticket.assignee = text(after['assignee_email']);
      note('assigned', ticket.assignee);
    }
    if (after && 'group' in after) {
      ticket.group = text(after['group']);
      note('assigned', ticket.group);
    }
    if (after && 'status' in after && after['status'] !== before?.['status']) {
      ticket.status = text(after['status']) ?? '';
      note('entered', ticket.status);
      if (ticket.status === 'closed') {
        for (const whom of ['', ticket.assignee, ticket.group]) note('closed', whom);
        if (action !== 'ticket.merged')
          for (const whom of [ticket.assignee, ticket.group]) note('resolved', whom, seconds);
      }
    }
  }
  const isReply = action === 'comment.created' && after?.['author_type'] === 'agent';
  if (isReply && !ticket.isAnswered && !past.has(text(after['comment_id']) ?? '')) {
    ticket.isAnswered = true;
    const author = after['author'] as { email: string };
    for (const whom of [author.email, ticket.group]) note('responded', whom, seconds);
  }
  return happened;
}

type Span = readonly [first: string, last: string];

const within = (all: readonly Happening[], [first, last]: Span): Happening[] =>
  all.filter(({ day }) => day >= first && day <= last);

/** Compares every cell of all reports on a range with the happenings, for the days of the range and of the period before it. */
export async function expectExact(
  workspace: TestWorkspace,
  all: readonly Happening[],
  query: string,
  present: Span,
  previous: Span | null,
): Promise<void> {
  const spans = [
    ['present', present],
    ['previous', previous],
  ] as const;
  for (const [of, span] of spans) {
    if (span === null) continue;
    const some = within(all, span);
    const count = (what: Happening['what'], whom: string): number =>
      some.filter((one) => one.what === what && one.whom === whom).length;
    const entered = await entriesInto(workspace, query, of);
    const statuses = new Set(some.filter(({ what }) => what === 'entered').map(({ whom }) => whom));
    expect(entered).toEqual(Object.fromEntries([...statuses].map((name) => [name, count('entered', name)])));
    const subjects = [
      ...(await membersIn(workspace, `${query}&page_size=100`)).map((one) => [one.email ?? '', one] as const),
      ...(await groupsIn(workspace, `${query}&page_size=100`)).map((one) => [one.name, one] as const),
    ];
    const shownNames = new Set(['', ...statuses, ...subjects.map(([whom]) => whom)]);
    expect(some.filter(({ whom }) => !shownNames.has(whom))).toEqual([]);
    for (const [whom, shown] of subjects) {
      expect([query, of, span, whom, shown.assigned_tickets[of]]).toEqual([
        query,
        of,
        span,
        whom,
        count('assigned', whom),
      ]);
      expect([whom, shown.closed_tickets[of]]).toEqual([whom, count('closed', whom)]);
      expectAverage(
        shown,
        of,
        some.filter((one) => one.whom === whom),
      );
    }
  }
  const { dates, new: created, closed } = await seriesOf(workspace, query);
  const on = (date: string, what: Happening['what']): number =>
    all.filter((one) => one.day === date && one.what === what && one.whom === '').length;
  expect([created, closed]).toEqual([
    dates.map((date) => on(date, 'created')),
    dates.map((date) => on(date, 'closed')),
  ]);
}

/** The service cuts each time to whole seconds, by the clock of the ticket's row, so an average may be less by a second and a bit. */
function expectAverage(shown: ShownFigures, of: keyof Compared, theirs: readonly Happening[]): void {
  const measures = [
    [shown.average_first_response_time, 'responded'],
    [shown.average_resolution_time, 'resolved'],
  ] as const;
  for (const [value, what] of measures) {
    const seconds = theirs.filter((one) => one.what === what).map((one) => one.seconds);
    if (seconds.length > 0 && value[of] === null) throw new Error(JSON.stringify([shown, of, what, theirs]));
    if (seconds.length === 0) expect(value[of]).toBeNull();
    else {
      const average = seconds.reduce((sum, one) => sum + one, 0) / seconds.length;
      expect(value[of]).toBeGreaterThan(average - 1.2);
      expect(value[of]).toBeLessThan(average + 0.2);
    }
  }
}
