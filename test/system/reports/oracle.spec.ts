import { setTimeout as sleep } from 'node:timers/promises';
import { numbersFrom, SEED } from '../../faults/support/seed.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, CUSTOMER, EVE, KIM } from '../../support/data/comments.js';
import { merging, unmerging } from '../../support/data/merges.js';
import { expectExact, happeningsIn } from '../../support/reports/brute-force.js';
import { Desk } from '../../support/servers/desk.js';
import { RunningProcess } from '../../support/servers/processes.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

/** The whole size takes some ten minutes: REPORT_EVENTS=100000 and REPORT_KILLS=20. */
const EVENTS = Number(process.env['REPORT_EVENTS'] ?? 200);
const KILLS = Number(process.env['REPORT_KILLS'] ?? 4);
const LONGEST_MS = 120_000 + EVENTS * 20 + KILLS * 5_000;
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
const BO = 'bo@team.example';
const GROUPS = ['Support', 'Sales', null];
let members = [EVE.email, KIM.email, BO, null];
/** The numbers of the tickets that can be changed, and of those that are merged. */
const numbers: number[] = [];
const merged: number[] = [];

const raise = async (): Promise<void> => {
  const holders = { assignee_email: oneOf(members), group: oneOf(GROUPS) };
  numbers.push((await aTicket(acme, { status: oneOf(STATUSES), ...holders })).number);
};
const change = async (): Promise<void> => {
  const changes = { status: oneOf(STATUSES), assignee_email: oneOf(members), group: oneOf(GROUPS) };
  const some = Object.entries(changes).filter(() => random() < 0.5);
  await acme.client.put(`/tickets/${oneOf(numbers)}`, Object.fromEntries(some)).expect(200);
};
const comment = async (): Promise<void> => {
  const author = oneOf([EVE.email, KIM.email, CUSTOMER]);
  const more = oneOf([
    {},
    {},
    author === CUSTOMER ? {} : { comment_type: 'note' },
    { created_at: '2020-01-01T00:00:00Z' },
  ]);
  await aComment(acme, oneOf(numbers), { author_email: author, ...more });
};
const merge = async (): Promise<void> => {
  const [number, into] = [numbers.shift(), oneOf(numbers)];
  if (number === undefined) throw new Error('There are too few tickets.');
  await merging(acme, number, into).expect(200);
  merged.push(number);
};
const unmerge = async (): Promise<void> => {
  const number = merged.shift();
  if (number === undefined) return;
  await unmerging(acme, number).expect(200);
  numbers.push(number);
};
/** Imports a ticket of the last 100 days, which nobody changes: its member stays. */
const importOne = async (): Promise<void> => {
  const from = Date.now() - random() * 8_640_000_000;
  const status = oneOf(STATUSES);
  const dates = {
    created_at: new Date(from).toISOString(),
    ...(status === 'closed' && { closed_at: new Date(from + random() * (Date.now() - from)).toISOString() }),
  };
  const holders = { assignee_email: oneOf([EVE.email, KIM.email, null]), group: oneOf(GROUPS) };
  const line = { email: CUSTOMER, subject: 'Imported', status, ...holders, ...dates };
  expect((await app.operator.import(acme.scope.workspaceId, [JSON.stringify(line)])).rejected).toEqual([]);
};

const anything = async (): Promise<void> => {
  const dice = numbers.length < 3 ? 0 : random();
  if (dice < 0.2) await raise();
  else if (dice < 0.6) await change();
  else if (dice < 0.85) await comment();
  else if (dice < 0.9) await merge();
  else if (dice < 0.93) await unmerge();
  else await importOne();
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

/** Spreads what happened to tickets over the last 100 days and some hours. */
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
it(
  'Every cell of every report equals what the audit trail says, while things happen.',
  async () => {
    for (let count = 1; count <= EVENTS; count++) {
      await anything();
      if (count % Math.ceil(EVENTS / 4) === 0) await expectAllExact();
      if (count !== Math.ceil(EVENTS / 2)) continue;
      await acme.client.delete('/team_members', { emails: [BO] }).expect(200);
      members = members.filter((member) => member !== BO);
    }
  },
  LONGEST_MS,
);

// @proves E-23-16, E-23-21
it(
  'Every cell still equals it after a recount by processes that were killed.',
  async () => {
    const written = await writtenAt();
    await pretendPast();
    const env = { DATABASE_URL: app.database.serviceUrl };
    for (let kill = 0; kill < KILLS; kill++) {
      const args = ['reports', 'rebuild', acme.subdomain];
      const both = [RunningProcess.start('cli.js', args, env), RunningProcess.start('cli.js', args, env)];
      for (const running of both) {
        // At whatever it is doing then.
        await sleep(150 + random() * 1_000);
        running.signal('SIGKILL');
      }
      for (const { ended } of both) await ended;
      await anything();
    }
    await new Desk(env).output(['reports', 'rebuild', acme.subdomain]);
    await expectAllExact(written);
    for (let count = 0; count < 10; count++) await anything();
    await expectAllExact(written);
  },
  LONGEST_MS,
);
