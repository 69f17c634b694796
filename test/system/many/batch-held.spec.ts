// A batch beside somebody who holds one of its tickets.
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { holdTicket, waitingForLocks } from '../../support/data/stored/held.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const app = useDesk({ hasOwnDatabase: true });
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app);
});

const subjectOf = async (number = 0): Promise<string> => {
  const { body } = await acme.client.get(`/tickets/${number}`).expect(200);
  return body.ticket.subject as string;
};

// @proves E-32-3
it('does what comes before a ticket that is held, and waits for that ticket alone', async () => {
  const numbers: number[] = [];
  for (let index = 0; index < 3; index++) numbers.push((await aTicket(acme)).number);
  const operations = numbers.map((ticket) => ({ op: 'update', ticket, body: { subject: 'Changed' } }));
  const held = await holdTicket(acme, numbers[1] ?? 0);
  const sent = acme.client.post('/tickets/batch', { operations }).then((answer) => answer);
  try {
    await until(async () => (await waitingForLocks(app.database)) > 0);
    // Whoever waits may be a job, so nothing but the ticket itself shows that it is done.
    await until(async () => (await subjectOf(numbers[0])) === 'Changed');
  } finally {
    await held.release();
  }
  const { body } = await sent;
  expect(body).toMatchObject({ succeeded: 3, failed: 0 });
});
