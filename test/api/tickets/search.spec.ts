import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { aComment, TWO_AGENTS } from '../../support/data/comments.js';
import { foundBy, searching } from '../../support/data/searches.js';
import { fieldErrors, messagesOf, numbersOf } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();

describe('a search', () => {
  let acme: TestWorkspace;

  beforeAll(async () => {
    acme = await aWorkspace(app, TWO_AGENTS);
    const texts = [
      { subject: 'Refund of order ORD-2024-0012', description: '<p>The total is wrong.</p>' }, // 1
      { subject: 'Login fails', description: '<ul><li>wrong</li><li>total</li></ul>' }, // 2
      { subject: 'Überweisung nach Málaga', description: '<p>von john@acme.example, in<b>voice</b> 78</p>' }, // 3
      { subject: '打印机坏了', description: '<p>カードの更新 ขอเงินคืน</p>' }, // 4
      { subject: 'فاتورة', description: '<p>שָׁלוֹם foo:bar</p>' }, // 5
      { subject: 'Empty', description: '' }, // 6
    ];
    for (const text of texts) await aTicket(acme, text);
    await aComment(acme, 2, { content: '<p>Please refund the amount</p>' });
    await aComment(acme, 6, { content: '<p>wrong</p>', comment_type: 'note' });
    await aComment(acme, 6, { content: '<p>total</p>' });
  });

  // @proves E-22-1, E-22-9
  it.each<[string, string, number[]]>([
    ['a word of the subject', 'login', [2]],
    ['a word of the description', 'fails', [2]],
    ['a word of a reply', 'amount', [2]],
    ['a word of a note', 'empty wrong', [6]],
    ['nothing that has an unwanted word in another text', 'wrong -total', []],
    ['words of different texts', 'empty total wrong', [6]],
    ['a phrase of one text', '"wrong total"', [2]],
    ['a phrase of no text', '"total wrong"', []],
    ['a word without another, which stands in another text', 'wrong -refund', [6]],
    ['a word without a phrase', 'wrong -"wrong total"', [1, 6]],
    ['the beginning of a word', 'over* x', []],
    ['the beginning of a word in another language', 'uberw* malaga', [3]],
    ['a word of the subject only', 'subject:refund', [1]],
    ['a phrase of the subject only', 'subject:"order ord"', [1]],
    ['no word of the subject', 'refund -subject:refund', [2]],
  ])('finds %s', async (_name, q, numbers) => {
    expect(await foundBy(acme.client, q)).toEqual(numbers);
  });

  // @proves E-22-8
  it.each<[string, string, number[]]>([
    ['an order number', 'ORD-2024-0012', [1]],
    ['a part of an order number', '0012 refund', [1]],
    ['a part of it, but the parts in another order', '"0012-2024"', []],
    ['an address', 'JOHN@ACME.EXAMPLE', [3]],
    ['a part of an address', 'acme', [3]],
    ['words without accents', 'uberweisung MALAGA', [3]],
    ['a word with formatting in it', 'invoice', [3]],
    ['Chinese', '打印机', [4]],
    ['a part of Chinese', '印机坏', [4]],
    ['one character', '坏', [4]],
    ['Chinese that is not there', '打机', []],
    ['Japanese', '更新', [4]],
    ['Thai', 'เงิน', [4]],
    ['Arabic', 'فاتورة', [5]],
    ['Hebrew without points', 'שלום', [5]],
  ])('finds %s', async (_name, q, numbers) => {
    expect(await foundBy(acme.client, q)).toEqual(numbers);
  });

  // @proves E-22-7
  it.each<[string, string, number[]]>([
    ['a last word', 'log', [2]],
    ['a last word of two letters', 'lo', []],
    ['a word before others', 'log fails', []],
    ['a word in quotes', '"log"', []],
    ['a word of the subject', 'subject:log', []],
    ['a word before a filter', 'log status:new', []],
    ['a negated word, which keeps the ticket', 'login -fai', [2]],
  ])(
    'does not match the beginning of a longer word, except for a last word of three letters: %s',
    async (_name, q, numbers) => {
      expect(await foundBy(acme.client, q)).toEqual(numbers);
    },
  );

  // @proves E-22-2
  it.each<[string, string, number[]]>([
    ['an unknown name', 'foo:bar', [5]],
    ['a name of an order, which is no filter', 'order:asc', []],
    ['an open quote', '"wrong total', [2]],
    ['NUL', 'login\0fails', [2]],
    ['signs of query languages', '(login & fails)', [2]],
    ['signs alone, which ask for nothing', '- " && * :', [1, 2, 3, 4, 5, 6]],
    ['nothing', '', [1, 2, 3, 4, 5, 6]],
  ])('may be any text: %s', async (_name, q, numbers) => {
    expect(await foundBy(acme.client, q)).toEqual(numbers);
  });

  // @proves E-22-10
  it('with negations alone is the list without them', async () => {
    expect(await foundBy(acme.client, '-wrong')).toEqual([3, 4, 5]);
    expect(await foundBy(acme.client, '-wrong -打印 status:new')).toEqual([3, 5]);
    expect(await foundBy(acme.client, '-nothing')).toEqual([1, 2, 3, 4, 5, 6]);
  });

  // @proves E-22-6
  it('of too many words or characters is refused at q', async () => {
    const words = Array.from({ length: 33 }, (_, index) => `w${index}`).join(' ');
    for (const [q, message] of [
      [words, 'q must have at most 32 words, phrases and filters'],
      ['x'.repeat(1_001), 'q must have at most 1000 characters'],
    ] as const)
      expect(messagesOf(await searching(acme.client, q).expect(422))).toEqual([message]);
    expect(fieldErrors(await acme.client.get('/tickets?q=a&q=b').expect(422))).toEqual(['q']);
    await searching(acme.client, words.replace('w32', '')).expect(200);
  });

  // @proves E-22-9
  it('has pages and orders like the list', async () => {
    const newest = await searching(acme.client, 'refund', { page_size: '1' }).expect(200);
    expect([numbersOf(newest), newest.body.pagination]).toMatchObject([
      [2],
      { total_records: 2, total_pages: 2 },
    ]);
    const oldest = await searching(acme.client, 'refund', { page_size: '1', page: '2' }).expect(200);
    expect(numbersOf(oldest)).toEqual([1]);
    const behind = await searching(acme.client, 'refund', { page: '7' }).expect(200);
    expect(behind.body).toMatchObject({ tickets: [], pagination: { total_records: 2 } });
    await acme.client.put('/tickets/1', { priority: 'low' }).expect(200);
    const changed = await searching(acme.client, 'refund', { sort: 'updated_at' }).expect(200);
    expect(numbersOf(changed)).toEqual([1, 2]);
  });

  // @proves E-22-14
  it('of customers works as before', async () => {
    await acme.client
      .post('/customers', {
        customer: { first_name: 'Refunda', emails: ['refunda@customer.example'] },
      })
      .expect(200);
    const { body } = await acme.client.get('/customers?q=refun').expect(200);
    expect(body.customers).toMatchObject([{ first_name: 'Refunda' }]);
  });

  it('is ignored on the older route', async () => {
    const { body } = await acme.client.get('/api/v1/public/tickets?q=login').expect(200);
    expect(body.pagination.total_records).toBe(6);
  });
});

