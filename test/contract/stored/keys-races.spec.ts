import { aKey, aWorkspace, keysOf, type TestWorkspace } from '../../support/data/builders.js';
import {
  holdMember,
  revocationUnderWay,
  waitingForLocks,
  waitingForRows,
  type Held,
} from '../../support/data/stored/held.js';
import { AdminClient, ADMIN_KEYS } from '../../support/servers/admin-client.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const app = useDesk({ adminKeys: ADMIN_KEYS });
const admin = new AdminClient(app);
const EVE = 'eve@acme.example';
const MEMBERS = { team_members: [{ email: EVE, first_name: 'Eve' }] };
const LATER = '2099-01-01T00:00:00Z';
let acme: TestWorkspace;
let id: string;

beforeEach(async () => {
  acme = await aWorkspace(app, MEMBERS);
  await aKey(acme, 'ci', { as: EVE });
  id = (await ofName())[0]?.id ?? '';
});

const ofName = async () => (await keysOf(acme)).filter(({ name }) => name === 'ci');
const rotate = () => app.operator.rotateKey(acme.scope.workspaceId, id, LATER);

/** Revokes all keys of the name while `waiting` others wait, releases what all wait for, and tells whether a key is left. */
async function revoked(held: Held, waiting: number): Promise<{ status: number; isRevoked: boolean[] }> {
  const revoking = admin.delete(`/${acme.subdomain}/keys/ci`).then();
  await until(async () => (await waitingForLocks(app.database)) > waiting);
  await held.release();
  const { status } = await revoking;
  return { status, isRevoked: (await ofName()).map(({ revokedAt }) => revokedAt !== null) };
}

describe('revoking all keys of a name', () => {
  // @proves E-25-10
  it.each([
    ['rotated', rotate],
    ['made beside it', () => aKey(acme, 'ci', { as: EVE })],
  ])('revokes also the new one while a key is being %s', async (_how, make) => {
    // Whoever makes a key that speaks for a member waits for that member, after the key was written.
    const held = await holdMember(acme, EVE);
    const making = make();
    await until(async () => (await waitingForRows(app.database)) > 0);
    const outcome = await revoked(held, 1);
    await making;
    expect(outcome).toEqual({ status: 204, isRevoked: [true, true] });
  });

  // @proves E-25-10
  it('revokes the others when somebody revokes one of them by its id', async () => {
    await rotate();
    const held = await revocationUnderWay(acme, id);
    expect(await revoked(held, 0)).toEqual({ status: 204, isRevoked: [true, true] });
  });
});
