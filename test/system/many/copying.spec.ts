// The program that docs/copying.md shows, word for word, beside writers.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { aKey, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { FURNISHED } from '../../support/data/manifests/manifests.js';
import { numbersOf } from '../../support/data/operations.js';
import { programPath, whenInstalled } from '../../support/servers/programs.js';
import { PROJECT, temporaryFolder } from '../../support/servers/processes.js';
import { size } from '../../support/sizes.js';
import { startTestApp, useDesk, type TestApp } from '../../support/test-app.js';

const run = promisify(execFile);

const TICKETS = size({ here: 400, long: 1_000_000, by: 'COPIED_TICKETS' });
const COMMENTS = size({ here: 2, long: 5, by: 'COPIED_COMMENTS' });
const WRITERS = 8;
const LINES_AT_ONCE = 2_000;
const TIMEOUT_MS = 6 * 3_600_000;

const python = programPath('python3');
const page = readFileSync(join(PROJECT, 'docs/copying.md'), 'utf8');
const [, code = ''] = /^```python\n([^]*?)^```$/m.exec(page) ?? [];

const setUp = useDesk({ hasOwnDatabase: true });
let app: TestApp;
let acme: TestWorkspace;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder.path, 'copy.py'), code);
  acme = await aWorkspace(setUp, FURNISHED);
  app = await startTestApp({ database: setUp.database, defaultWorkspace: acme.subdomain });
  const scopes = ['exports:read', 'events:read', 'tickets:read', 'comments:read'] as const;
  const key = await aKey(acme, 'copy', { scopes: [...scopes] });
  env = { PATH: process.env['PATH'] ?? '', DESK_URL: app.url, DESK_KEY: key, ONCE: '1' };
  for (let first = 1; first <= TICKETS; first += LINES_AT_ONCE) {
    const count = Math.min(LINES_AT_ONCE, TICKETS - first + 1);
    await setUp.operator.import(acme.scope.workspaceId, linesFrom(first, count));
  }
}, TIMEOUT_MS);
afterAll(async () => {
  await app.stop();
  await folder.remove();
});

function linesFrom(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const number = first + index;
    const comments = Array.from({ length: COMMENTS }, (_each, at) => ({
      ...{ comment_type: at % 2 ? 'note' : 'reply', content: `<p>Comment ${at} of ${number}</p>` },
      author_email: at % 2 ? 'oliver@acme.example' : `c${number % 50}@customer.example`,
    }));
    const email = `c${number % 50}@customer.example`;
    return JSON.stringify({ email, subject: `Ticket ${number}`, description: `<p>${number}</p>`, comments });
  });
}

/** Runs the program until it has everything. */
async function copied(): Promise<void> {
  await run(python ?? '', ['copy.py', 'desk.db'], { cwd: folder.path, env, maxBuffer: 1 << 20 });
}

/** Reads a table of the copy as JSON, in the order of ids. */
async function rowsOf(table: string): Promise<Record<string, string>[]> {
  const look = `import sqlite3, json
db = sqlite3.connect('desk.db')
db.row_factory = sqlite3.Row
for row in db.execute('SELECT * FROM ${table} ORDER BY id'): print(json.dumps(dict(row)))`;
  const { stdout } = await run(python ?? '', ['-c', look], { cwd: folder.path, maxBuffer: 1 << 30 });
  return stdout
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, string>]));
}

interface Shown {
  readonly id: string;
  readonly tags: readonly string[];
  readonly customer: { readonly email: string };
  readonly [name: string]: unknown;
}

const PLAIN = [
  'id',
  'number',
  'subject',
  'description',
  'status',
  'priority',
  'group',
  'updated_at',
] as const;

/** Finds what `GET` shows of all tickets and comments, in the form of the copy. */
async function desk(): Promise<{ tickets: object[]; comments: object[] }> {
  const [tickets, comments]: [{ id: string }[], { id: string }[]] = [[], []];
  for (let number = 1, pages = 1; number <= pages; number++) {
    const { body } = await acme.client.get(`/tickets?page_size=100&page_number=${number}`).expect(200);
    pages = body.pagination.total_pages as number;
    for (const ticket of body.tickets as Shown[]) {
      const plain = Object.fromEntries(PLAIN.map((name) => [name, ticket[name] ?? '']));
      tickets.push({
        ...plain,
        id: ticket.id,
        email: ticket.customer.email,
        tags: python3Json(ticket.tags),
      } as never);
      comments.push(...(await commentsOf(ticket.id)));
    }
  }
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  return { tickets: tickets.sort(byId), comments: comments.sort(byId) };
}

