import { aKey, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { beginLists, holdTickets, waitingLists } from '../../support/data/stored/held.js';
import { ApiClient } from '../../support/servers/api-client.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const MAX_WAITING = 256;

const app = useDesk({ requestsInFlight: 2, poolSize: 20 });
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

it('Another key of the workspace does not wait for the first one.', async () => {
  const other = new ApiClient(app, acme.subdomain, await aKey(acme, 'other'));
  const held = await holdTickets(app.database);
  const answers = beginLists(acme.client, 10);
  await until(async () => (await waitingLists(app.database)) === 2);
  expect((await other.get('/forms')).status).toBe(200);
  await held.release();
  await Promise.all(answers);
});

// @proves D-2-35
it('More than 256 do not wait: they are refused with 429 and Retry-After, and no other one is.', async () => {
  const held = await holdTickets(app.database);
  const answers = beginLists(acme.client, 2 + MAX_WAITING + 20);
  let answered = 0;
  for (const answer of answers) void answer.then(() => answered++);
  await until(() => answered === 20);
  const first = await Promise.race(answers);
  await held.release();
  expect(first).toMatchObject({
    status: 429,
    headers: { 'retry-after': '1' },
    body: { code: 'too_many_requests_at_once' },
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  // On a slow machine, some of those that waited have no time left.
  expect(statuses.filter((status) => status === 200 || status === 503)).toHaveLength(2 + MAX_WAITING);
  expect(statuses).toContain(200);
});
