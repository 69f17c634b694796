// `support-desk-listen`, when it cannot listen.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aKey, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { ListenPrograms } from '../../support/listening/listen-program.js';
import { BASE_DOMAIN, startTestApp, type TestApp, useDesk } from '../../support/test-app.js';

const setUp = useDesk();
let programs: ListenPrograms;
let acme: TestWorkspace;
let app: TestApp;

beforeAll(async () => {
  programs = await ListenPrograms.install();
  acme = await aWorkspace(setUp);
  app = await startTestApp({ defaultWorkspace: acme.subdomain });
});
afterAll(async () => {
  await app.stop();
  await programs.remove();
});
afterEach(() => programs.endAll());

const run = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = { SUPPORT_DESK_KEY: acme.key },
) => programs.run({ args, env });

// @proves E-33-16
describe('support-desk-listen', () => {
  it('says that another server answers', async () => {
    const page = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html').end('<p>Hello</p>');
    }).listen(0, '127.0.0.1');
    await once(page, 'listening');
    const address = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
    const listener = run(['--url', address, '--print']);
    expect(await listener.ended).toEqual([1, null]);
    expect(listener.stderr).toMatch(/^http:\S+ does not answer as a desk does: /);
    page.close();
  });

  it('says that what comes is no event', async () => {
    const page = createServer(({ url }, response) => {
      if (url?.endsWith('/api-keys/current')) response.end('{}');
      else response.setHeader('Content-Type', 'text/event-stream').end('id: 1\ndata: <p>Hello</p>\n\n');
    }).listen(0, '127.0.0.1');
    await once(page, 'listening');
    const address = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
    const listener = run(['--url', address, '--print', '--forward', 'http://kim:s3cr3t@127.0.0.1:9/']);
    expect(await listener.ended).toEqual([1, null]);
    expect(listener.stderr).toMatch(/\nThe stream has something that is no event\.\n$/);
    expect(listener.stderr).toMatch(/^Events are posted to http:\/\/kim:…@127\.0\.0\.1:9\/\n/);
    page.close();
  });

  it.each<[string, () => ReturnType<typeof run>, number, RegExp]>([
    ['no key', () => run(['--url', app.url, '--print'], {}), 2, /^SUPPORT_DESK_KEY is missing/],
    [
      'an unknown option',
      () => run(['--prnt']),
      2,
      /^Unknown option '--prnt'\.\nsupport-desk-listen --help says more\.\n$/,
    ],
    [
      'an address of nobody',
      () => run(['--url', 'http://127.0.0.1:12', '--print']),
      1,
      /does not answer as a desk does: .*ECONNREFUSED/,
    ],
    [
      'a key of nobody',
      () => run(['--url', app.url, '--print'], { SUPPORT_DESK_KEY: 'desk_no' }),
      1,
      /^\S.*\.\n$/,
    ],
    [
      'another workspace',
      () => run(['--url', app.url, '--print', '--workspace', `nobody.${BASE_DOMAIN}`]),
      1,
      /^There is no workspace at this address\.\n$/,
    ],
  ])('says of %s what is wrong', async (_of, begin, status, words) => {
    const listener = begin();
    expect(await listener.ended).toEqual([status, null]);
    expect([listener.stdout, listener.stderr]).toEqual(['', expect.stringMatching(words)]);
  });

  it('says that the key lacks the scope', async () => {
    const key = await aKey(acme, 'tickets', { scopes: ['tickets:read'] });
    const listener = run(['--url', app.url, '--print'], { SUPPORT_DESK_KEY: key });
    expect(await listener.ended).toEqual([1, null]);
    expect(listener.stderr).toMatch(/events:read/);
  });

  it('prints its help', async () => {
    const listener = run(['--help'], {});
    expect(await listener.ended).toEqual([0, null]);
    expect(listener.stdout).toMatch(/^Usage: support-desk-listen --url <address>/);
  });
});
