import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { md5Of, PNG, raise, sendFile, TICKET, upload } from '../../support/data/attachments.js';
import { fieldErrors } from '../../support/expectations.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const MB = 1024 * 1024;

let app: TestApp;
let desk: TestWorkspace;

beforeAll(async () => {
  app = await startTestApp();
  desk = await aWorkspace(app);
});

const problems = (response: { body: unknown }) =>
  (response.body as { field_errors?: { field: string; message: string }[] }).field_errors;

describe('an upload', () => {
  // @proves E-16-1
  it('is answered with its signed id, name, type, size and checksum', async () => {
    const file = await upload(desk.client, PNG, { filename: 'Screenshot 1.png' });
    expect(file).toEqual({
      signed_id: expect.stringMatching(/^[\w-]{22}$/) as string,
      filename: 'Screenshot 1.png',
      content_type: 'image/png',
      byte_size: PNG.length,
      checksum: md5Of(PNG),
    });
  });

  it('may be empty', async () => {
    const file = await upload(desk.client, '', { filename: 'empty.txt', contentType: 'text/plain' });
    expect(file).toMatchObject({ byte_size: 0, content_type: 'text/plain', checksum: md5Of('') });
  });

  it('keeps a name in any script', async () => {
    const { filename } = await upload(desk.client, 'x', { filename: 'Škoda 報告書.txt' });
    expect(filename).toBe('Škoda 報告書.txt');
  });

  // @proves E-16-1
  it('needs a part called file', async () => {
    const other = await desk.client
      .request('post', '/attachments')
      .attach('picture', PNG, 'a.png')
      .expect(422);
    expect(fieldErrors(other).sort()).toEqual(['file', 'picture']);
    const none = await desk.client.request('post', '/attachments').field('content_id', 'a').expect(422);
    expect(fieldErrors(none)).toEqual(['file']);
  });

  it('has one file', async () => {
    const form = desk.client.request('post', '/attachments').attach('file', PNG, 'a.png');
    const refused = await form.attach('file', PNG, 'b.png').expect(422);
    expect(fieldErrors(refused)).toEqual(['file']);
  });

  it('is a form', async () => {
    await desk.client.post('/attachments', { file: 'x' }).expect(415);
    const text = desk.client.request('post', '/attachments').set('Content-Type', 'multipart/form-data');
    await text.send('no boundary').expect(400);
    const broken = desk.client
      .request('post', '/attachments')
      .set('Content-Type', 'multipart/form-data; boundary=x');
    await broken.send('--y\r\n').expect(400);
  });

  // @proves E-16-1
  it('keeps no reply', async () => {
    const refused = await sendFile(desk.client, PNG).set('Idempotency-Key', '"one"').expect(400);
    expect(refused.body).toMatchObject({ code: 'malformed_header' });
  });

  // @proves E-16-1
  it('needs the scope attachments:write', async () => {
    const key = await app.operator.createKey(desk.scope.workspaceId, 'reader', {
      scopes: ['attachments:read'],
    });
    await sendFile(desk.clientWith(key), PNG).expect(403);
    await sendFile(desk.stranger, PNG).expect(401);
  });
});

describe('a workspace that limits its attachments', () => {
  const announced = (byteSize: number, contentType: string) => ({
    ...{ filename: 'a', byte_size: byteSize, checksum: md5Of('x'), content_type: contentType },
  });

  // @proves E-16-2
  it('takes files until its quota is used, and none that does not fit', async () => {
    const { client } = await aWorkspace(app, {}, { attachment_quota_mb: 2 });
    await upload(client, Buffer.alloc(MB, 'x'));
    const message = 'does not fit: all attachments of this workspace together may have at most 2 MB';
    const sent = await sendFile(client, Buffer.alloc(MB + 1, 'x')).expect(422);
    expect(problems(sent)).toEqual([{ field: 'file', message }]);
    const reserved = await client.post('/attachment_uploads', announced(MB + 1, 'text/plain')).expect(422);
    expect(problems(reserved)).toEqual([{ field: 'byte_size', message }]);
    await client.post('/attachment_uploads', announced(MB, 'text/plain')).expect(201);
    expect(problems(await sendFile(client, 'x').expect(422))).toEqual([{ field: 'file', message }]);
  });

  // @proves E-16-2
  it('takes no more than its quota when many come at once', async () => {
    const { client } = await aWorkspace(app, {}, { attachment_quota_mb: 1 });
    const reserve = () => client.post('/attachment_uploads', announced(400_000, 'text/plain'));
    const send = () => sendFile(client, Buffer.alloc(400_000, 'x'));
    const answers = await Promise.all([reserve(), send(), reserve(), send(), reserve(), send(), reserve()]);
    const statuses = answers.map(({ status }) => status).sort((one, other) => one - other);
    expect(statuses).toEqual([201, 201, 422, 422, 422, 422, 422]);
  });

  // @proves E-16-2
  it('takes files of its types, by what their bytes say, and no others', async () => {
    const { client } = await aWorkspace(app, {}, { attachment_types: ['image/*', 'text/csv'] });
    await upload(client);
    await upload(client, 'a,b', { filename: 'a.csv', contentType: 'text/csv' });
    const message = (type: string) =>
      `is of the type ${type}, but this workspace accepts only image/*, text/csv`;
    const text = await sendFile(client, 'x', { contentType: 'text/plain' }).expect(422);
    expect(problems(text)).toEqual([{ field: 'file', message: message('text/plain') }]);
    const disguised = await sendFile(client, 'x', { contentType: 'image/png' }).expect(422);
    expect(problems(disguised)).toEqual([{ field: 'file', message: message('application/octet-stream') }]);
    const reserved = await client.post('/attachment_uploads', announced(1, 'text/plain')).expect(422);
    expect(problems(reserved)).toEqual([{ field: 'content_type', message: message('text/plain') }]);
    await client.post('/attachment_uploads', announced(1, 'image/png')).expect(201);
  });
});

