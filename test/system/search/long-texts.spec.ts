// A search finds texts that came together and are longer than what one transaction indexes.
import { BYTES_AT_ONCE } from '../../../src/search/indexing/search-work.sql.js';
import { INDEX_LOCK } from '../../../src/search/search-lock.js';
import { UnitOfWork } from '../../../src/platform/tenancy/unit-of-work.js';
import { MAX_DESCRIPTION_BYTES } from '../../../src/tickets/rules/description.rules.js';
import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, TWO_AGENTS } from '../../support/data/comments.js';
import { searching } from '../../support/data/searches.js';
import { numbersOf } from '../../support/expectations.js';
import { startLocalApp, type LocalApp } from '../../support/servers/local-app.js';
import { until } from '../../support/until.js';

let app: LocalApp;

beforeAll(async () => {
  app = await startLocalApp();
});
afterAll(() => app.stop());

/** The number of texts of full length is too high for one transaction. */
const COUNT = BYTES_AT_ONCE / MAX_DESCRIPTION_BYTES + 2;

const word = (index: number) => `word${index}`;
const fullText = (index: number) => `<p>${word(index)}${' x'.repeat((MAX_DESCRIPTION_BYTES - 20) / 2)}</p>`;

/** Does work while nobody indexes texts of the workspace. */
async function withoutIndexing({ scope }: TestWorkspace, work: () => Promise<void>): Promise<void> {
  await app.app.get(UnitOfWork).run(scope, async (inner) => {
    await inner.transaction.lock(INDEX_LOCK);
    await work();
  });
}

/** Searches, and tells whether nothing is left to be indexed. A busy machine may need more than one request for it. */
async function isComplete({ client }: TestWorkspace): Promise<boolean> {
  const { status, body } = await searching(client, word(0));
  return status === 200 && body.search_complete !== false;
}

// @proves E-22-12
it('all replies of full length that were added at the same time are found', async () => {
  const acme = await aWorkspace(app, TWO_AGENTS);
  const { number } = await aTicket(acme);
  // The first search indexes the whole workspace. Later texts wait one by one.
  await until(() => isComplete(acme));
  await withoutIndexing(acme, async () => {
    for (let index = 0; index < COUNT; index++) await aComment(acme, number, { content: fullText(index) });
  });
  await until(() => isComplete(acme));
  for (let index = 0; index < COUNT; index++) {
    const answer = await searching(acme.client, `"${word(index)}"`).expect(200);
    expect([index, numbersOf(answer)]).toEqual([index, [number]]);
  }
});
