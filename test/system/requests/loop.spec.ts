// No step of a request, a reader or a job holds the event loop above 100 ms of processor time: heavy requests and mails one after the other,
// against a service whose loop is watched. `npm run bench:loop` plays all of them.
import { join } from 'node:path';
import { aWorkspace } from '../../support/data/builders.js';
import { HEAVY_MAILS } from '../../support/loop/heavy-mails.js';
import {
  HEAVY_DESK,
  HEAVY_REQUESTS,
  HEAVY_SETTINGS,
  preparation,
} from '../../support/loop/heavy-requests.js';
import { play, type HeavyDesk } from '../../support/loop/play.js';
import { WatchedLoop } from '../../support/loop/watched-loop.js';
import { RunningProcess, temporaryFolder, type TemporaryFolder } from '../../support/servers/processes.js';
import { size } from '../../support/sizes.js';
import { BASE_DOMAIN, useDesk } from '../../support/test-app.js';
import { testEngine } from '../../support/test-database.js';

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
  'a ticket of ligatures',
  'a ticket of nested tables',
  'a comment of open tags',
  'a ticket of 20,000 cc',
  'a mail of 24 MiB with one file',
  'a mail to 2,000 people of international domains',
];
const ALL = [...HEAVY_REQUESTS, ...HEAVY_MAILS];
const PLAYED = ALL.filter(({ name }, index) => index % EVERY === 0 || WORST.includes(name));

const app = useDesk();
let folder: TemporaryFolder;
let service: RunningProcess;
let loop: WatchedLoop;
let desk: HeavyDesk;

beforeAll(async () => {
  folder = await temporaryFolder();
  loop = new WatchedLoop(join(folder.path, 'loop'));
  const acme = await aWorkspace(app, HEAVY_DESK, HEAVY_SETTINGS);
  service = RunningProcess.start('main.js', [], {
    ...{ PORT: '0', DATABASE_URL: app.database.serviceUrl, DATABASE_ENGINE: testEngine(), BASE_DOMAIN },
    ...{ INBOUND_TICKETS_PER_SENDER: '0', INBOUND_MAILS_PER_TICKET: '0', ATTACHMENTS_DIR: folder.path },
    ...loop.env,
  });
  const [, port] = await service.printed(/ready at http:\S+?:(\d+)/);
  desk = { port: Number(port), host: `${acme.subdomain}.${BASE_DOMAIN}`, key: acme.key };
  await loop.longestDuring(async () => {
    for (const request of preparation(TICKETS)) await play(desk, request);
  });
}, 600_000);
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

it('The names of the worst are those of the list.', () => {
  expect(WORST.filter((name) => !ALL.some((work) => work.name === name))).toEqual([]);
});

it.each(PLAYED.map((work) => [work.name, work] as const))(
  'The loop goes on during %s.',
  async (_name, work) => {
    let least = Infinity;
    for (let run = 0; run < ROUNDS && least > MOST_MS; run++) {
      const longest = await loop.longestDuring(async () => {
        for (const request of work.requests(run)) await play(desk, request);
      });
      least = Math.min(least, longest);
    }
    expect(least).toBeLessThan(MOST_MS);
  },
);
