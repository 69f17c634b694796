// No step of an admitted form holds the event loop above 100 ms of processor time, whatever was typed into it and however long its page is.
import { join } from 'node:path';
import { aWorkspace } from '../../support/data/builders.js';
import { FormVisitor, type OpenedForm } from '../../support/data/forms.js';
import type { HeavyRequest } from '../../support/loop/heavy.js';
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
let longPage: OpenedForm;

beforeAll(async () => {
  folder = await temporaryFolder();
  loop = new WatchedLoop(join(folder.path, 'loop'));
  const options = Array.from({ length: 1_000 }, (_, index) => `Option ${index}`);
  const many = Array.from({ length: 9 }, (_, field) => ({
    ...{ name: `Marks ${field}`, kind: field === 0 ? 'single_option' : 'multi_option' },
    options: options.map((option) => `${option} ${'"'.repeat(100)}`),
  }));
  const texts = Array.from({ length: 480 }, (_, index) => ({ name: `Words ${index}`, kind: 'textarea' }));
  const fields = [{ name: 'Options', kind: 'multi_option', options }, ...many, ...texts];
  const forms = [
    { title: 'Contact', slug: 'contact', enabled: true, fields: ['Options'] },
    { title: 'Long', slug: 'long', enabled: true, fields: [...many, ...texts].map(({ name }) => name) },
  ];
  const { subdomain, key } = await aWorkspace(app, { fields, forms });
  service = RunningProcess.start('main.js', [], {
    ...{ PORT: '0', DATABASE_URL: app.database.serviceUrl, DATABASE_ENGINE: testEngine(), BASE_DOMAIN },
    ...{ FORM_POSTS_WITHOUT_PROOF: '1000', FORM_POSTS_PER_CLIENT: '1000', ATTACHMENTS_DIR: folder.path },
    ...loop.env,
  });
  const [, port] = await service.printed(/ready at http:\S+?:(\d+)/);
  desk = { port: Number(port), host: `${subdomain}.${BASE_DOMAIN}`, key, admin: { port: 0, key: '' } };
  // A form may be sent three seconds after its page was opened.
  const visitor = new FormVisitor(app, subdomain);
  [page, longPage] = await later(-60_000, () => Promise.all([visitor.open('contact'), visitor.open('long')]));
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
  const body = `${part('token', page.token)}${typed()}--x--\r\n`;
  expect(await longestOf({ ...SENT, path: '/forms/contact', body })).toBeLessThan(MOST_MS);
});

const SENT = { method: 'POST', type: 'multipart/form-data; boundary=x', status: [422] } as const;
const everyField = (): string[] =>
  Array.from(
    longPage.html.matchAll(/<(?:textarea|select) [^>]*name="(field[^"]+)"/g),
    ([, name = '']) => name,
  );

it('A page of 489 fields and 9,000 options does not block the event loop, nor does the form when it is sent with mistakes.', async () => {
  expect(everyField()).toHaveLength(481);
  expect(await longestOf({ method: 'GET', path: '/forms/long' })).toBeLessThan(MOST_MS);
  const typed = everyField().map((name) => part(name, '\u0000'));
  const body = `${part('token', longPage.token)}${typed.join('')}--x--\r\n`;
  expect(await longestOf({ ...SENT, path: '/forms/long', body })).toBeLessThan(MOST_MS);
});

/** How long a request holds the loop, in the best of some rounds. */
async function longestOf(request: HeavyRequest): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < ROUNDS && least > MOST_MS; run++)
    least = Math.min(least, await loop.longestDuring(() => play(desk, request)));
  return least;
}
