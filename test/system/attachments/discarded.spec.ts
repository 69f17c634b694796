import { Readable } from 'node:stream';
import { UploadsService } from '../../../src/attachments/uploads/uploads.service.js';
import { tenantScope } from '../../../src/platform/tenancy/tenant-scope.js';
import { bytesIn, pathIn, PNG, raise } from '../../support/data/attachments.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';

let app: LocalApp;
let acme: TestWorkspace;

beforeAll(async () => {
  app = await startLocalApp();
  acme = await aWorkspace(app);
});
afterAll(() => app.stop());

// Whoever has written a ticket and does not hear whether that was kept discards its files.
it('an upload that is discarded after it was attached stays', async () => {
  const [uploads, scope] = [app.app.get(UploadsService), tenantScope(acme.scope.workspaceId)];
  const file = { filename: 'a.png', contentType: 'image/png', atMost: PNG.length };
  const stored = await uploads.store(scope, { ...file, bytes: Readable.from([PNG]) });
  await uploads.finish(scope, stored, 'shown');
  const raised = await raise(acme.client, [stored.signedId], { description: '<img src="cid:shown">' });
  const path = pathIn((raised.body as { ticket: { description: string } }).ticket.description);
  await uploads.discard(scope, stored);
  const { body } = await bytesIn(acme.client.get(path)).expect(200);
  expect(PNG.equals(body as Buffer)).toBe(true);
});
