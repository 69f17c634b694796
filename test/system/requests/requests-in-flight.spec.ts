import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { beginLists, holdTickets } from '../../support/data/stored/held.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk({ requestsInFlight: 2, poolSize: 20 });
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

it('What waits longer than a request may is refused with 503, and takes no place afterwards.', async () => {
  const held = await holdTickets(app.database);
  const answers = await Promise.all(beginLists(acme.client, 6));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
  await held.release();
  expect((await Promise.all(beginLists(acme.client, 6))).map(({ status }) => status)).toEqual(
    answers.map(() => 200),
  );
});
