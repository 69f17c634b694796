import type { Response } from 'supertest';
import type { ApiClient } from '../../servers/api-client.js';
import { attached, md5Of, sendFile } from '../attachments.js';
import { aMail, bring, type ShownEmail } from './inbound-emails.js';

/** Clients of one workspace at services that differ, and one at a service whose tables are gone. */
export interface FileClients {
  readonly client: ApiClient;
  /** Its files have at most 1 MiB. */
  readonly small: ApiClient;
  /** No file may be under way. */
  readonly strict: ApiClient;
  readonly failing: ApiClient;
}

/** One way to each refusal that needs a file, by the operation and the status. */
const WAYS: Readonly<Record<string, (clients: FileClients) => PromiseLike<Response>>> = {
  'uploadAttachment 400': ({ client }) =>
    client.request('post', '/attachments').set('Content-Type', 'multipart/form-data').send('x'),
  'uploadAttachment 413': ({ small }) => sendFile(small, Buffer.alloc(1024 * 1024 + 1)),
  'uploadAttachment 422': ({ client }) => client.request('post', '/attachments').field('content_id', 'one'),
  'uploadAttachment 500': ({ failing }) => sendFile(failing, 'x'),
  'getAttachment 412': async ({ client }) =>
    client.get((await attached(client)).path).set('If-Match', '"another"'),
  'getAttachment 416': async ({ client }) =>
    client.get((await attached(client)).path).set('Range', 'bytes=9999-'),
  'receiveInboundEmail 400': ({ client }) => bring(client, 'x').set('Idempotency-Key', '"one"'),
  'receiveInboundEmail 413': ({ small }) => bring(small, Buffer.alloc(1024 * 1024 + 1)),
  'receiveInboundEmail 500': ({ failing }) => bring(failing, 'x'),
  'getInboundEmailRaw 412': async ({ client }) =>
    client.get(await rawPathOf(client)).set('If-Match', '"another"'),
  'getInboundEmailRaw 416': async ({ client }) =>
    client.get(await rawPathOf(client)).set('Range', 'bytes=9999-'),
  'putAttachmentUpload 400': ({ client }) => put(client, 'x', { 'Content-Type': 'text/html' }),
  'putAttachmentUpload 422': ({ client }) => put(client, 'y'),
  'putAttachmentUpload 429': ({ strict }) => strict.request('put', '/attachment_uploads/x').send('x'),
};

/** What an operation with files is refused with; null when the refusal needs no file. */
export async function refusedFile(name: string, clients: FileClients): Promise<Response | null> {
  return (await WAYS[name]?.(clients)) ?? null;
}

async function rawPathOf(client: ApiClient): Promise<string> {
  const { body } = await bring(client, aMail()).expect(201);
  return `/inbound-emails/${(body as { inbound_email: ShownEmail }).inbound_email.id}/raw`;
}

/** Announces the byte `x` and sends something. */
async function put(client: ApiClient, bytes: string, more: Record<string, string> = {}): Promise<Response> {
  const announced = { filename: 'a', byte_size: 1, checksum: md5Of('x'), content_type: 'text/plain' };
  const { body } = await client.post('/attachment_uploads', announced).expect(201);
  const { upload_url: url, upload_headers: headers } = body as {
    readonly upload_url: string;
    readonly upload_headers: Record<string, string>;
  };
  return client
    .request('put', new URL(url).pathname)
    .set({ ...headers, ...more })
    .send(bytes);
}
