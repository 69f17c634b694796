// What a request takes it gives back, however it ends: places of a key, places of transfers, bytes of answers and connections. The
// limits are small, so that nothing is answered any more after a few requests that keep theirs.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InboundMailReader } from '../../../src/mail-in/reading/inbound-mail-reader.js';
import { announce, attached, PNG, sendFile } from '../../support/data/attachments.js';
import { brokenRoutes, sendBroken, STAGES, type BrokenRoute } from '../../support/data/broken-requests.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { TWO_AGENTS } from '../../support/data/comments.js';
import { aMail, bring, received } from '../../support/data/mails/inbound-emails.js';
import { heldBy } from '../../support/servers/held.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';
import { PROJECT } from '../../support/servers/processes.js';
import { until } from '../../support/until.js';

const TIMES = 5;

let app: LocalApp;
let acme: TestWorkspace;
let routes: readonly BrokenRoute[];

beforeAll(async () => {
  app = await startLocalApp({ requestsInFlight: 2, transfersAtOnce: 4, poolSize: 20, requestTimeoutMs: 2_000, headersTimeoutMs: 2_000 }); // prettier-ignore
  // The process that reads mails runs what was built.
  const program = pathToFileURL(join(PROJECT, 'dist/mail-in/reading/mail-process.js'));
  Object.assign(app.app.get(InboundMailReader), { program });
  const forms = [{ title: 'Contact', slug: 'contact', enabled: true, fields: [] }];
  acme = await aWorkspace(app, { ...TWO_AGENTS, forms });
  await aTicket(acme, { description: `<p>${'x'.repeat(100_000)}</p>` });
  const { path: file } = await attached(acme.client);
  const { url } = await announce(acme.client, 'x'.repeat(5_000));
  const raw = `/api/external/v2/inbound-emails/${(await received(acme, aMail())).id}/raw`;
  const { pathname: announced } = new URL(url);
  const things = {
    key: acme.key,
    file,
    raw,
    announced,
    agent: TWO_AGENTS.team_members[0]?.email ?? '',
    mail: aMail,
  };
  routes = Object.values(brokenRoutes(things));
});
afterAll(() => app.stop());

/** Asks for as much at once as the limits allow. */
async function statuses(): Promise<string> {
  const { client } = acme;
  const reads = await Promise.all([client.get('/tickets'), client.get('/tickets/1')]);
  const ticket = { email: 'jane@customer.example', subject: 'A', description: 'B' };
  const others = [await client.post('/tickets', ticket), await sendFile(client, PNG), await bring(client, aMail())]; // prettier-ignore
  return [...reads, ...others].map(({ status }) => status).join();
}

it('The test covers all kinds of routes and stages.', () => {
  expect([routes.length, STAGES.length]).toEqual([17, 26]);
});

it.each(STAGES.map((stage) => [stage.name, stage] as const))(
  'A request %s gives back all places and bytes that it took, whatever it asks for.',
  async (_name, stage) => {
    const all = routes.flatMap((route) => Array.from({ length: TIMES }, () => route));
    await Promise.all(all.map((route) => sendBroken(app.url, acme.subdomain, route, stage)));
    const nothing = async (): Promise<boolean> => Object.keys(await heldBy(app.app)).length === 0;
    await until(nothing, 30, () => heldBy(app.app));
    expect(await statuses()).toBe('200,200,201,201,201');
    await until(nothing, 30, () => heldBy(app.app));
  },
);
