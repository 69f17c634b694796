import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { S3Storage } from '../../../src/platform/storage/s3-storage.js';
import { announce, attached, pathIn, PNG, raise, sendFile, upload } from '../../support/data/attachments.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, EVE, TWO_AGENTS } from '../../support/data/comments.js';
import { aSession } from '../../support/data/sessions.js';
import { Desk } from '../../support/servers/desk.js';
import { temporaryFolder } from '../../support/servers/processes.js';
import { S3Server } from '../../support/fakes/s3-server.js';
import { all } from '../../support/servers/streams.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const ADA = 'ada@customer.example';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let app: TestApp;
let owner: Desk;
let acme: TestWorkspace;

beforeAll(async () => {
  folder = await temporaryFolder();
  app = await startTestApp({ attachmentsDir: folder.path });
  owner = asOwner({ ATTACHMENTS_DIR: folder.path });
});
beforeEach(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
});
afterAll(async () => {
  await app.stop();
  await folder.remove();
});

const asOwner = (settings: Record<string, string>): Desk =>
  Desk.on(app.database, { MIGRATION_DATABASE_URL: app.database.ownerUrl, ...settings });

const erase = (desk: Desk, of = acme) =>
  desk.run(['customers', 'erase', of.subdomain, ADA, '--confirm', '--json']);

/** The places of the files that the folder has of a workspace. */
const placesOf = async ({ scope }: TestWorkspace): Promise<string[]> =>
  (await readdir(join(folder.path, scope.workspaceId), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

const aFile = async (of = acme): Promise<string> => (await upload(of.client, PNG)).signed_id;

const aDraft = async (ticket: string | number, author: string) => {
  const draft = { author_email: author, content: 'x', attachments: [await aFile()] };
  await acme.client.put(`/tickets/${ticket}/drafts/reply`, draft).expect(200);
};

/** A ticket of Ada with a file, and what she has to do with a ticket of somebody else, which has a file of its own. */
async function filesEverywhere(): Promise<{ readonly others: string }> {
  const { body } = await raise(acme.client, [await aFile()], { email: ADA }).expect(201);
  const { number } = (body as { ticket: { number: number } }).ticket;
  await aComment(acme, number, { attachments: [await aFile()] });
  await aDraft(number, EVE.email);
  const { signed_id: id } = await upload(acme.client, PNG, { contentId: 'shown' });
  const other = await raise(acme.client, [id], { cc: [ADA], description: '<img src="cid:shown">' }).expect(
    201,
  );
  const { ticket } = other.body as { ticket: { number: number; description: string } };
  await aComment(acme, ticket.number, { author_email: ADA, attachments: [await aFile()] });
  await aDraft(ticket.number, ADA);
  return { others: pathIn(ticket.description) };
}

describe('the files of an erased customer', () => {
  // @proves E-16-6
  it('go with the command: those of its tickets, comments and drafts, and no others', async () => {
    const { others } = await filesEverywhere();
    expect(await placesOf(acme)).toHaveLength(6);
    const { status, stdout } = await erase(owner);
    expect([status, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ attachments: 5 })]);
    expect(await placesOf(acme)).toHaveLength(1);
    await acme.client.get(others).expect(200);
  });

  it('go, too, when a session of the customer has uploaded and not attached them', async () => {
    const [ada, bob] = [await aSession(acme, { email: ADA }), await aSession(acme)];
    for (const { page } of [ada, bob]) await sendFile(page, PNG).expect(201);
    await aFile();
    expect(await placesOf(acme)).toHaveLength(3);
    const { status, stdout } = await erase(owner);
    expect([status, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ attachments: 1 })]);
    expect(await placesOf(acme)).toHaveLength(2);
  });

  it('that cannot be deleted are told, and wait for the sweep', async () => {
    await raise(acme.client, [await aFile(), await aFile()], { email: ADA }).expect(201);
    const places = await placesOf(acme);
    // Also root can delete no folder as a file.
    for (const place of places) await rm(place).then(() => mkdir(place));
    expect(await erase(owner)).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/"tickets": 1\b/) as string,
      stderr: expect.stringMatching(/Erased the customer[^]*Some files are left[^]*within an hour/) as string,
    });
    const { body } = await acme.client.get(`/customers?email=${ADA}`).expect(200);
    expect((body as { customers: object[] }).customers).toEqual([]);
  });
});

describe('the files of a deleted workspace', () => {
  // @proves E-16-6
  it('go with the command, also those that nobody has attached, and no others', async () => {
    const other = await aWorkspace(app);
    await aFile(other);
    await attached(acme.client);
    await aFile();
    await owner.output(['workspace', 'delete', acme.subdomain, '--confirm', acme.subdomain]);
    expect([await placesOf(acme), await placesOf(other)]).toEqual([[], [expect.any(String)]]);
  });
});

describe('files in a bucket', () => {
  let server: S3Server;
  let bucket: S3Storage;
  let inBucket: TestApp;
  let desk: Desk;
  let globex: TestWorkspace;

  beforeAll(async () => {
    server = await S3Server.start();
    bucket = new S3Storage(server.options);
    inBucket = await startTestApp({ s3: server.options });
    desk = asOwner({
      ...{ S3_ENDPOINT: server.endpoint, S3_BUCKET: server.bucket },
      ...{ S3_ACCESS_KEY_ID: S3Server.keys.id, S3_SECRET_ACCESS_KEY: S3Server.keys.secret },
    });
  });
  beforeEach(async () => {
    globex = await aWorkspace(inBucket);
  });
  afterAll(async () => {
    await inBucket.stop();
    bucket.close();
    await server.stop();
  });

  const objects = async () => (await all(bucket.list(globex.scope.workspaceId))).length;

  /** A file of Ada that she has sent to the bucket herself, which has two names there: hers, and that of the checked copy. */
  const aFileOfAda = async () => {
    const { signedId, url, headers } = await announce(globex.client, 'hello');
    await fetch(url, { method: 'PUT', headers: { ...headers }, body: 'hello' });
    await raise(globex.client, [signedId], { email: ADA }).expect(201);
  };

  it('go with their customer, and wait for the sweep while the bucket is away', async () => {
    await raise(globex.client, [await aFile(globex)]).expect(201);
    await aFileOfAda();
    expect(await objects()).toBe(3);
    expect([(await erase(desk, globex)).status, await objects()]).toEqual([0, 1]);
    await aFileOfAda();
    server.isAway = true;
    const { status, stderr } = await erase(desk, globex);
    server.isAway = false;
    expect([status, stderr]).toEqual([1, expect.stringContaining('Some files are left')]);
    expect(await objects()).toBe(3);
    await inBucket.operator.sweepFiles();
    expect(await objects()).toBe(1);
  });

  it('go with their workspace, and wait for the sweep while the bucket is away', async () => {
    const other = await aWorkspace(inBucket);
    const remove = ({ subdomain }: TestWorkspace) =>
      desk.run(['workspace', 'delete', subdomain, '--confirm', subdomain]);
    await aFile(other);
    await aFileOfAda();
    expect([(await remove(globex)).status, await objects()]).toEqual([0, 0]);
    globex = other;
    expect(await objects()).toBe(1);
    server.isAway = true;
    const { status, stderr } = await remove(other);
    server.isAway = false;
    expect([status, stderr]).toEqual([1, expect.stringMatching(/Deleted workspace[^]*Some files are left/)]);
    expect(await objects()).toBe(1);
    await inBucket.operator.sweepFiles();
    expect(await objects()).toBe(0);
  });
});
