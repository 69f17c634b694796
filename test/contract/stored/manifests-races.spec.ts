import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import {
  deletionUnderWay,
  memberUnderWay,
  waitingForLocks,
  type Held,
} from '../../support/data/stored/held.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const app = useDesk();
let acme: TestWorkspace;

beforeEach(async () => {
  acme = await aWorkspace(app);
});

/** Applies a manifest, and releases what it waits for. */
async function applied(held: Held, rest = ''): ReturnType<typeof app.operator.apply> {
  const applying = app.operator.apply(`workspace: { subdomain: ${acme.subdomain}, name: Somebody }\n${rest}`);
  await until(async () => (await waitingForLocks(app.database)) > 0);
  await held.release();
  return applying;
}

describe('a manifest that is applied while somebody', () => {
  // @proves D-10-8
  it('adds one of its members changes that member', async () => {
    const held = await memberUnderWay(acme, 'kim@w.example');
    const { changes } = await applied(held, 'team_members: [{ email: kim@w.example, first_name: Kim }]');
    expect(changes).toContain('updated team member kim@w.example');
    const { teamMembers } = await app.operator.show(acme.subdomain);
    expect(teamMembers).toMatchObject([{ email: 'kim@w.example', firstName: 'Kim' }]);
  });

  // @proves D-10-8
  it('deletes its workspace makes another one', async () => {
    const held = await deletionUnderWay(acme);
    const { changes, workspaceId } = await applied(held);
    expect(changes[0]).toBe(`created workspace "${acme.subdomain}"`);
    expect(workspaceId).not.toBe(acme.scope.workspaceId);
    expect((await app.operator.show(acme.subdomain)).workspace.id).toBe(workspaceId);
  });
});
