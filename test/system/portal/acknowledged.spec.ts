import { aSession } from '../../support/data/sessions.js';
import { aMailingWorkspace, MAIL_FROM, startMailing, theLast } from '../../support/data/mails/mails.js';
import type { TestWorkspace } from '../../support/data/builders.js';
import { aComment, CUSTOMER } from '../../support/data/comments.js';
import type { MailServer } from '../../support/fakes/mail-server.js';
import type { TestApp } from '../../support/test-app.js';

let server: MailServer;
let app: TestApp;
let acme: TestWorkspace;

beforeAll(async () => {
  ({ server, app } = await startMailing());
  acme = await aMailingWorkspace(app, { name: 'Acme Inc' });
});
afterAll(() => app.stop());

// @proves E-30-12
it('a ticket that a customer raises is acknowledged once an hour, without its words, and the reply of an agent is threaded under that', async () => {
  const { page } = await aSession(acme, { email: CUSTOMER, name: 'Ann Lee' });
  const raise = async () => {
    const words = { subject: 'Buy pills', description: '<p>Cheap pills</p>' };
    const { body } = await page.post('/tickets', words).expect(201);
    return body.ticket as { id: string; number: number };
  };
  const first = await raise();
  const { envelope, mail, raw, header } = await theLast(server, 1);
  expect(envelope).toEqual([CUSTOMER]);
  expect(mail.subject).toBe(`We have received your request [#${first.number}]`);
  expect(mail.from).toMatchObject({ name: 'Acme Inc', address: MAIL_FROM });
  expect(raw).not.toMatch(/pill/i);
  expect(header('auto-submitted')).toBe('auto-generated');
  // The second one gets no mail within the hour, so the next mail is the reply.
  await raise();
  await aComment(acme, first.number, { content: '<p>It is on its way</p>' });
  const reply = await theLast(server, 2);
  expect(reply.envelope).toEqual([CUSTOMER]);
  expect(reply.mail.text).toContain('It is on its way');
  expect(reply.header('in-reply-to')).toBe(header('message-id'));
});
