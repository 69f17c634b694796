import { tenantScope } from '../../../src/platform/tenancy/tenant-scope.js';
import { TicketExportService } from '../../../src/tickets/export/ticket-export.service.js';
import { TcpProxy } from '../../support/fakes/tcp-proxy.js';
import { testDatabase } from '../../support/test-database.js';
import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';

let proxy: TcpProxy;
let app: LocalApp;
let acme: TestWorkspace;

beforeAll(async () => {
  const toDatabase = await TcpProxy.to(testDatabase().serviceUrl);
  proxy = toDatabase.proxy;
  app = await startLocalApp({ database: { ...testDatabase(), serviceUrl: toDatabase.address } });
  acme = await aWorkspace(app);
});
afterAll(async () => {
  await app.stop();
  proxy.close();
});

const copy = ({ scope }: TestWorkspace = acme) =>
  app.app
    .get(TicketExportService)
    .copyTickets(tenantScope(scope.workspaceId), { position: 0, withComments: false });

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

  it('makes room for the next one with its last line, also while the server has not noticed that its connections end', async () => {
    const globex = await aWorkspace(app);
    proxy.hideEnds();
    for (let copies = 0; copies < 2; copies++) {
      const lines: string[] = [];
      for await (const line of copy(globex)) lines.push(String(line));
      expect(lines).toEqual(['{"position":0}\n', '{"tickets":0}\n']);
    }
  });
});
