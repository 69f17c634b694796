import { md5Of, raise, upload } from '../../support/data/attachments.js';
import { aWorkspace } from '../../support/data/builders.js';
import { holdUploads, waitingForLocks } from '../../support/data/stored/held.js';
import { useDesk } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';
import { until } from '../../support/until.js';

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

describe('a quota of files', () => {
  // @proves E-16-2
  it('is counted by one announcement after the other, however many come at once', async () => {
    const { client, subdomain } = await aWorkspace(app);
    const workspace = { subdomain, name: subdomain, attachment_quota_mb: 1 };
    await app.operator.apply(JSON.stringify({ workspace }));
    const file = { filename: 'a', byte_size: 400_000, checksum: md5Of('x'), content_type: 'text/plain' };
    const held = await holdUploads(app.database);
    const answers = Promise.all([1, 2, 3].map(() => client.post('/attachment_uploads', file)));
    await until(async () => (await waitingForLocks(app.database)) === 3);
    await held.release();
    expect((await answers).map(({ status }) => status).sort()).toEqual([201, 201, 422]);
  });
});
