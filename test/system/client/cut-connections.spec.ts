// The client while a part of all connections is cut: writes are done once, and events are seen once.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Desk } from '../../../packages/client/src/index.js';
import { installClient } from '../../support/client-package.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { CuttingProxy } from '../../support/fakes/cutting-proxy.js';
import { TcpProxy } from '../../support/fakes/tcp-proxy.js';
import { temporaryFolder } from '../../support/servers/processes.js';
import { size } from '../../support/sizes.js';
import { startTestApp, type TestApp, useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const CREATIONS = size({ here: 200, long: 2_000, by: 'CLIENT_CREATIONS' });
const AT_ONCE = 16;

const setUp = useDesk();
let app: TestApp;
let acme: TestWorkspace;
let proxy: CuttingProxy;
let url: string;
beforeEach(async () => {
  acme = await aWorkspace(setUp);
  app = await startTestApp({ defaultWorkspace: acme.subdomain });
  ({ proxy, url } = await CuttingProxy.to(app.url, 0.3));
});
afterEach(async () => {
  proxy.stop();
  await app.stop();
});

// @proves E-27-4
it(`makes ${CREATIONS} tickets in ${CREATIONS} requests, when 30 % of the connections are cut`, async () => {
  const desk = new Desk({ url, key: acme.key, retries: 20 });
  const wanted = Array.from({ length: CREATIONS }, (_, at) => `Ticket ${at}`);
  const left = [...wanted];
  const made: string[] = [];
  const work = async (): Promise<void> => {
    for (let subject = left.pop(); subject !== undefined; subject = left.pop()) {
      const { ticket } = await desk.createTicket({ email: 'a@customer.example', subject, description: '' });
      made.push(ticket.id);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(proxy.cuts).toBeGreaterThan(CREATIONS / 4);
  const subjects: string[] = [];
  const ids: string[] = [];
  for await (const ticket of desk.listTickets()) {
    subjects.push(ticket.subject);
    ids.push(ticket.id);
  }
  expect(subjects.sort()).toEqual(wanted.sort());
  expect(new Set(made)).toEqual(new Set(ids));
}, 1_800_000);

/** It handles an event and keeps its position in one step: a line of a file. */
const CONSUMER = `import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { Desk } from '@support-desk/client';

const { DESK_URL: url, DESK_KEY: key, SEEN } = process.env;
const desk = new Desk({ url, key });
const last = existsSync(SEEN) ? Number(readFileSync(SEEN, 'utf8').trim().split('\\n').at(-1)) : 0;
for await (const { position } of desk.events({ after: last, interval: 20, limit: 20 })) appendFileSync(SEEN, \`\${position}\\n\`);
`;

// @proves E-27-6
it('gives a consumer that is killed and cut off every event once, in order', async () => {
  const folder = await temporaryFolder();
  const running: ChildProcess[] = [];
  try {
    await installClient(folder.path);
    await writeFile(join(folder.path, 'consumer.mjs'), CONSUMER);
    const SEEN = join(folder.path, 'seen.txt');
    const env = { PATH: process.env['PATH'], DESK_URL: url, DESK_KEY: acme.key, SEEN };
    const start = (): ChildProcess => {
      const child = spawn(process.execPath, ['consumer.mjs'], { cwd: folder.path, env, stdio: 'inherit' });
      running.push(child);
      return child;
    };
    const kills = 10;
    for (let time = 0; time < kills; time++) {
      const before = proxy.requests;
      const consumer = start();
      for (let count = 0; count < 10; count++) await aTicket(acme);
      await until(() => proxy.requests >= before + 2);
      // The kill comes at a random moment of its work, for which no condition exists.
      await sleep(Math.random() * 500);
      consumer.kill('SIGKILL');
    }
    const { next_after: last } = await new Desk({ url: app.url, key: acme.key }).listEvents({ limit: 500 });
    expect(last).toBeGreaterThanOrEqual(kills * 10);
    start();
    const seen = (): number[] =>
      existsSync(SEEN) ? readFileSync(SEEN, 'utf8').trim().split('\n').map(Number) : [];
    await until(() => seen().at(-1) === last);
    expect(seen()).toEqual(Array.from({ length: last }, (_, at) => at + 1));
    expect(proxy.cuts).toBeGreaterThan(3);
  } finally {
    for (const child of running) child.kill('SIGKILL');
    await folder.remove();
  }
});

// @proves E-33-15
it('hears every event once, in order and at once, while its connections are reset again and again', async () => {
  const cut = await TcpProxy.to(app.url);
  const control = new AbortController();
  const seen: number[] = [];
  const desk = new Desk({ url: cut.address, key: acme.key });
  const listening = (async () => {
    for await (const { position } of desk.stream({ after: 0, signal: control.signal })) seen.push(position);
  })();
  try {
    const resets = 5;
    for (let time = 0; time < resets; time++) {
      const before = seen.length;
      await Promise.all(Array.from({ length: 20 }, () => aTicket(acme)));
      await until(() => seen.length > before);
      // The kill comes at a random moment of its work, for which no condition exists.
      await sleep(Math.random() * 200);
      cut.proxy.reset();
    }
    const { next_after: last } = await new Desk({ url: app.url, key: acme.key }).listEvents({ limit: 500 });
    expect(last).toBeGreaterThanOrEqual(resets * 20);
    await until(() => seen.at(-1) === last);
    expect(seen).toEqual(Array.from({ length: last }, (_, at) => at + 1));
  } finally {
    control.abort();
    await listening.catch(() => undefined);
    cut.proxy.close();
  }
});