describe('a ticket with files', () => {
  // @proves E-16-3
  it('takes signed ids when it is raised, and each once', async () => {
    const { signed_id: id } = await upload(desk.client);
    await raise(desk.client, [id]).expect(201);
    const again = await raise(desk.client, [id]).expect(422);
    expect(problems(again)).toEqual([
      { field: 'attachments[0]', message: 'belongs to a ticket or a comment already' },
    ]);
  });

  // @proves E-16-3
  it('takes them later, and its update says so', async () => {
    const raised = await raise(desk.client, []).expect(201);
    const { ticket } = raised.body as { ticket: { id: string; updated_at: string } };
    const { signed_id: id } = await upload(desk.client);
    const changed = await desk.client.put(`/tickets/${ticket.id}`, { attachments: [id] }).expect(200);
    const { updated_at: after } = (changed.body as { ticket: { updated_at: string } }).ticket;
    expect(after > ticket.updated_at).toBe(true);
    const { body } = await desk.client.get('/events?types=ticket.updated').expect(200);
    const { events } = body as { events: { data: { ticket: { id: string }; changes: object } }[] };
    const changes = events.filter(({ data }) => data.ticket.id === ticket.id).map(({ data }) => data.changes);
    expect(changes).toEqual([{ attachments: [[], [expect.stringMatching(/^[0-9a-f-]{36}$/)]] }]);
  });

  // @proves E-16-3
  it('refuses every id that cannot be attached at its place, and makes nothing', async () => {
    const other = await aWorkspace(app);
    const foreign = (await upload(other.client)).signed_id;
    const good = (await upload(desk.client)).signed_id;
    const subject = 'Never made';
    const refused = await raise(desk.client, [good, 'unknown', foreign, good, 7, 7], { subject }).expect(422);
    const unknown = 'is not the signed id of an upload';
    expect(problems(refused)).toEqual([
      { field: 'attachments[1]', message: unknown },
      { field: 'attachments[2]', message: unknown },
      { field: 'attachments[3]', message: 'is named twice' },
      { field: 'attachments[4]', message: 'must be a string' },
      { field: 'attachments[5]', message: 'must be a string' },
    ]);
    const { body } = await desk.client.get('/tickets?page_size=100').expect(200);
    expect(
      (body as { tickets: { subject: string }[] }).tickets.map((ticket) => ticket.subject),
    ).not.toContain(subject);
    await raise(desk.client, [good]).expect(201);
  });

  it('names problems of files beside all others', async () => {
    const refused = await desk.client
      .post('/tickets', { ...TICKET, status: 'none', attachments: ['x'] })
      .expect(422);
    expect(fieldErrors(refused).sort()).toEqual(['attachments[0]', 'status']);
  });

  // @proves E-16-2
  it('has files of at most 10 MB', async () => {
    const most = await upload(desk.client, Buffer.alloc(10 * MB));
    await raise(desk.client, [most.signed_id]).expect(201);
    const more = await upload(desk.client, Buffer.alloc(10 * MB + 1));
    const refused = await raise(desk.client, [more.signed_id]).expect(422);
    expect(problems(refused)).toEqual([
      { field: 'attachments[0]', message: 'Attachments must be 10 MB or smaller.' },
    ]);
  });

  // @proves E-16-2
  it('has at most 20 files, those that it has already among them', async () => {
    const ids = await Promise.all(
      Array.from({ length: 21 }, async () => (await upload(desk.client)).signed_id),
    );
    expect(fieldErrors(await raise(desk.client, ids).expect(422))).toEqual(['attachments']);
    const raised = await raise(desk.client, ids.slice(0, 20)).expect(201);
    const { id } = (raised.body as { ticket: { id: string } }).ticket;
    const refused = await desk.client.put(`/tickets/${id}`, { attachments: ids.slice(20) }).expect(422);
    expect(problems(refused)).toEqual([
      { field: 'attachments', message: 'must have at most 20 items, and 20 are there already' },
    ]);
  });

  // @proves E-16-3
  it('attaches a file once when two requests name it at the same moment', async () => {
    const { signed_id: id } = await upload(desk.client);
    const answers = await Promise.all([1, 2, 3, 4].map(() => raise(desk.client, [id])));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
  });
});
