import { audited, entriesOf } from '../../support/data/audit.js';
import { aWorkspace, keysOf, type TestWorkspace } from '../../support/data/builders.js';
import { auditedOf, UNSAFE, USED_KEY } from '../../support/data/unsafe-routes.js';
import { aCustomer, prepared } from '../../support/data/writes.js';
import { WRITES } from '../../support/operations.js';
import { apiRoutesOf } from '../../support/routes.js';
import { useDesk } from '../../support/test-app.js';

const MANIFEST = {
  team_members: [
    { email: 'eve@team.example', first_name: 'Eve', last_name: 'Jones', role: 'agent' },
    { email: 'kim@team.example', first_name: 'Kim', last_name: 'Smith', role: 'agent' },
    { email: 'ann@team.example', first_name: 'Ann', last_name: 'Writer', role: 'agent' },
  ],
};

const app = useDesk();
let acme: TestWorkspace;
let keyId: string;

beforeAll(async () => {
  acme = await aWorkspace(app, MANIFEST);
  const [key] = await keysOf(acme);
  keyId = key?.id ?? '';
  const { path, body } = aCustomer();
  await acme.client.post(path, body).set('Idempotency-Key', USED_KEY);
});

describe('the audit trail of every operation that can change something', () => {
  it('is known to this test', async () => {
    const routes = (await apiRoutesOf(app)).filter(({ method }) => method !== 'get');
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      WRITES.map(({ route }) => route).sort(),
    );
    const ids = WRITES.map(({ id }) => id);
    expect(Object.keys(UNSAFE).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it.each(WRITES)('$id: who, what and in which request, and nothing when it is refused', async (write) => {
    const { leaves, refused, ...own } = auditedOf(write);
    const done = await audited(acme, await prepared(acme, write, own));
    expect(done.response.status).toBeLessThan(300);
    expect(
      done.entries.map(({ action, actor }) => (actor === null ? action : `${actor}: ${action}`)),
    ).toEqual(leaves);
    for (const entry of done.entries) {
      const isOfService = entry.actor !== null;
      expect(entry.api_key_id).toBe(isOfService ? null : keyId);
      expect(entry.before === null).toBe(isOfService || entry.action.endsWith('.created'));
      expect(entry.after).not.toEqual(entry.before);
    }
    const { status = 422, usesKeyAgain = false, ...other } = refused;
    const send = await prepared(acme, write, { ...own, ...other });
    const before = await entriesOf(acme);
    const not = await audited(acme, () => (usesKeyAgain ? send().set('Idempotency-Key', USED_KEY) : send()));
    expect([not.response.status, not.entries]).toEqual([status, []]);
    expect(await entriesOf(acme)).toEqual(before);
  });
});
