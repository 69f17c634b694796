// No step of a request, a reader or a job holds the event loop above 100 ms of processor time: heavy requests and mails one after the other,
// against a service whose loop is watched. `npm run bench:loop` plays all of them.
import { join } from 'node:path';
import { KEY_SCOPES } from '../../../src/auth/scopes.js';
import { aKey, aWorkspace } from '../../support/data/builders.js';
import { MAIL_FROM } from '../../support/data/mails/mails.js';
import { MailServer } from '../../support/fakes/mail-server.js';
import { HEAVY_MAILS } from '../../support/loop/heavy-mails.js';
import {
  HEAVY_DESK,
  HEAVY_REQUESTS,
  HEAVY_SETTINGS,
  preparation,
} from '../../support/loop/heavy-requests.js';
import { ODD_REQUESTS } from '../../support/loop/odd-requests.js';
import { play, type HeavyDesk } from '../../support/loop/play.js';
import { WatchedLoop } from '../../support/loop/watched-loop.js';
import { ADMIN_KEY, ADMIN_KEYS } from '../../support/servers/admin-client.js';
import { RunningProcess, temporaryFolder, type TemporaryFolder } from '../../support/servers/processes.js';
import { size } from '../../support/sizes.js';
import { BASE_DOMAIN, TEST_SECRETS_KEY, useDesk } from '../../support/test-app.js';
import { asAdmin, testEngine } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const MOST_MS = 100;
/** The first round compiles the code. A busy machine disturbs a round, and not all of them. */
const ROUNDS = 3;
const EVERY = size({ here: 10, long: 1, by: 'HEAVY_EVERY' });
/** The tickets of each kind through which searches look. */
const TICKETS = size({ here: 2, long: 10 });

/** The requests that have held the loop for longest, of each kind. */
const WORST = [
  'a search that shows its matches: accented',
  'a search of an assistant: accented',
  'a search of a long phrase that is found',
  'a ticket of ligatures',
  'a ticket of nested tables',
  'a comment of open tags',
  'a ticket of 20,000 cc',
  'a mail of 24 MiB with one file',
  'a mail to 2,000 people of international domains',
  'a mail to people of long domains',
  'a mail to 1,200 people of domains of nobody',
  'a form of many files behind long names of files',
  'a form with a long domain',
  'a form with an address of marks',
  'an upload with a name of dots',
];
const ALL = [...HEAVY_REQUESTS, ...ODD_REQUESTS, ...HEAVY_MAILS];
const PLAYED = ALL.filter(({ name }, index) => index % EVERY === 0 || WORST.includes(name));

const app = useDesk({ hasOwnDatabase: true, hasRounds: false });
let folder: TemporaryFolder;
let server: MailServer;
let service: RunningProcess;
let loop: WatchedLoop;
let desk: HeavyDesk;

beforeAll(async () => {
  [folder, server] = await Promise.all([temporaryFolder(), MailServer.start()]);
  loop = new WatchedLoop(join(folder.path, 'loop'));
  const acme = await aWorkspace(app, HEAVY_DESK, { ...HEAVY_SETTINGS, mail_from: MAIL_FROM });
  const key = await aKey(acme, 'heavy', { scopes: [...KEY_SCOPES] });
  service = RunningProcess.start('main.js', [], {
    ...{ PORT: '0', DATABASE_URL: app.database.serviceUrl, DATABASE_ENGINE: testEngine(), BASE_DOMAIN },
    ...{ INBOUND_TICKETS_PER_SENDER: '0', INBOUND_MAILS_PER_TICKET: '0', ATTACHMENTS_DIR: folder.path },
    ...{ ADMIN_PORT: '0', ADMIN_KEYS, SMTP_URL: server.url },
    ...{ SECRETS_KEY: TEST_SECRETS_KEY },
    ...loop.env,
  });
  const [, port] = await service.printed(/ready at http:\S+?:(\d+)/);
  const [, adminPort] = await service.printed(/Administration: +http:\S+?:(\d+)/);
  desk = {
    ...{ port: Number(port), host: `${acme.subdomain}.${BASE_DOMAIN}`, key },
    admin: { port: Number(adminPort), key: ADMIN_KEY },
  };
  await loop.longestDuring(async () => {
    for (const request of preparation(TICKETS)) await play(desk, request);
    await areMailed();
  });
}, 600_000);
afterAll(async () => {
  await service.stop();
  await Promise.all([server.stop(), folder.remove()]);
});

/** Lists what is left of replies until the mail server has taken their mails. */
const unmailed = (): Promise<object[]> =>
  asAdmin(
    app.database,
    `SELECT 'an event' AS what FROM audit_entries WHERE position IS NULL AND action = 'comment.created'
     UNION ALL SELECT 'a reader' FROM event_readers JOIN event_streams USING (workspace_id)
       WHERE reader = 'mail' AND position < last_position
     UNION ALL SELECT concat_ws(' ', 'a mail', kind, failures, answer) FROM mails WHERE state = 'pending'`,
  );
const areMailed = (): Promise<void> => until(async () => (await unmailed()).length === 0, 120, unmailed);

it('The names of the slowest requests are in the list of all requests.', () => {
  expect(WORST.filter((name) => !ALL.some((work) => work.name === name))).toEqual([]);
});

it.each(PLAYED.map((work) => [work.name, work] as const))(
  'The event loop is not blocked by %s.',
  async (_name, work) => {
    let least = Infinity;
    for (let run = 0; run < ROUNDS && least > MOST_MS; run++) {
      const longest = await loop.longestDuring(async () => {
        for (const request of work.requests(run)) await play(desk, request);
        await areMailed();
      });
      least = Math.min(least, longest);
    }
    expect(least).toBeLessThan(MOST_MS);
  },
);
