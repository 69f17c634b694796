import { EventFeedRepository } from '../../../src/events/feed/event-feed.repository.js';
import { EventStreams } from '../../../src/events/feed/event-streams.job.js';
import { unavailable } from '../../../src/kernel/errors.js';
import { deadlineIn } from '../../../src/kernel/time/deadline.js';
import { tenantScope } from '../../../src/platform/tenancy/tenant-scope.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

let app: LocalApp;
let acme: TestWorkspace;

beforeAll(async () => {
  app = await startLocalApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  acme = await aWorkspace(app);
});

/** Lets the next placing of the workspace fail, as it does when it waits for a lock for too long. */
function failNextPlacing(): { readonly count: number } {
  const feed = app.app.get(EventFeedRepository);
  const failed = { count: 0 };
  const place: EventFeedRepository['place'] = (inner, most) => {
    const isOurs = inner.workspaceId === acme.scope.workspaceId && failed.count === 0;
    if (!isOurs) return EventFeedRepository.prototype.place.call(feed, inner, most);
    failed.count += 1;
    return Promise.reject(unavailable());
  };
  Object.assign(feed, { place });
  return failed;
}

const unplaced = async (): Promise<number> => {
  const [row] = await asAdmin<{ count: number }>(
    app.database,
    'SELECT count(*)::int AS count FROM audit_entries WHERE workspace_id = $1 AND awaits_position',
    [acme.scope.workspaceId],
  );
  return row?.count ?? -1;
};

it('events whose placing has failed get their positions soon, although nobody writes or asks', async () => {
  await until(async () => (await unplaced()) === 0);
  const failed = failNextPlacing();
  await aTicket(acme);
  await until(() => failed.count === 1);
  await until(async () => (await unplaced()) === 0);
});

it('a caller whose time is over leaves a round to those who share it', async () => {
  const streams = app.app.get(EventStreams);
  const late = tenantScope(acme.scope.workspaceId, null, deadlineIn(0));
  // The two that come behind the first one share the next round.
  const [first, spent, fresh] = [acme.scope, late, acme.scope].map((scope) => streams.place(scope));
  spent?.catch(() => undefined);
  await expect(Promise.all([first, fresh])).resolves.toHaveLength(2);
});
