import { audited, entriesOf } from '../../support/data/audit.js';
import { aWorkspace, keysOf, type TestWorkspace } from '../../support/data/builders.js';
import { newCustomer, UNSAFE, USED_KEY } from '../../support/data/unsafe-routes.js';
import { apiRoutesOf } from '../../support/routes.js';
import { useDesk } from '../../support/test-app.js';

const MANIFEST = {
  team_members: [
    { email: 'eve@team.example', first_name: 'Eve', last_name: 'Jones', role: 'agent' },
    { email: 'sam@team.example', first_name: 'Sam', last_name: 'Smith', role: 'agent' },
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
  await acme.client.post('/customers', newCustomer()).set('Idempotency-Key', USED_KEY);
});

describe('the audit trail of every operation that can change something', () => {
  it('is known to this test', async () => {
    const routes = (await apiRoutesOf(app)).filter(({ method }) => method !== 'get');
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(UNSAFE).sort());
  });

  it.each(Object.entries(UNSAFE))(
    '%s: who, what and in which request, and nothing when it is refused',
    async (_route, { on, call, leaves, refused, refusedOn = on, refusedWith = 422 }) => {
      const id = (await on?.(acme)) ?? '';
      const done = await audited(acme, () => call(acme, id));
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
      const otherId = (await refusedOn?.(acme)) ?? '';
      const before = await entriesOf(acme);
      const not = await audited(acme, () => refused(acme, otherId));
      expect([not.response.status, not.entries]).toEqual([refusedWith, []]);
      expect(await entriesOf(acme)).toEqual(before);
    },
  );
});
