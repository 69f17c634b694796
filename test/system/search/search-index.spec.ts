import { SearchIndexer } from '../../../src/search/indexing/search-indexer.job.js';
import { SearchReader } from '../../../src/search/indexing/search.reader.js';
import { SearchWorkRepository } from '../../../src/search/indexing/search-work.repository.js';
import { INDEX_LOCK } from '../../../src/search/search-lock.js';
import { TEXTS_AT_ONCE } from '../../../src/search/indexing/search-work.sql.js';
import { WORDS_VERSION } from '../../../src/kernel/search/words.rules.js';
import { UnitOfWork } from '../../../src/platform/tenancy/unit-of-work.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, CUSTOMER, EVE, TWO_AGENTS } from '../../support/data/comments.js';
import { Desk } from '../../support/servers/desk.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';
import { asAdmin, askEveryServer } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { quiet, useQuiet } from '../../support/test-app.js';

let app: LocalApp;
let acme: TestWorkspace;

beforeAll(async () => {
  app = await startLocalApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  acme = await aWorkspace(app, TWO_AGENTS);
});

interface Found {
  readonly numbers: number[];
  readonly isComplete: boolean;
}

async function search(q: string, { client }: TestWorkspace = acme): Promise<Found> {
  const { body } = await client
    .get(`/tickets?${new URLSearchParams({ q, order: 'asc' }).toString()}`)
    .expect(200);
  const numbers = (body.tickets as { number: number }[]).map(({ number }) => number);
  return { numbers, isComplete: body.search_complete !== false };
}

/** Searches until many texts are in the index: on a busy machine, a search may have no time for all of them. */
async function completed(q: string): Promise<Found> {
  let seen = await search(q);
  await until(async () => seen.isComplete || (seen = await search(q)).isComplete);
  return seen;
}

const ask = <Row extends object = object>(text: string): Promise<Row[]> =>
  asAdmin<Row>(app.database, text, [acme.scope.workspaceId]);

