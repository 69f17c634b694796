import { setTimeout as sleep } from 'node:timers/promises';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { beginLists, holdTickets, waitingLists } from '../../support/data/stored/held.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const app = useDesk({ requestsInFlight: 2, poolSize: 20 });
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

it('Of one key, as many requests run as the setting says, and the others wait for them.', async () => {
  const held = await holdTickets(app.database);
  const answers = beginLists(acme.client, 10);
  await until(async () => (await waitingLists(app.database)) === 2);
  // Nothing shows that the others have come and wait. A third one in the database would have been seen already.
  await sleep(300);
  expect(await waitingLists(app.database)).toBe(2);
  await held.release();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
});
