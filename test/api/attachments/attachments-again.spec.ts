import { announce, bytesIn, md5Of, PNG, raise, sendFile, upload } from '../../support/data/attachments.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { asAdmin } from '../../support/test-database.js';

// Combinations: limits of files, and what came before.
const MB = 1024 * 1024;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function limited(settings: object): Promise<TestWorkspace> {
  const workspace = await aWorkspace(app);
  const { subdomain } = workspace;
  await app.operator.apply(JSON.stringify({ workspace: { subdomain, name: subdomain, ...settings } }));
  return workspace;
}

describe('an upload', () => {
  it('is read by nobody before it is attached [E-16-5]', async () => {
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

  it('is attached within its day only [E-16-3]', async () => {
    const { client, scope } = await aWorkspace(app);
    const { signed_id: signedId } = await upload(client);
    const end = (when: string) =>
      asAdmin(app.database, `UPDATE attachments SET expires_at = ${when} WHERE workspace_id = $1`, [
        scope.workspaceId,
      ]);
    await end("now() - interval '1 s'");
    expect(fieldErrors(await raise(client, [signedId]).expect(422))).toEqual(['attachments[0]']);
    await end("now() + interval '1 minute'");
    await raise(client, [signedId]).expect(201);
  });

  it('that was refused takes nothing of the quota, however often it comes [E-16-2]', async () => {
    const { client } = await limited({ attachment_quota_mb: 1, attachment_types: ['image/*', 'text/plain'] });
    const page = { contentType: 'text/html' };
    for (let times = 0; times < 3; times++) {
      await sendFile(client, Buffer.alloc(MB + 1, 'x'), { contentType: 'text/plain' }).expect(422);
      await sendFile(client, Buffer.alloc(MB / 2, 'x'), page).expect(422);
    }
    await sendFile(client, Buffer.alloc(MB, 'x'), { contentType: 'text/plain', contentId: 'a b<' }).expect(
      422,
    );
    await upload(client, Buffer.alloc(MB, 'x'), { contentType: 'text/plain' });
  });
});

describe('announced bytes', () => {
  it('that came are not lost when others come to their address [E-16-1]', async () => {
    const { client, stranger } = await aWorkspace(app);
    const { signedId, url, headers } = await announce(client, 'hello');
    const send = () => stranger.request('put', new URL(url).pathname).set(headers).send('hello');
    await send().expect(204);
    await send().expect(404);
    const { ticket } = (await raise(client, [signedId]).expect(201)).body as { ticket: { id: string } };
    const { body } = await client.get(`/tickets/${ticket.id}/comments`).expect(200);
    const [description] = (body as { comments: { attachments: { url: string }[] }[] }).comments;
    const read = await bytesIn(client.get(new URL(description?.attachments[0]?.url ?? '').pathname)).expect(
      200,
    );
    expect(String(read.body)).toBe('hello');
  });

  it('of a type that the workspace does not accept are refused for what they are [E-16-2]', async () => {
    const { client, stranger } = await limited({ attachment_types: ['text/plain'] });
    const send = async (bytes: Buffer) => {
      const about = { filename: 'a.txt', byte_size: bytes.length, content_type: 'text/plain' };
      const { body } = await client
        .post('/attachment_uploads', { ...about, checksum: md5Of(bytes) })
        .expect(201);
      const { upload_url: url, upload_headers: headers } = body as {
        upload_url: string;
        upload_headers: Record<string, string>;
      };
      return stranger.request('put', new URL(url).pathname).set(headers).send(bytes);
    };
    expect(fieldErrors(await send(PNG))).toEqual(['content_type']);
    expect((await send(Buffer.from('hello'))).status).toBe(204);
  });
});
