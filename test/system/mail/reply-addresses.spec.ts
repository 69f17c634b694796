import type { TestWorkspace } from '../../support/data/builders.js';
import { aComment, CUSTOMER } from '../../support/data/comments.js';
import {
  aMailingWorkspace,
  MAIL_FROM,
  startMailing,
  submitted,
  theLast,
} from '../../support/data/mails/mails.js';
import type { MailServer } from '../../support/fakes/mail-server.js';
import type { TestApp } from '../../support/test-app.js';

let server: MailServer;
let app: TestApp;

beforeAll(async () => {
  ({ server, app } = await startMailing());
});
afterAll(() => app.stop());
beforeEach(() => {
  server.reset();
});

const answersTo = async (count: number): Promise<string | undefined> =>
  (await theLast(server, count)).mail.replyTo?.[0]?.address;

/** Raises a ticket by the form and replies to it, so that two mails are sent. @returns where their answers go, and what comes back */
async function addressesOf(
  desk: TestWorkspace,
): Promise<{ number: number; answers: unknown[]; returns: unknown[] }> {
  const { number } = await submitted(desk);
  await theLast(server, 1);
  await aComment(desk, number);
  await theLast(server, 2);
  const answers = server.received.map(({ mail }) => mail.replyTo?.[0]?.address);
  return { number, answers, returns: server.received.map(({ returnPath }) => returnPath) };
}

// @proves E-21-20
describe('mail about a ticket', () => {
  it('has one address for answers and for what comes back, which names the ticket', async () => {
    const desk = await aMailingWorkspace(app, { reply_address: 'plus' });
    const { number, answers, returns } = await addressesOf(desk);
    const [address] = answers;
    expect(address).toMatch(new RegExp(`^support\\+t${number}\\.[0-9a-v]{16}@acme\\.example$`));
    expect([...answers, ...returns]).toEqual([address, address, address, address]);
    expect(server.received.map(({ mail }) => mail.from?.address)).toEqual([MAIL_FROM, MAIL_FROM]);
  });

  it('has another address for another ticket, and in another workspace', async () => {
    const settings = { reply_address: 'plus' };
    const [one, other] = [await aMailingWorkspace(app, settings), await aMailingWorkspace(app, settings)];
    await submitted(one);
    const first = await answersTo(1);
    await submitted(other);
    expect(await answersTo(2)).not.toBe(first);
  });

  it('has none as long as the manifest says nothing', async () => {
    const { answers, returns } = await addressesOf(await aMailingWorkspace(app));
    expect(answers).toEqual([undefined, undefined]);
    expect(returns).toEqual([MAIL_FROM, MAIL_FROM]);
  });

  it('never goes to an address of that form, whoever has signed it', async () => {
    const desk = await aMailingWorkspace(app, { reply_address: 'plus' });
    const raised = { email: CUSTOMER, subject: 'Loop', description: '' };
    const cc = ['Support+T7.0123456789ABCDEF@acme.example', 'support+sales@acme.example'];
    const { body } = await desk.client.post('/tickets', { ...raised, cc }).expect(201);
    await aComment(desk, body.ticket.number as number);
    expect((await theLast(server, 1)).envelope).toEqual([CUSTOMER, 'support+sales@acme.example']);
  });
});
