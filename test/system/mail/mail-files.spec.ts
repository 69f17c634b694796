import { createHash } from 'node:crypto';
import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG, upload } from '../../support/data/attachments.js';
import { aTicket, type TestWorkspace } from '../../support/data/builders.js';
import { aComment } from '../../support/data/comments.js';
import { aMailingWorkspace, theLast, theMail } from '../../support/data/mails/mails.js';
import { MailServer } from '../../support/fakes/mail-server.js';
import { temporaryFolder } from '../../support/servers/processes.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { freshDatabase } from '../../support/test-database.js';

const MEBIBYTE = 1024 * 1024;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: MailServer;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let app: TestApp;
let acme: TestWorkspace;

beforeAll(async () => {
  // Of its own: mails that other tests leave would be sent, too.
  database = await freshDatabase();
  server = await MailServer.start();
  folder = await temporaryFolder();
  app = await startTestApp({ database, smtp: server.settings, attachmentsDir: folder.path });
  acme = await aMailingWorkspace(app);
});
afterAll(async () => {
  await app.stop();
  await server.stop();
  await database.drop();
  await folder.remove();
});
beforeEach(() => {
  server.received.length = 0;
});

const digestOf = (bytes: ArrayBuffer | Buffer | Uint8Array | string) =>
  createHash('sha256')
    .update(typeof bytes === 'string' ? bytes : new Uint8Array(bytes))
    .digest('hex');

// @proves E-20-6
describe('the files of a reply', () => {
  it('travel with the mail, and pictures stand in their place', async () => {
    const { number } = await aTicket(acme);
    const picture = await upload(acme.client, PNG, { contentId: 'shot' });
    const text = await upload(acme.client, 'Grüße\n', {
      filename: 'für dich.txt',
      contentType: 'text/plain',
    });
    await aComment(acme, number, {
      content: '<p>See <img src="cid:shot"></p>',
      attachments: [picture.signed_id, text.signed_id],
    });
    const { mail } = await theLast(server, 1);
    const [shown, attached] = mail.attachments;
    expect(shown).toMatchObject({ filename: 'picture.png', mimeType: 'image/png', related: true });
    expect(digestOf(shown?.content ?? '')).toBe(digestOf(PNG));
    expect(mail.html).toContain(`<img src="cid:${shown?.contentId?.slice(1, -1)}"`);
    expect(attached).toMatchObject({
      filename: 'für dich.txt',
      mimeType: 'text/plain',
      disposition: 'attachment',
    });
    expect(digestOf(attached?.content ?? '')).toBe(digestOf('Grüße\n'));
  });

  it('are named when they have no room in 10 MiB together', async () => {
    const { number } = await aTicket(acme);
    const signed: string[] = [];
    for (const [filename, size] of [
      ['six.bin', 6],
      ['five.bin', 5],
      ['four.bin', 4],
    ] as const) {
      const bytes = Buffer.alloc(size * MEBIBYTE, filename);
      const as = { filename, contentType: 'application/octet-stream' };
      signed.push((await upload(acme.client, bytes, as)).signed_id);
    }
    await aComment(acme, number, { attachments: signed });
    const { mail } = await theLast(server, 1);
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['six.bin', 'four.bin']);
    expect(mail.attachments.map(({ content }) => (content as ArrayBuffer).byteLength / MEBIBYTE)).toEqual([
      6, 4,
    ]);
    for (const form of [mail.html, mail.text])
      expect(form).toContain('Too large for mail, so not attached: five.bin');
  });

  it('are sent whole or not at all: a mail with a damaged one waits', async () => {
    const { number } = await aTicket(acme);
    const { signed_id: id } = await upload(acme.client, PNG);
    const files = await readdir(folder.path, { recursive: true, withFileTypes: true });
    for (const { parentPath, name } of files.filter((entry) => entry.isFile()))
      await truncate(join(parentPath, name), 10);
    await aComment(acme, number, { attachments: [id] });
    expect((await theMail(acme, 'pending', 1)).answer).toContain('storage of files');
    expect(server.received).toEqual([]);
  });
});
