import supertest from 'supertest';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import {
  attached,
  bytesIn,
  fileHeaders,
  md5Of,
  PNG,
  raise,
  sendFile,
  sha256TagOf,
  upload,
} from '../../support/data/attachments.js';
import { fieldErrors } from '../../support/expectations.js';
import { BASE_DOMAIN, startTestApp, type TestApp } from '../../support/test-app.js';

let app: TestApp;
let desk: TestWorkspace;

beforeAll(async () => {
  app = await startTestApp();
  desk = await aWorkspace(app);
});

const HELD_BACK = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

const headersOf = (bytes: Buffer | string, type: string, disposition: string) => ({
  ...HELD_BACK,
  'content-type': type,
  'content-length': String(Buffer.byteLength(bytes)),
  'content-disposition': disposition,
  'accept-ranges': 'bytes',
  etag: sha256TagOf(bytes),
});

const SAVED = 'application/octet-stream';
const SCRIPT = '<script>alert(document.domain)</script>';
const SVG = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`;
const PDF = '%PDF-1.7\n1 0 obj <</OpenAction <</S /JavaScript /JS (app.alert\\(1\\))>>>> endobj\n%%EOF';
const ZIP = Buffer.from('504b0304140000000000', 'hex');
const GIF = Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1');

describe('a file that could run', () => {
  // @proves E-16-5
  it.each([
    ['SVG', SVG, 'a.svg', 'image/svg+xml', 'attachment; filename=a.svg'],
    ['SVG that is called PNG', SVG, 'a.png', 'image/png', 'attachment; filename=a.png'],
    ['HTML', `<!doctype html>${SCRIPT}`, 'a.html', 'text/html', 'attachment; filename=a.html'],
    ['HTML that is called a picture', SCRIPT, 'a.gif', 'image/gif', 'attachment; filename=a.gif'],
    [
      'XHTML',
      `<html xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</html>`,
      'a.xhtml',
      'application/xhtml+xml',
      'attachment; filename=a.xhtml',
    ],
    ['PDF with script', PDF, 'a.pdf', 'application/pdf', 'attachment; filename=a.pdf'],
    ['script', 'alert(1)', 'a.js', 'text/javascript', 'attachment; filename=a.js'],
    ['Java archive', ZIP, 'a.jar', 'application/java-archive', 'attachment; filename=a.jar'],
    ['nothing at all', '', 'a.png', 'image/png', 'attachment; filename=a.png'],
    ['type with a line end', 'x', 'a.txt', 'text/html; charset=utf-8', 'attachment; filename=a.txt'],
  ])('is always saved and never shown: %s', async (_what, bytes, filename, contentType, disposition) => {
    const { path } = await attached(desk.client, bytes, { filename, contentType });
    const answer = await bytesIn(desk.client.get(path)).expect(200);
    expect(fileHeaders(answer)).toEqual(headersOf(bytes, SAVED, disposition));
    expect(answer.body).toEqual(Buffer.from(bytes));
  });

  // @proves E-16-5
  it.each([
    ['GIF and Java archive in one (GIFAR)', Buffer.concat([GIF, ZIP]), 'image/gif'],
    ['GIF and HTML in one', Buffer.concat([GIF, Buffer.from(SCRIPT)]), 'image/gif'],
    ['PNG that is called HTML', PNG, 'image/png'],
  ])('is sent as a picture and nothing else when it begins as one: %s', async (_what, bytes, type) => {
    const { path } = await attached(desk.client, bytes, { filename: 'a.html', contentType: 'text/html' });
    const answer = await bytesIn(desk.client.get(path)).expect(200);
    expect(fileHeaders(answer)).toEqual(headersOf(bytes, type, 'inline; filename=a.html'));
  });

  it('is shown with the type that its bytes have, not with the one that was named', async () => {
    expect(await upload(desk.client, PNG, { contentType: 'text/html' })).toMatchObject({
      content_type: 'image/png',
    });
    expect(await upload(desk.client, SCRIPT, { contentType: 'image/png' })).toMatchObject({
      content_type: SAVED,
    });
  });
});

describe('a name', () => {
  // @proves E-16-5
  it.each([
    ['../../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\system32\\a.exe', 'a.exe'],
    ['/absolute/b.txt', 'b.txt'],
    ['..', 'file'],
    ['.htaccess', 'htaccess'],
    ['photo\u202Egnp.exe', 'photognp.exe'],
    ['a\u2028b.txt', 'a b.txt'],
    ['C:\\fakepath\\c.txt', 'c.txt'],
    ['   ', 'file'],
    ['a:b|c?.txt', 'a b c .txt'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(251)}.png`],
  ])('has no folders, marks or line ends: %j is %j', async (sent, kept) => {
    const body = { filename: sent, byte_size: 1, checksum: md5Of('x'), content_type: 'text/plain' };
    const blank = sent.trim() === '';
    const long = sent.length > 255;
    if (!blank && !long)
      expect((await desk.client.post('/attachment_uploads', body).expect(201)).body).toMatchObject({
        filename: kept,
      });
    const form = Buffer.from(
      `--b\r\nContent-Disposition: form-data; name="file"; filename="${sent.replaceAll('\\', '\\\\')}"\r\n` +
        'Content-Type: text/plain\r\n\r\nx\r\n--b--\r\n',
    );
    const answer = await desk.client
      .request('post', '/attachments')
      .set('Content-Type', 'multipart/form-data; boundary=b')
      .send(form);
    expect([answer.status, (answer.body as { filename: string }).filename]).toEqual([201, kept]);
  });

  // @proves E-16-5
  it('in another script is sent by RFC 6266', async () => {
    const { path } = await attached(desk.client, 'x', {
      filename: 'účet 1.txt',
      contentType: 'text/plain',
    });
    const answer = await desk.client.get(path).expect(200);
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="??et 1.txt"; filename*=UTF-8''%C3%BA%C4%8Det%201.txt`,
    );
  });
});

describe('a range', () => {
  const TEXT = '0123456789';
  let path: string;
  beforeAll(async () => {
    ({ path } = await attached(desk.client, TEXT, { filename: 'ten.txt', contentType: 'text/plain' }));
  });

  // @proves E-16-5
  it.each([
    ['bytes=0-0', 'bytes 0-0/10', '0'],
    ['bytes=2-4', 'bytes 2-4/10', '234'],
    ['bytes=7-', 'bytes 7-9/10', '789'],
    ['bytes=-3', 'bytes 7-9/10', '789'],
    ['bytes=5-999', 'bytes 5-9/10', '56789'],
    ['bytes=-999', 'bytes 0-9/10', TEXT],
    ['bytes=0-1,2-3', 'bytes 0-3/10', '0123'],
  ])('is answered with its bytes: %s', async (range, contentRange, bytes) => {
    const answer = await bytesIn(desk.client.get(path).set('Range', range)).expect(206);
    expect(fileHeaders(answer)).toEqual({
      ...headersOf(TEXT, SAVED, 'attachment; filename=ten.txt'),
      'content-length': String(bytes.length),
      'content-range': contentRange,
    });
    expect(String(answer.body)).toBe(bytes);
  });

  // @proves E-16-5
  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0', 'bytes=5-2'])(
    'is refused when no byte is in it: %s',
    async (range) => {
      const answer = await desk.client.get(path).set('Range', range).expect(416);
      expect(answer.headers['content-range']).toBe('bytes */10');
      expect(answer.body).toMatchObject({ code: 'range_not_satisfiable' });
    },
  );

  // @proves E-16-5
  it.each(['bytes=0-1,5-6', 'items=0-1', 'bytes', 'bytes=a-b', '', `bytes=${'0-0,2-2,'.repeat(20)}9-`])(
    'is answered with the whole file when it is several, or none: %s',
    async (range) => {
      const answer = await bytesIn(desk.client.get(path).set('Range', range));
      expect([answer.status, String(answer.body).length]).toEqual([answer.status === 206 ? 206 : 200, 10]);
    },
  );

  // @proves E-16-5
  it('counts for the state of the file that the client knows', async () => {
    const tag = sha256TagOf(TEXT);
    const ranged = () => desk.client.get(path).set('Range', 'bytes=0-1');
    await ranged().set('If-Range', tag).expect(206);
    await ranged().set('If-Range', '"other"').expect(200);
    await ranged().set('If-Range', 'Wed, 21 Oct 2026 07:28:00 GMT').expect(200);
    await ranged().set('If-None-Match', tag).expect(304);
    await ranged().set('If-Match', '"other"').expect(412);
    await desk.client.get(path).set('If-None-Match', `W/${tag}`).expect(304);
  });

  it('of an empty file has no byte', async () => {
    const { path: empty } = await attached(desk.client, '', { filename: 'a', contentType: 'text/plain' });
    await desk.client.get(empty).set('Range', 'bytes=0-').expect(416);
  });

  // @proves E-16-5
  it('is left out of HEAD, which says what GET would send', async () => {
    const answer = await supertest(app.url)
      .head(path)
      .set({ Host: `${desk.subdomain}.${BASE_DOMAIN}`, 'X-Api-Key': desk.key, Range: 'bytes=0-1' })
      .expect(200);
    expect(fileHeaders(answer)).toEqual(headersOf(TEXT, SAVED, 'attachment; filename=ten.txt'));
  });
});

describe('another workspace', () => {
  // @proves E-16-3
  it('sees neither a file nor whether there is one', async () => {
    const { path, signedId } = await attached(desk.client);
    const { signed_id: free } = await upload(desk.client);
    const other = await aWorkspace(app);
    const unknown = path.replace(/[0-9a-f]{12}$/, '000000000000');
    const [foreign, none] = [
      await other.client.get(path).expect(404),
      await other.client.get(unknown).expect(404),
    ];
    expect(foreign.text).toBe(none.text);
    await desk.stranger.get(path).expect(401);
    await other.clientWith(desk.key).get(path).expect(401);
    for (const id of [signedId, free])
      expect((await raise(other.client, [id]).expect(422)).body).toMatchObject({
        field_errors: [{ field: 'attachments[0]', message: 'is not the signed id of an upload' }],
      });
  });

  // @proves E-16-3
  it('cannot use the upload address of another one, and a key is no upload address', async () => {
    const announced = { filename: 'a.txt', byte_size: 1, checksum: md5Of('x'), content_type: 'text/plain' };
    const { body } = await desk.client.post('/attachment_uploads', announced).expect(201);
    const { upload_url: url } = body as { upload_url: string };
    const other = await aWorkspace(app);
    const put = (to: TestWorkspace, path: string) =>
      to.stranger
        .request('put', path)
        .set({ 'Content-Type': 'text/plain', 'Content-MD5': md5Of('x') })
        .send('x');
    await put(other, new URL(url).pathname).expect(404);
    await put(desk, `/attachment_uploads/${desk.key}`).expect(404);
    await put(desk, new URL(url).pathname).expect(204);
    expect(url).toContain(`${desk.subdomain}.${BASE_DOMAIN}`);
  });
});

describe('a form', () => {
  it('that ends in the middle leaves nothing', async () => {
    const cut = Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf');
    const answer = await desk.client
      .request('post', '/attachments')
      .set('Content-Type', 'multipart/form-data; boundary=b')
      .send(cut);
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([400, 'malformed_body']);
  });

  it.each(['form-data; filename="a"', 'form-data; name=""; filename="a"', 'form-data', 'form-data; name=""'])(
    'with a part without a name says so: %s',
    async (disposition) => {
      const { body } = await desk.client
        .request('post', '/attachments')
        .set('Content-Type', 'multipart/form-data; boundary=b')
        .send(Buffer.from(`--b\r\nContent-Disposition: ${disposition}\r\n\r\nx\r\n--b--\r\n`))
        .expect(422);
      expect((body as { field_errors: object[] }).field_errors).toEqual([
        { field: 'parts', message: 'must each have a name' },
        { field: 'file', message: 'is required' },
      ]);
    },
  );

  it('with an invalid content id is refused, and nothing stays', async () => {
    const refused = await sendFile(desk.client, PNG, { contentId: 'a b<script>' }).expect(422);
    expect(fieldErrors(refused)).toEqual(['content_id']);
  });
});
