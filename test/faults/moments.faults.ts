import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningProcess } from '../support/servers/processes.js';
import { size } from '../support/sizes.js';
import { until } from '../support/until.js';
import { scheduleMoments, storedPassed } from '../support/data/stored/stored-moments.js';
import { Installation } from './support/installation.js';

const TICKETS = size({ here: 1_500, long: 50_000, by: 'MOMENT_TICKETS' });
const KILLS = size({ here: 6, long: 20, by: 'MOMENT_KILLS' });
/** Both dates of each ticket lie within this time. */
const WITHIN_MS = size({ here: 15_000, long: 60_000 });
const TIMEOUT_MS = 900_000;

let installation: Installation;
let another: RunningProcess;
let workspaceId: string;

beforeAll(async () => {
  installation = await Installation.open();
  await installation.seed('dated', TICKETS);
  another = await installation.startAnother();
  const [row] = await installation.postgres.ask<{ id: string }>(
    `SELECT id FROM workspaces WHERE subdomain = 'dated'`,
  );
  workspaceId = row?.id ?? '';
  // Half of the tickets of the seed are done.
  await installation.postgres.ask(
    `UPDATE tickets SET closed_at = NULL, status_id = (
       SELECT id FROM ticket_statuses s WHERE s.workspace_id = $1 AND s.name = 'on_hold') WHERE workspace_id = $1`,
    [workspaceId],
  );
}, TIMEOUT_MS);
afterAll(async () => {
  await another.stop();
  await installation.close();
});

/** Kills one of the processes or the database, each as a power cut would, and starts it again. */
const FAULTS = [
  async () => {
    installation.service.signal('SIGKILL');
    await installation.service.ended;
    await installation.startService();
  },
  async () => {
    another.signal('SIGKILL');
    await another.ended;
    another = await installation.startAnother();
  },
  async () => {
    await installation.postgres.kill();
    await installation.postgres.startAgain();
  },
];

// @proves E-31-10
it(
  `${2 * TICKETS} dates pass within ${WITHIN_MS / 1_000} s, and two processes and PostgreSQL are killed ${KILLS} times: each has one event, in order`,
  async () => {
    const database = { adminUrl: installation.postgres.adminUrl } as Parameters<typeof storedPassed>[0];
    await scheduleMoments(database, workspaceId, {
      ...{ inMs: 3_000, withinMs: WITHIN_MS },
      kinds: ['follow_up', 'due'],
    });
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(randomInt(Math.ceil((2 * WITHIN_MS) / KILLS)));
      await FAULTS[kill % FAULTS.length]?.();
    }
    // Tickets of the other workspace may be due tomorrow.
    const left = () =>
      installation.postgres.ask(
        'SELECT kind, at, due_at, lease, failures, now() FROM moments WHERE workspace_id = $1 LIMIT 10',
        [workspaceId],
      );
    await until(async () => (await left()).length === 0, 300, left);
    const passed = await storedPassed(database, workspaceId);
    expect(passed).toHaveLength(2 * TICKETS);
    const bySubject = new Map<string, string[]>();
    for (const { subject, dueAt } of passed)
      bySubject.set(subject, [...(bySubject.get(subject) ?? []), dueAt]);
    expect(bySubject.size).toBe(TICKETS);
    const kinds = new Set(passed.map(({ subject, action }) => `${subject} ${action}`));
    expect(kinds.size).toBe(2 * TICKETS);
    expect([...bySubject.values()].filter(([one = '', other = '']) => one > other)).toEqual([]);
    const [kept] = await installation.postgres.ask<{ dated: number; waiting: number }>(
      `SELECT count(*) FILTER (WHERE t.follow_up_at IS NOT NULL)::integer AS dated,
         count(*) FILTER (WHERE s.name = 'on_hold')::integer AS waiting
       FROM tickets t JOIN ticket_statuses s ON s.workspace_id = t.workspace_id AND s.id = t.status_id
       WHERE t.workspace_id = $1`,
      [workspaceId],
    );
    expect(kept).toEqual({ dated: 0, waiting: 0 });
  },
  TIMEOUT_MS,
);
