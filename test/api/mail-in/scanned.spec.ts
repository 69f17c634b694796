import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aMail, bring, received, type ShownEmail } from '../../support/data/mails/inbound-emails.js';
import { FakeClamd } from '../../support/fakes/fake-clamd.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

// The scanner finds the word EVIL. It speaks the protocol of clamd on a real socket.
let clamd: FakeClamd;
let app: TestApp;
let desk: TestWorkspace;

beforeAll(async () => {
  clamd = await FakeClamd.start();
  app = await startTestApp({ clamd: clamd.address });
});
beforeEach(async () => {
  desk = await aWorkspace(app);
});
afterAll(async () => {
  await app.stop();
  await clamd.stop();
});

const INFECTED = aMail({ text: 'An EVIL mail' });

// @proves E-21-2
describe('a mail in which the virus scanner finds something', () => {
  it('waits for a person without its bytes, and makes nothing', async () => {
    const email = await received(desk, INFECTED);
    expect(email).toMatchObject({ state: 'suspended', reason: 'infected', ticket: null, comment_id: null });
    await desk.client.get(`/inbound-emails/${email.id}/raw`).expect(410);
    const { body } = await desk.client.get('/tickets').expect(200);
    expect(body.pagination.total_records).toBe(0);
  });

  it('is recognised when it comes again, and cannot become a ticket', async () => {
    const email = await received(desk, INFECTED);
    const again = await bring(desk.client, INFECTED).expect(200);
    expect((again.body.inbound_email as ShownEmail).id).toBe(email.id);
    const refused = await desk.client
      .post(`/inbound-emails/${email.id}/release`, { as: 'ticket' })
      .expect(410);
    expect(refused.body).toMatchObject({ code: 'bytes_not_kept' });
  });

  it('does not keep others from becoming tickets', async () => {
    await received(desk, INFECTED);
    expect(await received(desk, aMail())).toMatchObject({ state: 'accepted', ticket: { number: 1 } });
  });
});