// @proves E-22-4
describe('the answer to a write is searched at once', () => {
  it('of a new ticket, a change and a comment', async () => {
    const acme = await aWorkspace(app, TWO_AGENTS);
    const raised = { email: 'ann@customer.example', subject: 'Zebra', description: '<p>Yak</p>' };
    const { body } = await acme.client.post('/tickets', raised).expect(201);
    const { number } = body.ticket as { number: number };
    expect(await foundBy(acme.client, 'zebra yak')).toEqual([number]);
    await acme.client.put(`/tickets/${number}`, { subject: 'Okapi' }).expect(200);
    expect([await foundBy(acme.client, 'zebra x'), await foundBy(acme.client, 'okapi yak')]).toEqual([
      [],
      [number],
    ]);
    await aComment(acme, number, { content: '<p>Gnu</p>' });
    expect(await foundBy(acme.client, 'okapi gnu')).toEqual([number]);
  });
});

// @proves E-22-8
it('a text of signs that stand for many letters each is found, and does not keep others from being found', async () => {
  const acme = await aWorkspace(app, TWO_AGENTS);
  await aTicket(acme, { subject: 'Before', description: `<p>${'\uFDFA'.repeat(60_000)}</p>` });
  await aTicket(acme, { subject: 'After' });
  expect(await foundBy(acme.client, 'الله')).toEqual([1]);
  expect(await foundBy(acme.client, 'after')).toEqual([2]);
});
