import { AccessVersion } from '../../../src/platform/tenancy/access-version.js';
import { newSubdomain } from '../../support/data/admin.js';
import { PortalClient } from '../../support/data/sessions.js';
import { AdminClient, ADMIN_KEYS } from '../../support/servers/admin-client.js';
import { ApiClient } from '../../support/servers/api-client.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';
import { useDesk } from '../../support/test-app.js';

const desk = useDesk({ adminKeys: ADMIN_KEYS });
const admin = new AdminClient(desk);
let app: LocalApp;

beforeAll(async () => {
  app = await startLocalApp();
});
afterAll(() => app.stop());

/** From now on, the other process remembers all workspaces and keys that it knows, as it does for less than a second. */
function hearOfNoChange(): void {
  const version = app.app.get(AccessVersion);
  Object.assign(version, { become: () => undefined });
  Object.defineProperty(version, 'isKnown', { value: true });
}

/** Makes a workspace, a key and a session, and clients that use these at the other process. */
async function made(subdomain: string): Promise<{ key: ApiClient; session: PortalClient }> {
  await admin.put(`/${subdomain}`, { workspace: { name: 'Again' } }).expect(201);
  const scopes = ['customers:impersonate', 'tickets:read'];
  const { body } = await admin.put(`/${subdomain}/keys/test`, { scopes }).expect(201);
  const text = String(body.key);
  const maker = new ApiClient(desk, subdomain, text);
  // This process, too, may remember the workspace that is gone.
  const session = await maker.post('/customer-sessions', { email: 'ann@customer.example' }).expect(201);
  const token = String(session.body.customer_session.token);
  return { key: new ApiClient(app, subdomain, text), session: new PortalClient(app, subdomain, token) };
}

// @proves E-25-9
it.each(['key', 'session'] as const)(
  'A subdomain that a deleted workspace has left opens to each %s of the next one at once, and to none of the deleted one.',
  async (kind) => {
    const subdomain = newSubdomain();
    const old = await made(subdomain);
    await old[kind].get('/tickets').expect(200);
    hearOfNoChange();
    await admin.delete(`/${subdomain}?confirm=${subdomain}`).expect(202);
    const next = await made(subdomain);
    expect((await next[kind].get('/tickets')).status).toBe(200);
    expect((await next.key.get('/tickets')).status).toBe(200);
    const other = kind === 'key' ? old.session : old.key;
    expect((await other.get('/tickets')).status).toBe(401);
  },
);
