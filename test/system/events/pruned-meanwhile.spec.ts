import pg from 'pg';
import { AuditLogService } from '../../../src/events/audit-log.service.js';
import { PRUNED_AT_ONCE } from '../../../src/events/audit.sql.js';
import { TenantDatabase } from '../../../src/platform/tenancy/tenant-database.js';
import type { Transact } from '../../../src/platform/tenancy/tenant-scope.js';
import { entriesOf } from '../../support/data/audit.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { eventsOf } from '../../support/data/events.js';
import { entriesUnderWay, waitsForEntries } from '../../support/data/stored/held.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

/** Two transactions of a pruning and one entry more. */
const OLD = 2 * PRUNED_AT_ONCE + 1;
const BEFORE = new Date('2025-01-01T00:00:00Z');

let app: LocalApp;
let owner: pg.Client;
let acme: TestWorkspace;

beforeAll(async () => {
  app = await startLocalApp();
  owner = new pg.Client({ connectionString: app.database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.stop();
});

/** Adds entries that are as old as each other can be, and that the feed does not show. Two are of the same moment. */
beforeEach(async () => {
  acme = await aWorkspace(app);
  await asAdmin(
    app.database,
    `INSERT INTO audit_entries (workspace_id, at, id, actor, request_id, action, subject_type, subject_id, awaits_position)
     SELECT $1, $3::timestamptz - (1 + n / 2) * interval '1 ms', gen_random_uuid(), 'test', 'r', 'workspace.updated', 'workspace', $1, false
     FROM generate_series(1, $2::integer) AS n`,
    [acme.scope.workspaceId, OLD, BEFORE],
  );
});

/** Prunes as the command does. `between` comes after each transaction. */
function prune(between: () => Promise<void>): Promise<number> {
  const database = app.app.get(TenantDatabase);
  const transact: Transact = async (work) => {
    const result = await database.transactOn(owner, acme.scope, work);
    await between();
    return result;
  };
  return app.app.get(AuditLogService).prune(transact, BEFORE);
}

const countOfOld = async (): Promise<number> => {
  const [row] = await asAdmin<{ count: number }>(
    app.database,
    'SELECT count(*)::int AS count FROM audit_entries WHERE workspace_id = $1 AND at < $2',
    [acme.scope.workspaceId, BEFORE],
  );
  return row?.count ?? -1;
};
const prunings = async (): Promise<unknown[]> =>
  (await entriesOf(acme)).filter(({ action }) => action === 'audit.pruned').map(({ before }) => before);

describe('a pruning of many entries', () => {
  it('lets events of tickets have their positions while it goes on, and has one entry about all', async () => {
    const left: number[] = [];
    const shown: number[] = [];
    const total = await prune(async () => {
      left.push(await countOfOld());
      await aTicket(acme);
      shown.push((await eventsOf(acme, '?types=ticket.created')).events.length);
    });
    expect(total).toBe(OLD);
    expect(left).toEqual([PRUNED_AT_ONCE + 1, 1, 0]);
    expect(shown).toEqual([1, 2, 3]);
    const [first, last] = [OLD, 1].map((n) => new Date(BEFORE.getTime() - 1 - Math.floor(n / 2)));
    const [entry, ...others] = await prunings();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ entries: OLD });
    const { first_at: firstAt, last_at: lastAt } = entry as Record<'first_at' | 'last_at', string>;
    expect([firstAt, lastAt].map((at) => new Date(at))).toEqual([first, last]);
  });

  it('that is ended early has an entry about what is gone, and another one goes on', async () => {
    const ended = new Error('The command was ended.');
    await expect(prune(() => Promise.reject(ended))).rejects.toBe(ended);
    expect([await countOfOld(), await prunings()]).toMatchObject([
      PRUNED_AT_ONCE + 1,
      [{ entries: PRUNED_AT_ONCE }],
    ]);
    expect(await prune(() => Promise.resolve())).toBe(PRUNED_AT_ONCE + 1);
    expect(await prunings()).toMatchObject([{ entries: PRUNED_AT_ONCE }, { entries: PRUNED_AT_ONCE + 1 }]);
  });

  it.each([1, PRUNED_AT_ONCE])(
    'deletes %d entries that are changed meanwhile, and all others',
    async (count) => {
      const changing = await entriesUnderWay(acme, count);
      const pruning = prune(() => Promise.resolve());
      await until(() => waitsForEntries(app.database));
      await changing.release();
      expect(await pruning).toBe(OLD);
      expect([await countOfOld(), await prunings()]).toMatchObject([0, [{ entries: OLD }]]);
    },
  );

  it('up to a moment that is still to come leaves what was written since it began, and its own entry', async () => {
    const database = app.app.get(TenantDatabase);
    const transact: Transact = async (work) => {
      const result = await database.transactOn(owner, acme.scope, work);
      await aTicket(acme);
      return result;
    };
    const future = new Date(Date.now() + 3_600_000);
    expect(await app.app.get(AuditLogService).prune(transact, future)).toBeGreaterThan(OLD);
    const actions = (await entriesOf(acme)).map(({ action }) => action);
    expect(actions.filter((action) => action !== 'customer.created')).toEqual([
      'audit.pruned',
      ...['ticket.created', 'ticket.created', 'ticket.created'],
    ]);
  });
});
