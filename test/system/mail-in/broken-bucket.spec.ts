// Mails in a bucket that breaks off while they are read: the mails have failed at nothing.
import { aWorkspace } from '../../support/data/builders.js';
import { aMail, bring, emailOf, judged, type ShownEmail } from '../../support/data/mails/inbound-emails.js';
import { S3Server } from '../../support/fakes/s3-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

let server: S3Server;
let app: TestApp;

beforeAll(async () => {
  server = await S3Server.start();
  app = await startTestApp({ s3: server.options });
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});

// @proves E-21-3
it('a mail whose bucket breaks off as often as it is tried waits, and is accepted when the bucket is well', async () => {
  const desk = await aWorkspace(app);
  const ofMails = <Row extends object>(statement: string) =>
    asAdmin<Row>(app.database, `${statement} WHERE workspace_id = $1`, [desk.scope.workspaceId]);
  const givenBack = () =>
    until(async () =>
      (await ofMails<{ lease: string | null }>('SELECT lease FROM inbound_emails')).every(
        ({ lease }) => lease === null,
      ),
    );
  const tryAgain = async () => {
    await ofMails('UPDATE inbound_emails SET due_at = now()');
    await app.operator.work(desk.scope.workspaceId);
    await givenBack();
  };
  server.breaksAfter = 20;
  const { body } = await bring(desk.client, aMail()).expect(201);
  const email = body.inbound_email as ShownEmail;
  await givenBack();
  // A mail that is at fault itself is suspended after three tries.
  for (let count = 0; count < 3; count++) await tryAgain();
  expect(server.reads).toBeGreaterThanOrEqual(4);
  expect(await emailOf(desk, email.id)).toMatchObject({ state: 'pending' });
  server.breaksAfter = null;
  await tryAgain();
  expect(await judged(desk, email)).toMatchObject({ state: 'accepted', reason: null });
});
