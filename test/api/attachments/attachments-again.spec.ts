import {
  announce,
  bytesIn,
  endUploadsIn,
  md5Of,
  PNG,
  raise,
  sendFile,
  upload,
} from '../../support/data/attachments.js';
import { aWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

// Combinations: limits of files, and what came before.
const MB = 1024 * 1024;

const app = useDesk();

describe('an upload', () => {
  // @proves E-16-3
  it('is attached within its day only', async () => {
    const workspace = await aWorkspace(app);
    const { client } = workspace;
    const { signed_id: signedId } = await upload(client);
    await endUploadsIn(workspace, -1);
    expect(fieldErrors(await raise(client, [signedId]).expect(422))).toEqual(['attachments[0]']);
    await endUploadsIn(workspace, 60);
    await raise(client, [signedId]).expect(201);
  });

  // @proves E-16-2
  it('that was refused takes nothing of the quota, however often it comes', async () => {
    const { client } = await aWorkspace(
      app,
      {},
      { attachment_quota_mb: 1, attachment_types: ['image/*', 'text/plain'] },
    );
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
  // @proves E-16-1
  it('that arrived are not lost when other bytes are sent to their address', async () => {
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

  // @proves E-16-2
  it('of a type that the workspace does not accept are refused by their real type', async () => {
    const { client, stranger } = await aWorkspace(app, {}, { attachment_types: ['text/plain'] });
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
