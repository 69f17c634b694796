// A batch beside somebody who holds one of its tickets or members.
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { CUSTOMER, EVE, KIM, TWO_AGENTS } from '../../support/data/comments.js';
import {
  holdMember,
  holdNumbers,
  holdTicket,
  waitingForLocks,
  waitingForRows,
  waitsLong,
  type Held,
} from '../../support/data/stored/held.js';
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

describe('a batch whose third operation waits when its time is over', () => {
  const byEve = (ticket: number): object => ({
    op: 'update',
    ticket,
    body: { assignee_email: EVE.email, ...subject },
  });
  const another = (): object => ({
    op: 'create',
    body: { email: CUSTOMER, subject: 'New', description: 'New' },
  });

  // The number of a new ticket is taken together with COMMIT.
  // @proves E-32-3
  it.each([
    ['that was not kept', 'unavailable', byEve, (): Promise<Held> => holdMember(acme, EVE.email)],
    ['whose COMMIT was sent', 'outcome_unknown', another, (): Promise<Held> => holdNumbers(acme)],
  ])('tells what was done before one %s', async (_what, code, third, hold) => {
    const numbers: number[] = [];
    for (let index = 0; index < 4; index++) numbers.push((await aTicket(acme)).number);
    const [one = 0, two = 0, three = 0, four = 0] = numbers;
    const update = (ticket: number, body: object): object => ({ op: 'update', ticket, body });
    const operations = [update(one, subject), update(two, assignee), third(three), update(four, subject)];
    const [first, second] = [await holdMember(acme, KIM.email), await hold()];
    const sent = acme.client.post('/tickets/batch', { operations }).then((answer) => answer);
    try {
      await until(() => waitsLong(app.database)).finally(() => first.release());
      const { body } = await sent;
      expect((body.results as { status: number }[]).map(({ status }) => status)).toEqual([
        200, 200, 503, 503,
      ]);
      expect(body.results[2].code).toBe(code);
      expect(body.results[3].code).toBe('unavailable');
    } finally {
      await second.release();
    }
    await until(async () => (await waitingForRows(app.database)) === 0);
    expect(await Promise.all(numbers.map(subjectOf))).toEqual([
      ...['Changed', 'Changed'],
      ...['A ticket', 'A ticket'],
    ]);
  });
});
