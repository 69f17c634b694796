import { md5Of, raise } from '../../support/data/attachments.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let app: TestApp;
let desk: TestWorkspace;

beforeAll(async () => {
  app = await startTestApp();
  desk = await aWorkspace(app);
});

describe('announced bytes', () => {
  const announce = async (bytes: string, more: object = {}) => {
    const body = {
      filename: 'a.txt',
      byte_size: bytes.length,
      checksum: md5Of(bytes),
      content_type: 'text/plain',
    };
    const { body: answer } = await desk.client.post('/attachment_uploads', { ...body, ...more }).expect(201);
    return answer as { signed_id: string; upload_url: string; upload_headers: Record<string, string> };
  };
  const put = (url: string, headers: Record<string, string>, bytes: string) =>
    desk.stranger.request('put', new URL(url).pathname).set(headers).send(bytes);

  // @proves E-16-1
  it('are sent to their address, once, and can be attached then', async () => {
    const { signed_id: id, upload_url: url, upload_headers: headers } = await announce('hello');
    expect(headers).toEqual({ 'Content-Type': 'text/plain', 'Content-MD5': md5Of('hello') });
    expect((await raise(desk.client, [id]).expect(422)).body).toMatchObject({
      field_errors: [{ message: 'has not been uploaded yet' }],
    });
    await put(url, headers, 'hello').expect(204);
    await put(url, headers, 'hello').expect(404);
    await raise(desk.client, [id]).expect(201);
  });

  // @proves E-16-3
  it('with a wrong checksum are refused, and the right ones can still be sent', async () => {
    const { signed_id: id, upload_url: url, upload_headers: headers } = await announce('right');
    expect(fieldErrors(await put(url, headers, 'wrong').expect(422))).toEqual(['checksum']);
    expect(fieldErrors(await put(url, headers, 'short').expect(422))).toEqual(['checksum']);
    expect(fieldErrors(await put(url, headers, 'longer').expect(422))).toEqual(['byte_size']);
    expect(fieldErrors(await put(url, headers, 'sho').expect(422))).toEqual(['byte_size']);
    await raise(desk.client, [id]).expect(422);
    await put(url, headers, 'right').expect(204);
    await raise(desk.client, [id]).expect(201);
  });

  // @proves E-16-1
  it('need exactly the headers of their address', async () => {
    const { upload_url: url, upload_headers: headers } = await announce('hello');
    await put(url, { ...headers, 'Content-Type': 'text/html' }, 'hello').expect(400);
    await put(url, { ...headers, 'Content-MD5': md5Of('other') }, 'hello').expect(400);
    await put(url, headers, 'hello').expect(204);
  });

  // @proves E-16-2
  it('are announced with a valid size, checksum and type', async () => {
    const body = { filename: ' ', byte_size: -1, checksum: 'x', content_type: 'text', content_id: ' ' };
    const refused = await desk.client.post('/attachment_uploads', body).expect(422);
    expect(fieldErrors(refused).sort()).toEqual([
      'byte_size',
      'checksum',
      'content_id',
      'content_type',
      'filename',
    ]);
    const large = await desk.client
      .post('/attachment_uploads', {
        ...body,
        filename: 'a',
        content_id: 'a',
        content_type: 'a/b',
        checksum: md5Of(''),
        byte_size: 50 * 1024 * 1024 + 1,
      })
      .expect(422);
    expect((large.body as { field_errors: object[] }).field_errors).toEqual([
      { field: 'byte_size', message: 'File must be 50 MB or smaller.' },
    ]);
  });

  // @proves E-16-1
  it('are announced with all required properties', async () => {
    const { body } = await desk.client.post('/attachment_uploads', {}).expect(422);
    expect((body as { field_errors: object[] }).field_errors).toEqual(
      ['filename', 'byte_size', 'checksum', 'content_type'].map((field) => ({
        field,
        message: 'is required',
      })),
    );
    const nothing = { filename: null, byte_size: null, checksum: null, content_type: null };
    const refused = await desk.client.post('/attachment_uploads', nothing).expect(422);
    expect(JSON.stringify(refused.body)).not.toContain('is required');
  });

  // @proves E-16-1
  it('keep no reply, because it shows a secret', async () => {
    const body = { filename: 'a', byte_size: 1, checksum: md5Of('x'), content_type: 'text/plain' };
    await desk.client.post('/attachment_uploads', body).set('Idempotency-Key', '"k"').expect(400);
  });

  // @proves E-16-6
  it('have an address that no log shows', async () => {
    const own = await startTestApp({});
    try {
      const { client, stranger } = await aWorkspace(own);
      const body = { filename: 'a', byte_size: 1, checksum: md5Of('x'), content_type: 'text/plain' };
      const { upload_url: url, signed_id: id } = (await client.post('/attachment_uploads', body).expect(201))
        .body as { upload_url: string; signed_id: string };
      await stranger.request('put', new URL(url).pathname).set('Content-Type', 'x/y').send('x').expect(400);
      const log = (await own.operator.requestLog()).join('\n');
      expect(log).toContain('/api/external/v2/attachment_uploads/:upload');
      for (const secret of [new URL(url).pathname.split('/').at(-1) ?? '', id])
        expect(log).not.toContain(secret);
    } finally {
      await own.stop();
    }
  });
});
