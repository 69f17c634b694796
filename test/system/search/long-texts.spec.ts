// A search finds texts that came together and are longer than what one transaction indexes.
import { MAX_DESCRIPTION_BYTES } from '../../../src/tickets/rules/description.rules.js';
import { BYTES_AT_ONCE } from '../../../src/search/index/search-work.sql.js';
import { aTicket, aWorkspace } from '../../support/data/builders.js';
import { aComment, TWO_AGENTS } from '../../support/data/comments.js';
import { searching } from '../../support/data/searches.js';
import { numbersOf } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';
import { until } from '../../support/until.js';

const app = useDesk();

/** So many texts of full length are more than one transaction indexes. */
const COUNT = BYTES_AT_ONCE / MAX_DESCRIPTION_BYTES + 2;

const word = (index: number) => `word${index}`;
const fullText = (index: number) => `<p>${word(index)}${' x'.repeat((MAX_DESCRIPTION_BYTES - 20) / 2)}</p>`;

// @proves E-22-12
it('all replies of full length that came together are found', async () => {
  const acme = await aWorkspace(app, TWO_AGENTS);
  const { number } = await aTicket(acme);
  for (let index = 0; index < COUNT; index++) await aComment(acme, number, { content: fullText(index) });
  await until(async () => {
    const { body } = await searching(acme.client, word(0)).expect(200);
    return body.search_complete !== false;
  });
  for (let index = 0; index < COUNT; index++)
    expect([index, numbersOf(await searching(acme.client, `"${word(index)}"`).expect(200))]).toEqual([
      index,
      [number],
    ]);
});
