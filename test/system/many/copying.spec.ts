// The program that docs/copying.md shows, word for word, beside writers.
import { execFile, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { partsOf } from '../../../src/kernel/objects.js';
import { aKey, aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aMail, received } from '../../support/data/mails/inbound-emails.js';
import { FURNISHED } from '../../support/data/manifests/manifests.js';
import { numbersOf } from '../../support/data/operations.js';
import { Desk } from '../../support/servers/desk.js';
import { programPath, whenInstalled } from '../../support/servers/programs.js';
import { PROJECT, temporaryFolder } from '../../support/servers/processes.js';
import { size } from '../../support/sizes.js';
import { startTestApp, useDesk, type TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const run = promisify(execFile);

const TICKETS = size({ here: 400, long: 1_000_000, by: 'COPIED_TICKETS' });
const COMMENTS = size({ here: 2, long: 5, by: 'COPIED_COMMENTS' });
const WRITERS = 8;
const LINES_AT_ONCE = 2_000;
/** `GET` of the comments of this number of tickets goes on at the same time. */
const ASKED_AT_ONCE = 8;
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

type Row = Readonly<Record<string, unknown>>;

/** Reads rows of the copy one by one: at full size, they are longer than a text can be. */
async function* read(query: string): AsyncGenerator<Row> {
  const code = `import sqlite3, json
db = sqlite3.connect('desk.db')
db.row_factory = sqlite3.Row
for row in db.execute('${query}'): print(json.dumps(dict(row)))`;
  const reading = spawn(python ?? '', ['-c', code], {
    cwd: folder.path,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(reading, 'close');
  for await (const line of createInterface({ input: reading.stdout })) yield JSON.parse(line) as Row;
  expect(await ended).toEqual([0, null]);
}

async function rowsOf(query: string): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of read(query)) rows.push(row);
  return rows;
}

const countOf = async (table: string) =>
  (await rowsOf(`SELECT count(*) AS count FROM ${table}`))[0]?.['count'];

const digestOf = (row: Row) =>
  createHash('md5')
    .update(JSON.stringify(Object.entries(row).sort()))
    .digest('base64');

interface Shown {
  readonly id: string;
  readonly tags: readonly string[];
  readonly customer: { readonly email: string };
  readonly [name: string]: unknown;
}

const PLAIN = 'id number subject description status priority group updated_at'.split(' ');

/** Gives what `GET` shows of all tickets and comments, in the form of the copy. */
async function* shown(): AsyncGenerator<{ readonly ticket: Row; readonly comments: readonly Row[] }> {
  for (let number = 1, pages = 1; number <= pages; number++) {
    const { body } = await acme.client.get(`/tickets?page_size=100&page_number=${number}`).expect(200);
    pages = body.pagination.total_pages as number;
    for (const some of partsOf(body.tickets as Shown[], ASKED_AT_ONCE))
      yield* await Promise.all(
        some.map(async (ticket) => ({ ticket: copyOf(ticket), comments: await commentsOf(ticket.id) })),
      );
  }
}

function copyOf(ticket: Shown): Row {
  const plain = Object.fromEntries(PLAIN.map((name) => [name, ticket[name] ?? '']));
  return { ...plain, email: ticket.customer.email, tags: python3Json(ticket.tags) };
}

const python3Json = (tags: readonly string[]) => JSON.stringify(tags).replaceAll('","', '", "');

async function commentsOf(ticket: string): Promise<Row[]> {
  const found: Row[] = [];
  for (let number = 1, pages = 1; number <= pages; number++) {
    const { body } = await acme.client
      .get(`/tickets/${ticket}/comments?page_size=100&page_number=${number}`)
      .expect(200);
    pages = body.pagination.total_pages as number;
    for (const { id, comment_type, author_type, content, created_at } of body.comments as Row[])
      if (comment_type !== 'description')
        found.push({ id, comment_type, author_type, content, created_at, ticket_id: ticket });
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
      const type = chance < 0.75 ? 'reply' : 'note';
      const words = {
        ...{ author_email: 'oliver@acme.example', comment_type: type },
        content: `<p>${randomUUID()}</p>`,
      };
      await client.post(`/tickets/${anyTicket()}/comments`, words);
    } else
      await client.post('/tickets', {
        ...{ email: `new${seed}@customer.example`, subject: randomUUID(), description: '' },
      });
    await sleep(5);
  }
}

/** This word is in the address of a customer, and in all that is written by it and about it: in two texts and three comments. */
const ERASED = 'lovelace9';

/** A customer with a ticket on which it and an agent have written, and who has written on a ticket of somebody else. */
async function anErasable(): Promise<void> {
  const { client } = acme;
  const author_email = `${ERASED}@customer.example`;
  const raised = async (ticket: object): Promise<number> =>
    (await client.post('/tickets', { description: '', ...ticket }).expect(201)).body.ticket.number as number;
  const number = await raised({ email: author_email, subject: ERASED });
  const others = await raised({ email: 'c1@customer.example', subject: 'For two', cc: [author_email] });
  const said = { author_email, content: ERASED };
  const noted = { ...{ author_email: 'oliver@acme.example', comment_type: 'note' }, content: ERASED };
  for (const words of [said, noted]) await client.post(`/tickets/${number}/comments`, words).expect(201);
  await client.post(`/tickets/${others}/comments`, said).expect(201);
}

/** Expects that the copy has what `GET` shows, and nothing else. @returns the number of tickets, and of comments without words */
async function expectSame(): Promise<{ readonly tickets: number; readonly emptied: number }> {
  const kept = new Map<unknown, string>();
  for (const table of ['tickets', 'comments'])
    for await (const row of read(`SELECT * FROM ${table}`)) kept.set(row['id'], digestOf(row));
  const differences: Row[] = [];
  let [tickets, emptied] = [0, 0];
  for await (const { ticket, comments } of shown()) {
    tickets += 1;
    emptied += comments.filter(({ content }) => content === '').length;
    for (const row of [ticket, ...comments]) {
      if (kept.get(row['id']) !== digestOf(row)) differences.push(row);
      kept.delete(row['id']);
    }
  }
  expect([differences.slice(0, 3), [...kept.keys()].slice(0, 3)]).toEqual([[], []]);
  return { tickets, emptied };
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
      const { tickets } = await expectSame();
      expect(tickets).toBeGreaterThan(TICKETS);
    },
    TIMEOUT_MS,
  );

  it('goes on behind a mail that belongs to no ticket', async () => {
    await copied();
    const email = await received(acme, aMail({ headers: { 'X-Spam-Flag': 'YES' } }));
    expect(email).toMatchObject({ state: 'suspended', ticket: null });
    const { number } = await aTicket(acme, { subject: 'After the spam' });
    await copied();
    const [row] = await rowsOf(`SELECT subject FROM tickets WHERE number = ${number}`);
    expect(row).toEqual({ subject: 'After the spam' });
  });

  // @proves E-32-11
  it(
    'keeps no word of an erased customer, neither on its tickets nor on those of others',
    async () => {
      await anErasable();
      await copied();
      const held = async (): Promise<number> => {
        let count = 0;
        for (const table of ['tickets', 'comments'])
          for await (const row of read(`SELECT * FROM ${table}`))
            count += JSON.stringify(row).split(ERASED).length - 1;
        return count;
      };
      expect(await held()).toBe(5);
      const owner = Desk.on(setUp.database, { MIGRATION_DATABASE_URL: setUp.database.ownerUrl });
      await owner.output(['customers', 'erase', acme.subdomain, `${ERASED}@customer.example`, '--confirm']);
      await copied();
      expect(await held()).toBe(0);
      expect((await expectSame()).emptied).toBe(3);
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
    expect(await countOf('comments')).toBe(0);
    // The desk learns a moment later that its reader has gone, and until then refuses another copy.
    const copier = acme.clientWith(env['DESK_KEY'] ?? '');
    await until(async () => (await copier.get('/exports/tickets')).status === 200);
    await copied();
    expect(await countOf('tickets')).toBeGreaterThan(TICKETS);
  });
});
