import { aWorkspace } from '../../support/data/builders.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

const app = useDesk();

describe('audit prune', () => {
  it('is not needed for a workspace that the owner deletes: its entries go with it', async () => {
    const { workspaceId } = (await aWorkspace(app)).scope;
    const entries = () =>
      asAdmin(app.database, 'SELECT FROM audit_entries WHERE workspace_id = $1', [workspaceId]);
    expect((await entries()).length).toBeGreaterThan(0);
    const asOwner = { ...app.database, adminUrl: app.database.ownerUrl };
    await asAdmin(asOwner, 'DELETE FROM workspaces WHERE id = $1', [workspaceId]);
    expect(await entries()).toEqual([]);
  });
});
