import { announce, PNG, raise, TICKET, upload } from '../../support/data/attachments.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aMail, received } from '../../support/data/mails/inbound-emails.js';
import { aSession } from '../../support/data/sessions.js';
import { messagesOf } from '../../support/expectations.js';
import { S3Server } from '../../support/fakes/s3-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: S3Server;
let app: TestApp;
let desk: TestWorkspace;

beforeAll(async () => {
  server = await S3Server.start();
  app = await startTestApp({ s3: server.options });
  desk = await aWorkspace(app);
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});

/** The path of the only attachment of a new ticket. */
async function attachedAs(signedId: string): Promise<string> {
  const { body } = await raise(desk.client, [signedId]).expect(201);
  const { number } = (body as { ticket: { number: number } }).ticket;
  const listed = await desk.client.get(`/tickets/${number}/comments`).expect(200);
  const [description] = (listed.body as { comments: { attachments: { url: string }[] }[] }).comments;
  return new URL(description?.attachments[0]?.url ?? '').pathname;
}

const sendTo = (url: string, headers: Readonly<Record<string, string>>, body: string) =>
  fetch(url, { method: 'PUT', headers: { ...headers }, body });

describe('files in a bucket', () => {
  // @proves E-16-4, E-16-5
  it('are answered with an address that needs no key, and sends the bytes as the service would', async () => {
    const { signed_id: signedId } = await upload(desk.client, PNG);
    const path = await attachedAs(signedId);
    const answer = await desk.client.get(path).redirects(0).expect(302);
    const file = await fetch(answer.headers['location'] ?? '');
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(file.headers.get('content-disposition')).toBe('inline; filename=picture.png');
    expect(Buffer.from(await file.arrayBuffer())).toEqual(PNG);
    const { page } = await aSession(desk, { email: TICKET.email });
    await page.get(path.replace('/api/external/v2', '')).redirects(0).expect(302);
    await desk.stranger.get(path).redirects(0).expect(401);
    await (await aWorkspace(app)).client.get(path).redirects(0).expect(404);
  });

  // @proves E-21-5
  it('may be received mails, which can be downloaded', async () => {
    const mail = aMail();
    const { id } = await received(desk, mail);
    const answer = await desk.client.get(`/inbound-emails/${id}/raw`).redirects(0).expect(302);
    const file = await fetch(answer.headers['location'] ?? '');
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename=${id}.eml`);
    expect(await file.text()).toBe(mail);
  });

  // @proves E-16-1
  it('are sent to the bucket itself when they are announced', async () => {
    const { signedId, url, headers } = await announce(desk.client, 'hello');
    expect(url).toContain(server.endpoint);
    await raise(desk.client, [signedId]).expect(422);
    expect((await sendTo(url, headers, 'hello')).status).toBe(200);
    const { headers: sent } = await desk.client
      .get(await attachedAs(signedId))
      .redirects(0)
      .expect(302);
    expect(await (await fetch(sent['location'] ?? '')).text()).toBe('hello');
  });

  // @proves E-16-3
  it('are not attached when other bytes have come than were announced', async () => {
    const { signedId, url, headers } = await announce(desk.client, 'right');
    expect((await sendTo(url, headers, 'wrong')).ok).toBe(true);
    expect((await raise(desk.client, [signedId]).expect(422)).body).toMatchObject({
      field_errors: [
        {
          field: 'attachments[0]',
          message: 'cannot be used: its checksum is not the checksum of the bytes that arrived',
        },
      ],
    });
    // The right bytes can still come.
    expect((await sendTo(url, headers, 'right')).ok).toBe(true);
    await raise(desk.client, [signedId]).expect(201);
  });

  // @proves E-16-3
  it('are all named with every other problem when other bytes have come', async () => {
    const sentWrong = async () => {
      const { signedId, url, headers } = await announce(desk.client, 'right');
      expect((await sendTo(url, headers, 'wrong')).ok).toBe(true);
      return signedId;
    };
    const wrong = [await sentWrong(), await sentWrong()];
    const problem = 'cannot be used: its checksum is not the checksum of the bytes that arrived';
    const ofFiles = [0, 1].map((index) => `attachments[${index}] ${problem}`);
    const raised = await raise(desk.client, wrong, { subject: ' ' }).expect(422);
    expect(messagesOf(raised)).toEqual(['subject must not be blank', ...ofFiles]);
    const { body } = await raise(desk.client, []).expect(201);
    const { number } = (body as { ticket: { number: number } }).ticket;
    const update = { subject: ' ', attachments: wrong };
    const updated = await desk.client.put(`/tickets/${number}`, update).expect(422);
    expect(messagesOf(updated)).toEqual(['subject must not be blank', ...ofFiles]);
    const comment = { content: ' ', attachments: [...wrong, wrong[0]] };
    const added = await desk.client.post(`/tickets/${number}/comments`, comment).expect(422);
    const others = ['content must not be blank', 'author_email is required', 'attachments[2] is named twice'];
    expect(messagesOf(added)).toEqual([...ofFiles, ...others]);
  });

  it('are shown by their signed addresses only', async () => {
    const { signed_id: signedId } = await upload(desk.client, PNG);
    const path = await attachedAs(signedId);
    const { headers } = await desk.client.get(path).redirects(0).expect(302);
    const unsigned = (headers['location'] ?? '').replace(/\?.*/, '');
    expect((await fetch(unsigned)).status).toBe(403);
  });
});
