// Copies of all tickets while processes end: a client never takes a part for the whole.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { DeskProcess } from '../support/servers/desk.js';
import { size } from '../support/sizes.js';
import { until } from '../support/until.js';
import { Installation } from './support/installation.js';

/** They have more bytes than a connection holds, also when they are compressed. */
const TICKETS = size({ here: 30_000, long: 200_000, by: 'COPIED_TICKETS' });
const WORKSPACE = 'copied';
const TIMEOUT_MS = 300_000;

let installation: Installation;
let port: number;
let key: string;

beforeAll(async () => {
  installation = await Installation.open();
  await installation.seed(WORKSPACE, TICKETS);
  await addChance();
  const desk = new DeskProcess({ DATABASE_URL: installation.postgres.serviceUrl });
  key = (
    await desk.output(['keys', 'create', WORKSPACE, '--name', 'copy', '--scopes', 'exports:read'])
  ).trim();
  ({ port } = installation.nextTarget());
}, TIMEOUT_MS);
afterAll(() => installation.close());

/** Gives each ticket bytes that no compression makes fewer. */
async function addChance(): Promise<void> {
  await installation.postgres.ask(
    `UPDATE tickets SET description = description
       || (SELECT string_agg(md5(random()::text || number || part), '') FROM generate_series(1, 8) AS part)
     WHERE workspace_id = (SELECT id FROM workspaces WHERE subdomain = $1)`,
    [WORKSPACE],
  );
}

/** Asks for a copy. The bytes of the answer wait until somebody reads them. */
async function openCopy(encoding: string): Promise<IncomingMessage> {
  const request = get({
    ...{ host: '127.0.0.1', port, path: '/api/external/v2/exports/tickets' },
    headers: { Host: `${WORKSPACE}.desk.test`, 'X-Api-Key': key, 'Accept-Encoding': encoding },
  });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return answer;
}

async function whole(encoding: string): Promise<string[] | null> {
  const answer = await openCopy(encoding);
  const bytes = await buffer(answer);
  if (answer.statusCode !== 200) return null;
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString().trimEnd().split('\n');
}

/** Something ends in the middle of a copy. It is there again afterwards. */
const FAULTS = {
  'the service is killed': async () => {
    installation.service.signal('SIGKILL');
    await installation.service.ended;
    await installation.startService();
  },
  'the service is stopped while its reader waits': async () => {
    installation.service.signal('SIGTERM');
    await installation.service.ended;
    await installation.startService();
  },
  'PostgreSQL is killed': async () => {
    await installation.postgres.kill();
    await installation.postgres.startAgain();
  },
};

// @proves E-32-19
it.each([
  ['the service is killed', 'identity'],
  ['the service is killed', 'gzip'],
  ['the service is stopped while its reader waits', 'identity'],
  ['PostgreSQL is killed', 'identity'],
  ['PostgreSQL is killed', 'gzip'],
] as const)(
  '%s in the middle of a copy: the answer is broken and not short, and the next copy is whole (%s)',
  async (fault, encoding) => {
    const cut = await openCopy(encoding);
    expect(cut.statusCode).toBe(200);
    await once(cut, 'readable');
    await FAULTS[fault]();
    await expect(buffer(cut)).rejects.toThrow('aborted');
    expect(cut.complete).toBe(false);
    let lines: readonly string[] = [];
    await until(async () => {
      lines = (await whole(encoding).catch(() => null)) ?? [];
      return lines.length > 0;
    });
    expect(lines).toHaveLength(TICKETS + 2);
    expect([lines[0], lines.at(-1)]).toEqual([
      expect.stringMatching(/^\{"position":\d+\}$/),
      `{"tickets":${TICKETS}}`,
    ]);
  },
  TIMEOUT_MS,
);