const python3Json = (tags: readonly string[]) => JSON.stringify(tags).replaceAll('","', '", "');

async function commentsOf(ticket: string): Promise<{ id: string }[]> {
  const found: { id: string }[] = [];
  for (let number = 1, pages = 1; number <= pages; number++) {
    const { body } = await acme.client
      .get(`/tickets/${ticket}/comments?page_size=100&page_number=${number}`)
      .expect(200);
    pages = body.pagination.total_pages as number;
    for (const comment of body.comments as { id: string; comment_type: string }[]) {
      const { id, comment_type, author_type, content, created_at } = comment as Record<string, string> & {
        id: string;
      };
      if (comment_type !== 'description')
        found.push({ id, comment_type, author_type, content, created_at, ticket_id: ticket } as never);
    }
  }
  return found;
}

/** Changes, raises and answers until it is told to stop. */
async function write(seed: number, isOver: () => boolean): Promise<void> {
  const random = numbersOf(seed);
  const { client } = acme;
  const anyTicket = () => 1 + Math.floor(random() * TICKETS);
  while (!isOver()) {
    const chance = random();
    if (chance < 0.5) await client.put(`/tickets/${anyTicket()}`, { subject: `Changed ${randomUUID()}` });
    else if (chance < 0.65)
      await client.put(`/tickets/${anyTicket()}`, {
        description: `<p>${'long '.repeat(5_000)}${random()}</p>`,
      });
    else if (chance < 0.85) {
      const words = { author_email: 'oliver@acme.example', content: `<p>${randomUUID()}</p>` };
      await client.post(`/tickets/${anyTicket()}/comments`, words);
    } else
      await client.post('/tickets', {
        ...{ email: `new${seed}@customer.example`, subject: randomUUID(), description: '' },
      });
    await sleep(5);
  }
}

const [name, describeIt] = whenInstalled('the program of docs/copying.md', python !== null, 'Python 3');

describeIt(name, () => {
  // @proves E-32-18
  it('has forty lines', () => {
    const lines = code
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('#'));
    expect(lines.length).toBeLessThanOrEqual(40);
  });

  // @proves E-32-11, E-32-18
  it(
    `keeps what the desk shows: ${TICKETS} tickets, copied and followed beside ${WRITERS} writers`,
    async () => {
      let isOver = false;
      const writers = Array.from({ length: WRITERS }, (_, index) => write(index + 1, () => isOver));
      const ending = new Promise<void>((resolve, reject) => {
        // It goes on while others write, so it ends when nobody writes any more.
        copied().then(resolve, reject);
      });
      await sleep(size({ here: 3_000, long: 120_000 }));
      const { body } = await acme.client.get('/customers?email=c1@customer.example').expect(200);
      const customer = { emails: ['moved@customer.example', 'c1@customer.example'] };
      await acme.client.patch(`/customers/${body.customers[0].id}`, { customer }).expect(200);
      isOver = true;
      await Promise.all(writers);
      await ending;
      await copied();
      const { tickets, comments } = await desk();
      expect(await rowsOf('tickets')).toEqual(tickets);
      expect(await rowsOf('comments')).toEqual(comments);
      expect(tickets.length).toBeGreaterThan(TICKETS);
    },
    TIMEOUT_MS,
  );

  it('keeps nothing of a copy that broke off, and begins again', async () => {
    await rm(join(folder.path, 'desk.db'));
    const broken = code.replace(
      "if 'subject' in line: keep_ticket(line)",
      "if 'subject' in line: sys.exit('broken')",
    );
    await writeFile(join(folder.path, 'broken.py'), broken);
    await expect(run(python ?? '', ['broken.py', 'desk.db'], { cwd: folder.path, env })).rejects.toThrow();
    expect(await rowsOf('comments')).toEqual([]);
    await copied();
    expect((await rowsOf('tickets')).length).toBeGreaterThan(TICKETS);
  });
});
