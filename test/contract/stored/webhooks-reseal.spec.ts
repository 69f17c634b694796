import { randomBytes } from 'node:crypto';
import { aWorkspace } from '../../support/data/builders.js';
import { anIdleWebhook } from '../../support/data/webhooks.js';
import { Desk } from '../../support/servers/desk.js';
import { TEST_SECRETS_KEY, useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

// The command works in all workspaces.
const app = useDesk({ hasOwnDatabase: true });

// @proves E-18-10
describe('webhooks reseal', () => {
  it('encrypts the secrets that it can decrypt, also after one that it cannot', async () => {
    const acme = await aWorkspace(app);
    const [lost, kept] = [await anIdleWebhook(acme), await anIdleWebhook(acme)];
    const change = (sealed: string, { id }: { id: string }) =>
      asAdmin(app.database, `UPDATE webhook_secrets SET sealed = ${sealed} WHERE webhook_id = $1`, [id]);
    await change(`'\\x00'::bytea || sealed`, lost);
    await change('sealed', kept);
    const newest = randomBytes(32).toString('base64');
    const reseal = (...keys: string[]) =>
      Desk.on(app.database, { SECRETS_KEY: keys.join(',') }).run(['webhooks', 'reseal']);
    const outcome = { status: 1, stderr: expect.stringMatching(/No key .* decrypts 1 secrets/) as unknown };
    expect(await reseal(newest, TEST_SECRETS_KEY)).toMatchObject(outcome);
    expect(await reseal(newest)).toMatchObject(outcome);
  });
});
