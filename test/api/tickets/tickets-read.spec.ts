import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors, numbersOf } from '../../support/expectations.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();

describe('one ticket', () => {
  let acme: TestWorkspace;
  beforeAll(async () => {
    acme = await aWorkspace(app);
  });

  // @proves S-2.3-3, S-4.3-2, D-4-2..3, D-4-5, D-4-8
  it('is the same by id and by number, with every property, and null where there is nothing', async () => {
    const { id, number } = await aTicket(acme, {
      email: 'John@customer.example',
      subject: 'Plain',
      description: '',
      created_at: '2021-03-04T10:00:00+02:00',
    });
    const byNumber = await acme.client.get(`/tickets/${number}`);
    expect(byNumber.status).toBe(200);
    expect(byNumber.body).toEqual({
      ticket: {
        id,
        number,
        subject: 'Plain',
        description: '',
        priority: null,
        status: 'new',
        created_at: '2021-03-04T08:00:00.000Z',
        updated_at: '2021-03-04T08:00:00.000Z',
        resolution_due_date: null,
        external_id: null,
        source: null,
        category: 'None',
        sub_category_one: null,
        sub_category_two: null,
        group: null,
        tags: [],
        assignee: null,
        customer: {
          id: expect.any(String),
          name: 'John@customer.example',
          email: 'John@customer.example',
          phone_numbers: [],
        },
        fields: [],
      },
    });
    expect((await acme.client.get(`/tickets/${id.toUpperCase()}`)).body).toEqual(byNumber.body);
  });

  // @proves D-2-12
  it.each([
    'nope',
    '0',
    '-1',
    '01',
    '1e3',
    '2147483648',
    '9'.repeat(40),
    'a0000000-0000-0000-0000-000000000000',
    '0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8',
  ])('is 404 for %s', async (reference) => {
    const response = await acme.client.get(`/tickets/${reference}`);
    expect([response.status, response.body]).toEqual([
      404,
      { error: 'There is no such ticket.', code: 'ticket_not_found' },
    ]);
  });

  // @proves D-2-12
  it("is 404 with the same bytes for another workspace's id", async () => {
    const other = await aWorkspace(app);
    const { id } = await aTicket(other);
    const foreign = await acme.client.get(`/tickets/${id}`);
    const unknown = await acme.client.get('/tickets/a0000000-0000-0000-0000-000000000000');
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
  });
});

describe('pages', () => {
  let acme: TestWorkspace;
  const page = (query: string) => acme.client.get(`/tickets${query}`);

  beforeAll(async () => {
    acme = await aWorkspace(app);
    for (let day = 1; day <= 32; day++) {
      await aTicket(acme, { created_at: `2024-01-${String(Math.min(day, 31)).padStart(2, '0')}T00:00:00Z` });
    }
  });

  // @proves S-2.6-1..4, S-4.5-1, S-4.10-1..2, S-8-1, D-3-1..2, D-4-48
  it('hold 30 tickets, newest first, ties by number', async () => {
    const first = await page('');
    expect(numbersOf(first)).toEqual(Array.from({ length: 30 }, (_, index) => 32 - index));
    expect(first.body.pagination).toEqual({
      total_records: 32,
      current_page_number: 1,
      total_pages: 2,
      page_size: 30,
    });
    expect(numbersOf(await page('?page_number=2'))).toEqual([2, 1]);
  });

  // @proves S-2.6-1..3, S-4.10-1, S-4.10-4, D-3-2
  it('can be crawled by size until one is empty', async () => {
    const crawled: number[] = [];
    for (let number = 1; ; number++) {
      const response = await page(`?page_number=${number}&page_size=7&order=asc`);
      expect(response.body.pagination).toMatchObject({
        total_records: 32,
        current_page_number: number,
        total_pages: 5,
      });
      if (numbersOf(response).length === 0) break;
      crawled.push(...numbersOf(response));
    }
    expect(crawled).toEqual(Array.from({ length: 32 }, (_, index) => index + 1));
  });

  // @proves S-7-6, D-3-5
  it('past the end are empty and keep true totals', async () => {
    for (const number of ['3', '1000000', '9999999999999999']) {
      const { status, body } = await page(`?page_number=${number}`);
      expect([status, body.tickets, body.pagination.total_records]).toEqual([200, [], 32]);
    }
  });

  // @proves S-2.6-4, S-8-4, D-3-3
  it('are never larger than 100, and say so', async () => {
    const { body } = await page('?page_size=1000');
    expect([body.pagination.page_size, body.tickets.length]).toEqual([100, 32]);
  });

  // @proves D-3-1, D-3-4
  it.each(['0', '-1', '1.5', 'x', '', '1e2', '%2B1'])(
    'with page_number or page_size of "%s" are refused',
    async (value) => {
      for (const name of ['page_number', 'page_size']) {
        const response = await page(`?${name}=${value}`);
        expect([response.status, fieldErrors(response)]).toEqual([422, [name]]);
      }
    },
  );

  it('named twice are refused', async () => {
    expect((await page('?page_number=1&page_number=2')).status).toBe(422);
  });

  // @proves D-2-23
  it('ignore unknown parameters', async () => {
    expect((await page('?colour=red&page[number]=2')).body.pagination.total_records).toBe(32);
  });

  // @proves S-4.5-3, D-4-1
  it('hold whole tickets, as GET does', async () => {
    const { body } = await page('?page_size=1');
    const { ticket } = (await acme.client.get(`/tickets/${body.tickets[0].number}`)).body;
    expect(body.tickets[0]).toEqual(ticket);
  });
});