/** Which texts are in the index: ticket, position and version. */
const indexed = async (): Promise<string[]> => {
  const rows = await ask<{ key: string }>(
    `SELECT concat_ws(' ', ticket_number, position, version) AS key FROM search_texts WHERE workspace_id = $1
     ORDER BY ticket_number, position`,
  );
  return rows.map(({ key }) => key);
};
const waiting = () => ask('SELECT kind FROM search_work WHERE workspace_id = $1');
/** The deletions of this database that wait for a lock, on any server. */
const waitingDeletions = () =>
  askEveryServer(
    app.database,
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND query LIKE 'DELETE FROM %workspaces%'`,
  );
const all = (...keys: string[]): string[] => keys.map((key) => `${key} ${WORDS_VERSION}`);

const THREAD = (words: string) => [
  { author_email: CUSTOMER, content: `<p>First ${words}</p>`, created_at: '2025-01-01T10:00:00Z' },
  { author_email: EVE.email, content: `<p>Second ${words}</p>`, created_at: '2025-01-01T11:00:00Z' },
];
const aLine = (id: string, words: string, comments: object[] = []): string =>
  JSON.stringify({
    ...{ external_id: id, source: 'old desk', email: CUSTOMER, subject: `Old ${words}`, description: '' },
    ...(comments.length > 0 && { comments }),
  });

describe('a text is in the index', () => {
  it('as it is now: a ticket, a reply, a note, and each as it was changed', async () => {
    const { number } = await aTicket(acme, {
      subject: 'Broken kettle',
      description: '<p>It <b>lea</b>ks</p>',
    });
    await aComment(acme, number, { content: '<p>A reply about gaskets</p>' });
    await aComment(acme, number, { content: '<p>A note about pumps</p>', comment_type: 'note' });
    for (const word of ['kettle', 'leaks', 'gaskets', 'pumps']) expect(await search(word)).toEqual(found(1));
    await acme.client.put(`/tickets/${number}`, { subject: 'Broken teapot' }).expect(200);
    expect(await search('kettle')).toEqual(found());
    expect(await search('teapot leaks')).toEqual(found(1));
    await acme.client.put(`/tickets/${number}`, { description: '' }).expect(200);
    expect(await search('leaks')).toEqual(found());
    expect(await indexed()).toEqual(all('1 0', '1 1', '1 2'));
    expect(await waiting()).toEqual([]);
  });

  it('even when nobody has searched for it', async () => {
    await aTicket(acme, { subject: 'Unsought' });
    await until(async () => (await indexed()).length === 1);
    expect(await waiting()).toEqual([]);
  });

  it('only when it has a word', async () => {
    const { number } = await aTicket(acme, { subject: '???', description: '<p>!</p>' });
    await aComment(acme, number, { content: '<p>Words</p>' });
    expect(await search('words')).toEqual(found(1));
    expect(await indexed()).toEqual(all('1 1'));
  });

  it('when an import has brought it: new tickets with their comments, and later ones of known tickets', async () => {
    await app.operator.import(acme.scope.workspaceId, [
      aLine('1', 'kettle', THREAD('of kettle')),
      aLine('2', 'teapot', THREAD('of teapot')),
      aLine('3', 'spoon'),
    ]);
    expect(await search('kettle second')).toEqual(found(1));
    expect(await search('spoon')).toEqual(found(3));
    expect(await indexed()).toEqual(all('1 0', '1 1', '1 2', '2 0', '2 1', '2 2', '3 0'));
    const later = {
      author_email: EVE.email,
      content: '<p>Third ladle</p>',
      created_at: '2025-01-02T10:00:00Z',
    };
    await app.operator.import(acme.scope.workspaceId, [
      aLine('2', 'teapots', [...THREAD('of teapot'), later]),
      aLine('3', 'spoon', [later]),
    ]);
    expect(await search('ladle')).toEqual(found(2, 3));
    expect(await search('teapots')).toEqual(found(2));
    expect(await waiting()).toEqual([]);
  });

  it('when one transaction cannot index all that an import has brought', async () => {
    const comments = Array.from({ length: 600 }, (_, index) => ({
      ...{ author_email: CUSTOMER, content: `<p>Said ${index}</p>`, created_at: '2025-01-01T10:00:00Z' },
    }));
    await app.operator.import(acme.scope.workspaceId, [aLine('1', 'kettle')]);
    expect(await search('kettle')).toEqual(found(1));
    await app.operator.import(acme.scope.workspaceId, [aLine('1', 'kettle', comments)]);
    expect(await completed('"said 0" "said 499" "said 599"')).toEqual(found(1));
    await app.operator.import(acme.scope.workspaceId, [aLine('2', 'teapot', comments)]);
    expect(await completed('teapot "said 599"')).toEqual(found(2));
    expect(await indexed()).toHaveLength(2 * 601);
    expect(await waiting()).toEqual([]);
  });
});

const found = (...numbers: number[]): Found => ({ numbers, isComplete: true });

describe('the index of a workspace', () => {
  it('begins with the texts that are there already', async () => {
    await aTicket(acme, { subject: 'Before' });
    await search('before');
    await quiet(async () => {
      for (const table of ['search_texts', 'search_work', 'search_states', 'event_readers'])
        await ask(`DELETE FROM ${table} WHERE workspace_id = $1`);
    });
    const other = await startLocalApp();
    try {
      expect(await search('before', { ...acme, client: acme.client.at(other) })).toEqual(found(1));
    } finally {
      await other.stop();
    }
  });

  it('is made anew by a version of the service whose rules differ, and left alone by an older version', async () => {
    await aTicket(acme, { subject: 'Ruled' });
    expect(await search('ruled')).toEqual(found(1));
    await ask('UPDATE search_states SET version = 0 WHERE workspace_id = $1');
    await ask('UPDATE search_texts SET version = 0 WHERE workspace_id = $1');
    const other = await startLocalApp();
    try {
      expect(await search('ruled', { ...acme, client: acme.client.at(other) })).toEqual(found(1));
      expect(await indexed()).toEqual(all('1 0'));
      await ask('UPDATE search_states SET version = 99 WHERE workspace_id = $1');
      await aTicket(acme, { subject: 'Ruled otherwise' });
      expect(await search('ruled')).toEqual({ numbers: [1], isComplete: false });
    } finally {
      await other.stop();
    }
  });

  // @proves E-22-12
  it('is reported as incomplete while more waits than a search can index, and is completed in the background', async () => {
    await aTicket(acme, { subject: 'Waiting' });
    await search('waiting');
    await quiet(async () => {
      await ask('DELETE FROM search_texts WHERE workspace_id = $1');
      await ask(`INSERT INTO search_work (workspace_id, event_position, kind, ticket_number, position, last_number)
        VALUES ($1, 0, 'tickets', 1, 0, 5000)`);
      expect((await search('waiting')).isComplete).toBe(false);
    });
    await until(async () => (await search('waiting')).isComplete);
    expect(await search('waiting')).toEqual(found(1));
  });

  it('is reported as incomplete when another process is busy with it, and new writes are found afterwards', async () => {
    await aTicket(acme, { subject: 'Busy' });
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let isLocked = false;
    const holding = app.app.get(UnitOfWork).run(acme.scope, async (inner) => {
      await inner.transaction.lock(INDEX_LOCK);
      isLocked = true;
      await held;
    });
    await until(() => isLocked);
    expect((await search('busy')).isComplete).toBe(false);
    release();
    await holding;
    expect(await search('busy')).toEqual(found(1));
  });

  it('has no words of a workspace that is deleted while a process indexes its texts', async () => {
    await aTicket(acme, { subject: 'Gone' });
    await search('gone');
    const work = app.app.get(SearchWorkRepository);
    let deleted: Promise<unknown> = Promise.resolve();
    await app.app.get(UnitOfWork).run(acme.scope, async (inner) => {
      await work.version(inner);
      deleted = ask('DELETE FROM workspaces WHERE id = $1');
      await until(async () => (await waitingDeletions()).length > 0);
      await work.add(inner, [{ ticketNumber: 1, position: 9, words: "'late':1A" }]);
    });
    await deleted;
    expect(await indexed()).toEqual([]);
  });

  it('is gone with its workspace, whose readers do not fail then', async () => {
    await aTicket(acme, { subject: 'Gone' });
    expect(await search('gone')).toEqual(found(1));
    await quiet(async () => {
      await aComment(acme, 1, { content: '<p>This text waits</p>' });
      await app.app.get(SearchReader).catchUp(acme.scope, new AbortController().signal);
      expect(await waiting()).toHaveLength(1);
      await ask('DELETE FROM workspaces WHERE id = $1');
    });
    expect(await indexed()).toEqual([]);
    expect(await waiting()).toEqual([]);
    expect(await ask('SELECT FROM comments WHERE workspace_id = $1')).toEqual([]);
    await app.app.get(SearchIndexer).runIn(acme.scope, new AbortController().signal);
  });
});

describe('desk search rebuild', () => {
  const desk = () => Desk.on(app.database);
  /** What is said of a rebuild, with its speed when it takes a second. */
  const said = (texts: string) =>
    expect.stringMatching(
      new RegExp(`^Indexed ${texts} of workspace "${acme.subdomain}"( in .* s, \\d+ a second)?\\.\\n$`),
    ) as string;
  // The service would do some of the work itself.
  useQuiet();

  it('indexes the texts of a workspace anew, and forgets what is not there', async () => {
    const { number } = await aTicket(acme, { subject: 'Kettle' });
    await aComment(acme, number, { content: '<p>Gasket</p>' });
    await search('kettle');
    await ask('UPDATE search_texts SET position = 7 WHERE workspace_id = $1 AND position = 1');
    const { stderr } = await desk().run(['search', 'rebuild', acme.subdomain.toUpperCase()]);
    expect(stderr).toEqual(said('2 texts'));
    expect(await indexed()).toEqual(all('1 0', '1 1'));
  });

  it('indexes a last ticket that has more texts than one transaction indexes', async () => {
    const comments = Array.from({ length: TEXTS_AT_ONCE + 1 }, (_, index) => ({
      ...{ author_email: CUSTOMER, content: `<p>Said ${index}</p>`, created_at: '2025-01-01T10:00:00Z' },
    }));
    await app.operator.import(acme.scope.workspaceId, [aLine('1', 'kettle', comments)]);
    const last = `"said ${TEXTS_AT_ONCE}"`;
    expect(await completed(last)).toEqual(found(1));
    await ask('DELETE FROM search_texts WHERE workspace_id = $1');
    await desk().run(['search', 'rebuild', acme.subdomain]);
    expect(await waiting()).toEqual([]);
    expect(await search(last)).toEqual(found(1));
    expect(await indexed()).toHaveLength(TEXTS_AT_ONCE + 2);
  });

  it('goes on where it was ended', async () => {
    for (let count = 0; count < 3; count++) await aTicket(acme, { subject: 'Kettle' });
    await search('kettle');
    await ask(`INSERT INTO search_work (workspace_id, event_position, kind, ticket_number, position, last_number)
      VALUES ($1, 0, 'tickets', 3, 0, 3)`);
    const { stderr } = await desk().run(['search', 'rebuild', acme.subdomain]);
    expect(stderr).toEqual(said('1 text'));
    expect(await waiting()).toEqual([]);
  });

  it('refuses an unknown workspace', async () => {
    const { status, stderr } = await desk().run(['search', 'rebuild', 'nobody-has-it']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('nobody-has-it')]);
  });
});
