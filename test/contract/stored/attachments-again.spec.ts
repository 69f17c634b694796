import { raise, upload } from '../../support/data/attachments.js';
import { aWorkspace } from '../../support/data/builders.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

const app = useDesk();

describe('an upload', () => {
  // @proves E-16-5
  it('is read by nobody before it is attached', async () => {
    const { client, scope } = await aWorkspace(app);
    const { signed_id: signedId } = await upload(client);
    const [row] = await asAdmin<{ id: string }>(
      app.database,
      'SELECT id FROM attachments WHERE workspace_id = $1',
      [scope.workspaceId],
    );
    const read = () => client.get(`/attachments/${row?.id}`);
    expect((await read().expect(404)).body.code).toBe('attachment_not_found');
    await raise(client, [signedId]).expect(201);
    await read().expect(200);
  });
});
