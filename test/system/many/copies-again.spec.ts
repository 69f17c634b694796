import { tenantScope } from '../../../src/platform/tenancy/tenant-scope.js';
import { TicketExportService } from '../../../src/tickets/export/ticket-export.service.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';

let app: LocalApp;
let acme: TestWorkspace;

beforeAll(async () => {
  app = await startLocalApp();
  acme = await aWorkspace(app);
});
afterAll(() => app.stop());

const copy = () =>
  app.app
    .get(TicketExportService)
    .copyTickets(tenantScope(acme.scope.workspaceId), { position: 0, withComments: false });

describe('a copy of the tickets', () => {
  it('is the only one until its last line, and with this line another one may begin', async () => {
    const [first, second] = [copy(), copy()];
    try {
      await first.next();
      await expect(copy().next()).rejects.toMatchObject({ code: 'export_under_way' });
      expect(String((await first.next()).value)).toBe('{"tickets":0}\n');
      expect(String((await second.next()).value)).toBe('{"position":0}\n');
    } finally {
      await Promise.all([first.return(undefined), second.return(undefined)]);
    }
  });
});
