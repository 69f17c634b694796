// No step of an admitted form holds the event loop above 100 ms of processor time, whatever was typed into it.
import { join } from 'node:path';
import { aWorkspace } from '../../support/data/builders.js';
import { FormVisitor, type OpenedForm } from '../../support/data/forms.js';
import { play, type HeavyDesk } from '../../support/loop/play.js';
import { WatchedLoop } from '../../support/loop/watched-loop.js';
import { RunningProcess, temporaryFolder, type TemporaryFolder } from '../../support/servers/processes.js';
import { BASE_DOMAIN, useDesk } from '../../support/test-app.js';
import { testEngine } from '../../support/test-database.js';
import { later } from '../../support/servers/clock.js';

const MOST_MS = 100;
/** The first round compiles the code. A busy machine disturbs a round, and not all of them. */
const ROUNDS = 3;

const app = useDesk({ hasOwnDatabase: true, hasRounds: false });
let folder: TemporaryFolder;
let service: RunningProcess;
let loop: WatchedLoop;
let desk: HeavyDesk;
let page: OpenedForm;

beforeAll(async () => {
  folder = await temporaryFolder();
  loop = new WatchedLoop(join(folder.path, 'loop'));
  const options = Array.from({ length: 1_000 }, (_, index) => `Option ${index}`);
  const fields = [{ name: 'Options', kind: 'multi_option', options }];
  const forms = [{ title: 'Contact', slug: 'contact', enabled: true, fields: ['Options'] }];
  const { subdomain, key } = await aWorkspace(app, { fields, forms });
  service = RunningProcess.start('main.js', [], {
    ...{ PORT: '0', DATABASE_URL: app.database.serviceUrl, DATABASE_ENGINE: testEngine(), BASE_DOMAIN },
    ...{ FORM_POSTS_WITHOUT_PROOF: '1000', FORM_POSTS_PER_CLIENT: '1000', ATTACHMENTS_DIR: folder.path },
    ...loop.env,
  });
  const [, port] = await service.printed(/ready at http:\S+?:(\d+)/);
  desk = { port: Number(port), host: `${subdomain}.${BASE_DOMAIN}`, key, admin: { port: 0, key: '' } };
  // A form may be sent three seconds after its page was opened.
  page = await later(-60_000, () => new FormVisitor(app, subdomain).open('contact'));
}, 120_000);
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

const part = (name: string, value: string): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string): string =>
  `--x\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\nx\r\n`;
const message = (text: string): string => part('message', text);
const options = (): string => /name="(field\.[^"]+)"/.exec(page.html)?.[1] ?? '';

it.each([
  ['a message of paragraphs', () => message('a\n\n'.repeat(340_000))],
  ['the longest message of paragraphs', () => message('a\n\n'.repeat(87_000))],
  ['a message of quotation marks', () => message('"'.repeat(1_000_000))],
  ['19,000 options', () => part(options(), 'Option 7777').repeat(19_000)],
  ['19,000 names of files that are here already', () => part('kept', 'a "').repeat(19_000)],
  ['long names of files that are here already', () => part('kept', '"'.repeat(50_000)).repeat(20)],
  ['files with names of dots', () => file(`a${'.'.repeat(40_000)}a`).repeat(20)],
])('A form with %s does not block the event loop.', async (_name, typed) => {
  let least = Infinity;
  for (let run = 0; run < ROUNDS && least > MOST_MS; run++) {
    const longest = await loop.longestDuring(() =>
      play(desk, {
        ...{ method: 'POST', path: '/forms/contact', type: 'multipart/form-data; boundary=x', status: [422] },
        body: `${part('token', page.token)}${typed()}--x--\r\n`,
      }),
    );
    least = Math.min(least, longest);
  }
  expect(least).toBeLessThan(MOST_MS);
});
