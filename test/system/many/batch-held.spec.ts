// A batch beside somebody who holds one of its tickets or members.
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { KIM, TWO_AGENTS } from '../../support/data/comments.js';
import { holdMember, holdTicket, waitingForLocks, type Held } from '../../support/data/stored/held.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const app = useDesk({ hasOwnDatabase: true });
let acme: TestWorkspace;

beforeAll(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
});

const subjectOf = async (number = 0): Promise<string> => {
  const { body } = await acme.client.get(`/tickets/${number}`).expect(200);
  return body.ticket.subject as string;
};
const subject = { subject: 'Changed' };
const assignee = { assignee_email: KIM.email, ...subject };

// @proves E-32-3
it.each([
  ['ticket', subject, (number: number): Promise<Held> => holdTicket(acme, number)],
  ['member', assignee, (): Promise<Held> => holdMember(acme, KIM.email)],
])('does what comes before a %s that is held, and waits for that alone', async (_what, second, hold) => {
  const numbers: number[] = [];
  for (let index = 0; index < 3; index++) numbers.push((await aTicket(acme)).number);
  const bodies = [subject, second, subject];
  const operations = numbers.map((ticket, index) => ({ op: 'update', ticket, body: bodies[index] }));
  const held = await hold(numbers[1] ?? 0);
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
