import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG, sendFile, TICKET } from '../../support/data/attachments.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { FakeClamd } from '../../support/fakes/fake-clamd.js';
import { S3Server } from '../../support/fakes/s3-server.js';
import { ApiClient } from '../../support/servers/api-client.js';
import { temporaryFolder } from '../../support/servers/processes.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

describe('a service whose storage of files is away', () => {
  /** What is said of the storage, and whether a ticket and an upload are answered. */
  const seenAt = async (app: TestApp, desk: TestWorkspace) => {
    const ready = await new ApiClient(app, 'nobody', null).get('/health/ready');
    const ticket = await desk.client.post('/tickets', TICKET);
    const file = await sendFile(desk.client, PNG);
    return [ready.status, ready.body.storage, ticket.status, file.status, file.body.code];
  };
  const WELL = [200, 'ok', 201, 201, undefined];

  it('is ready and says so, because it serves everything else; the bucket is back by itself', async () => {
    const server = await S3Server.start();
    const app = await startTestApp({ s3: server.options });
    const desk = await aWorkspace(app);
    expect(await seenAt(app, desk)).toEqual(WELL);
    server.isAway = true;
    await until(async () => (await seenAt(app, desk))[1] === 'unavailable');
    expect(await seenAt(app, desk)).toEqual([200, 'unavailable', 201, 503, 'storage_unavailable']);
    server.isAway = false;
    await until(async () => (await seenAt(app, desk))[1] === 'ok');
    expect(await seenAt(app, desk)).toEqual(WELL);
    await app.stop();
    await server.stop();
  });

  it('says the same of a folder in which nobody can write', async () => {
    const folder = await temporaryFolder();
    const attachmentsDir = join(folder.path, 'attachments');
    const app = await startTestApp({ attachmentsDir });
    const desk = await aWorkspace(app);
    expect(await seenAt(app, desk)).toEqual(WELL);
    await rename(attachmentsDir, join(folder.path, 'elsewhere'));
    // Also root, whom modes do not keep away, cannot write below a file.
    await writeFile(attachmentsDir, '');
    await until(async () => (await seenAt(app, desk))[1] === 'unavailable');
    expect(await seenAt(app, desk)).toEqual([200, 'unavailable', 201, 503, 'storage_unavailable']);
    await rm(attachmentsDir);
    await rename(join(folder.path, 'elsewhere'), attachmentsDir);
    await until(async () => (await seenAt(app, desk))[1] === 'ok');
    expect(await seenAt(app, desk)).toEqual(WELL);
    await app.stop();
    await folder.remove();
  });

  it('says the same of a virus scanner that says nothing', async () => {
    const clamd = await FakeClamd.start();
    const app = await startTestApp({ clamd: clamd.address });
    const desk = await aWorkspace(app);
    expect(await seenAt(app, desk)).toEqual(WELL);
    clamd.isSilent = true;
    const ready = () => new ApiClient(app, 'nobody', null).get('/health/ready');
    await until(async () => (await ready()).body.storage === 'unavailable');
    await desk.client.post('/tickets', TICKET).expect(201);
    await app.stop();
    await clamd.stop();
  });
});
