import { setTimeout as sleep } from 'node:timers/promises';
import { numbersFrom, SEED } from '../../faults/support/seed.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, CUSTOMER, EVE, KIM } from '../../support/data/comments.js';
import { expectExact, happeningsIn } from '../../support/reports/brute-force.js';
import { Desk } from '../../support/servers/desk.js';
import { RunningProcess } from '../../support/servers/processes.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

/** The whole size takes long: REPORT_EVENTS=2000 and REPORT_KILLS=20. */
const EVENTS = Number(process.env['REPORT_EVENTS'] ?? 200);
const KILLS = Number(process.env['REPORT_KILLS'] ?? 4);
const ZONE = 'America/St_Johns';

const app = useDesk({ hasOwnDatabase: true });
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(
    app,
    {
      team_members: [EVE, KIM, { email: 'bo@team.example', first_name: 'Bo' }],
      groups: [{ name: 'Support' }, { name: 'Sales' }],
      statuses: [{ name: 'Escalated' }],
    },
    { time_zone: ZONE },
  );
});

const numberBelow = numbersFrom(SEED);
/** A number below one. */
const random = (): number => numberBelow(1_000_000) / 1_000_000;
const oneOf = <Value>(values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value;

const STATUSES = ['new', 'open', 'on_hold', 'closed', 'closed', 'spam', 'Escalated'];
const MEMBERS = [EVE.email, KIM.email, 'bo@team.example', null];
const GROUPS = ['Support', 'Sales', null];
let tickets = 0;

const anything = async (): Promise<void> => {
  const dice = random();
  const number = Math.ceil(random() * tickets);
  if (tickets < 3 || dice < 0.2) {
    tickets++;
    const holders = { assignee_email: oneOf(MEMBERS), group: oneOf(GROUPS) };
    await aTicket(acme, { status: oneOf(STATUSES), ...holders });
  } else if (dice < 0.65) {
    const changes = { status: oneOf(STATUSES), assignee_email: oneOf(MEMBERS), group: oneOf(GROUPS) };
    const some = Object.entries(changes).filter(() => random() < 0.5);
    await acme.client.put(`/tickets/${number}`, Object.fromEntries(some)).expect(200);
  } else {
    const author = oneOf([EVE.email, KIM.email, CUSTOMER]);
    const more = oneOf([
      {},
      {},
      author === CUSTOMER ? {} : { comment_type: 'note' },
      { created_at: '2020-01-01T00:00:00Z' },
    ]);
    await aComment(acme, number, { author_email: author, ...more });
  }
};

/** The time at which each entry was written. */
const writtenAt = async (): Promise<Map<string, Date>> => {
  const rows = await asAdmin<{ id: string; at: Date }>(
    app.database,
    'SELECT id, at FROM audit_entries WHERE workspace_id = $1',
    [acme.scope.workspaceId],
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
};

/** Lets what happened to tickets have happened within the last 100 days and some hours. */
const pretendPast = () =>
  asAdmin(
    app.database,
    `UPDATE audit_entries SET at = at - make_interval(hours => abs(hashtext(id::text)) % 2400)
     WHERE workspace_id = $1 AND subject_type = 'ticket'`,
    [acme.scope.workspaceId],
  );

const today = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(new Date());
const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

async function expectAllExact(written?: Map<string, Date>): Promise<void> {
  const all = await happeningsIn(acme, ZONE, written);
  const last = today();
  for (const days of [7, 30, 90]) {
    const first = daysBefore(last, days - 1);
    const before = [daysBefore(first, days), daysBefore(first, 1)] as const;
    await expectExact(acme, all, `range_type=last_${days}_days`, [first, last], before);
  }
  await expectExact(acme, all, 'range_type=all_time', ['0001-01-01', last], null);
  for (const [from, to] of [
    [99, 40],
    [63, 31],
    [20, 20],
  ] as const) {
    const [first, end] = [daysBefore(last, from), daysBefore(last, to)];
    const length = from - to + 1;
    const query = `range_type=custom&start_date=${first}&end_date=${end}`;
    await expectExact(acme, all, query, [first, end], [daysBefore(first, length), daysBefore(first, 1)]);
  }
}

// @proves E-23-16
it('Every cell of every report equals what the audit trail says, while things happen.', async () => {
  for (let count = 1; count <= EVENTS; count++) {
    await anything();
    if (count % Math.ceil(EVENTS / 4) === 0) await expectAllExact();
  }
}, 600_000);

// @proves E-23-16, E-23-21
it('Every cell does so after everything was counted anew, by processes that were killed.', async () => {
  const written = await writtenAt();
  await pretendPast();
  const env = { DATABASE_URL: app.database.serviceUrl };
  for (let kill = 0; kill < KILLS; kill++) {
    const running = RunningProcess.start('cli.js', ['reports', 'rebuild', acme.subdomain], env);
    await sleep(300 + random() * 1_500);
    running.signal('SIGKILL');
    await running.ended;
  }
  await new Desk(env).output(['reports', 'rebuild', acme.subdomain]);
  await expectAllExact(written);
  for (let count = 0; count < 10; count++) await anything();
  await expectAllExact(written);
}, 600_000);
