import { EventReader, type EventRange } from '../../../src/events/readers/event-reader.js';
import { EveryWorkspaceReader } from '../../../src/events/readers/every-workspace-reader.js';
import { EventStreams } from '../../../src/events/feed/event-streams.job.js';
import { v7 as uuid } from 'uuid';
import { unavailable } from '../../../src/kernel/errors.js';
import type { WorkspaceId } from '../../../src/kernel/ids.js';
import { FailedWork } from '../../../src/platform/queue/failed-work.js';
import { tenantStatement } from '../../../src/platform/tenancy/statement.js';
import { TenantDatabase } from '../../../src/platform/tenancy/tenant-database.js';
import { tenantScope, type InnerScope } from '../../../src/platform/tenancy/tenant-scope.js';
import { UnitOfWork } from '../../../src/platform/tenancy/unit-of-work.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aWebhook, deliveriesOf } from '../../support/data/webhooks.js';
import { statementsWithJobsOf } from '../../support/recorded-statements.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';
import { startTestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

/** Notes each event as a group with its id, which cannot be noted twice. */
const NOTE = tenantStatement(
  'test.note_events',
  `INSERT INTO groups (workspace_id, id, name) SELECT e.workspace_id, e.id, 'Event ' || e.position FROM audit_entries e
   WHERE e.workspace_id = $1 AND e.position > $2::bigint AND e.position <= $3::bigint`,
);

class NotingReader extends EventReader {
  readonly reader = 'notes';
  isBroken = false;

  protected async read(inner: InnerScope, range: EventRange): Promise<boolean> {
    await this.query(inner, NOTE, [range.after, range.until]);
    if (this.isBroken) throw new Error('The reader is broken.');
    return true;
  }
}

/** Reads in every workspace, but it cannot begin as long as the database is away. */
class ReaderEverywhere extends EveryWorkspaceReader {
  readonly reader = 'everywhere';
  isDatabaseAway = true;
  readonly ranges: EventRange[] = [];

  protected async beginReading(inner: InnerScope): Promise<boolean> {
    if (this.isDatabaseAway) throw unavailable(new Error('The database is away.'));
    await this.begin(inner);
    return false;
  }

  protected read(_inner: InnerScope, range: EventRange): Promise<boolean> {
    this.ranges.push(range);
    return Promise.resolve(false);
  }
}

/** What a reader is made of. */
const partsOf = () =>
  [
    app.app.get(TenantDatabase),
    app.app.get(EventStreams),
    app.app.get(UnitOfWork),
    app.app.get(FailedWork),
  ] as const;

let app: LocalApp;
let acme: TestWorkspace;
let reader: NotingReader;

beforeAll(async () => {
  app = await startLocalApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  acme = await aWorkspace(app);
  reader = new NotingReader(...partsOf());
});

const { signal } = new AbortController();
const read = (): Promise<void> => reader.runIn(acme.scope, signal);
const place = (): Promise<void> => app.app.get(EventStreams).place(acme.scope);
const begin = (after?: number): Promise<string> =>
  app.app.get(UnitOfWork).run(acme.scope, (inner) => reader.begin(inner, after));
const noted = async (): Promise<number[]> => {
  const rows = await asAdmin<{ position: number }>(
    app.database,
    `SELECT substr(name, 7)::integer AS position FROM groups WHERE workspace_id = $1 AND name LIKE 'Event %' ORDER BY 1`,
    [acme.scope.workspaceId],
  );
  return rows.map(({ position }) => position);
};
const positions = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('a reader of events', () => {
  it('gets each event once from the moment when it begins, also when several read at once', async () => {
    await aTicket(acme);
    await place();
    const newest = Number(await begin());
    expect(newest).toBeGreaterThan(0);
    await aTicket(acme);
    await place();
    await Promise.all([read(), read(), read()]);
    await aTicket(acme);
    await place();
    await read();
    const all = await noted();
    expect(all).toEqual(positions(newest + 1, all.at(-1) ?? 0));
    expect(all.length).toBeGreaterThanOrEqual(2);
  });

  it('is built anew from position 0', async () => {
    await begin();
    for (let count = 0; count < 3; count++) await aTicket(acme);
    await place();
    await read();
    await asAdmin(app.database, `DELETE FROM groups WHERE workspace_id = $1`, [acme.scope.workspaceId]);
    const newest = Number(await begin(0));
    await read();
    expect(await noted()).toEqual(positions(1, newest));
  });

  it('is woken when events have their positions, and reports the work that it has made', async () => {
    const [woken, told]: [unknown[], unknown[]] = [[], []];
    reader.watch((workspaceId) => woken.push(workspaceId));
    reader.due.listen((workspaceId) => told.push(workspaceId));
    await begin();
    await aTicket(acme);
    await until(() => woken.includes(acme.scope.workspaceId));
    await read();
    expect(told).toEqual([acme.scope.workspaceId]);
  });

  it('that fails keeps nothing, delays no other reader, and gets what it missed', async () => {
    await begin();
    const webhook = await aWebhook(acme, { url: 'http://127.0.0.1:9/desk' });
    reader.isBroken = true;
    await aTicket(acme);
    await place();
    await expect(read()).rejects.toThrow('The reader is broken.');
    expect(await noted()).toEqual([]);
    const { body } = await acme.client.get('/events?types=ticket.created').expect(200);
    expect(body.events).toHaveLength(1);
    await until(async () => (await deliveriesOf(acme, webhook)).length === 1);
    reader.isBroken = false;
    await read();
    expect(await noted()).toContain(body.events[0].position);
  });

  it('does not move in a workspace whose first event has no position yet', async () => {
    const scope = tenantScope(uuid() as WorkspaceId);
    await asAdmin(
      app.database,
      `INSERT INTO workspaces (id, subdomain, name, knowledge_base_name) VALUES ($1, $2, 'New', 'New')`,
      [scope.workspaceId, `new-${scope.workspaceId}`],
    );
    const [wasBehind, position] = await app.app.get(UnitOfWork).run(scope, async (inner) => {
      await reader.begin(inner);
      return [await reader.step(inner), await reader.hold(inner)];
    });
    expect([wasBehind, position]).toEqual([null, '0']);
  });

  it('reads no more after its end', async () => {
    await begin();
    await app.app.get(UnitOfWork).run(acme.scope, (inner) => reader.end(inner));
    await aTicket(acme);
    await place();
    await read();
    expect(await noted()).toEqual([]);
  });
});

describe('a reader of every workspace', () => {
  it('begins at its next visit when the database was away at the first', async () => {
    const everywhere = new ReaderEverywhere(...partsOf());
    const visit = (): Promise<void> => everywhere.runIn(acme.scope, signal);
    await place();
    await expect(visit()).rejects.toMatchObject({ kind: 'unavailable' });
    everywhere.isDatabaseAway = false;
    await visit();
    await aTicket(acme);
    await place();
    await visit();
    expect(everywhere.ranges).toHaveLength(1);
  });
});

describe('a webhook', () => {
  /** Without those that read in every workspace, and begin there some time after its first event. */
  const readersOf = () =>
    asAdmin<{ reader: string }>(
      app.database,
      `SELECT reader FROM event_readers WHERE workspace_id = $1 AND reader NOT IN ('search', 'reports')`,
      [acme.scope.workspaceId],
    );

  it('gets no event from before its creation, nor from the time when it was off, even when its reader is behind', async () => {
    const url = 'http://127.0.0.1:9/desk';
    const first = await aWebhook(acme, { url });
    const off = await aWebhook(acme, { url: `${url}/off`, state: 'disabled' });
    await aTicket(acme);
    await until(async () => (await deliveriesOf(acme, first)).length === 1);
    const second = await aWebhook(acme, { url: `${url}/2` });
    await acme.client.patch(`/webhooks/${off.id}`, { state: 'active' }).expect(200);
    await asAdmin(app.database, 'UPDATE event_readers SET position = 0 WHERE workspace_id = $1', [
      acme.scope.workspaceId,
    ]);
    await aTicket(acme);
    await until(async () => (await deliveriesOf(acme, first)).length === 2);
    expect(await deliveriesOf(acme, second)).toHaveLength(1);
    expect(await deliveriesOf(acme, off)).toHaveLength(1);
  });

  it('that is the last one ends its reader, too', async () => {
    const { id } = await aWebhook(acme, { url: 'http://127.0.0.1:9/desk' });
    expect(await readersOf()).toEqual([{ reader: 'webhooks' }]);
    await acme.client.delete(`/webhooks/${id}`).expect(204);
    await aTicket(acme);
    await until(async () => (await readersOf()).length === 0);
  });
});

it('a workspace that only search and reports read has no statements of other readers', async () => {
  const host = await startTestApp();
  const quiet = await aWorkspace(host);
  const sent = await statementsWithJobsOf(async () => {
    await aTicket(quiet);
    await quiet.client.get('/events').expect(200);
  });
  await host.stop();
  const isOfAll = (one: (typeof sent)[number]) =>
    ['search', 'reports'].some((reader) => one.values.includes(reader)) ||
    /(search|report)_\w+/.test(one.text);
  const own = sent
    .filter((one) => one.values.includes(quiet.scope.workspaceId) && !isOfAll(one))
    .map(({ text }) => text);
  expect(own.some((text) => text.includes('awaits_position'))).toBe(true);
  expect(
    own.filter((text) => /^WITH (reader|event) |INSERT INTO (mails|webhook_deliveries)/.test(text)),
  ).toEqual([]);
});
