import { aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import type { ShownField } from '../../support/data/fields.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();

describe('the list of fields', () => {
  let busy: TestWorkspace;
  const list = async (query: string) => (await busy.client.get(`/fields${query}`)).body;
  const namesIn = async (query: string) =>
    ((await list(query)).fields as ShownField[]).map(({ name }) => name);

  beforeAll(async () => {
    busy = await aWorkspace(app, {
      fields: Array.from({ length: 105 }, (_, at) => ({
        name: `F${at}`,
        kind: at === 0 ? 'single_option' : 'text',
        ...(at === 0 && { options: ['x'] }),
        state: at < 5 ? 'inactive' : 'active',
        // The last one comes first; two share a place and keep the order of their creation.
        display_order: at === 104 ? 0 : Math.max(at, 2),
      })),
    });
  });

  // @proves S-2.1-11, S-2.1-15, S-4.2-1, S-4.2-3, S-4.2-5, D-3-7, D-5-14, D-5-17
  it('holds everything in display order without a page number and a page size', async () => {
    const { fields, pagination } = await list('');
    expect(pagination).toEqual({ total_records: 105, page_size: 105 });
    expect((fields as ShownField[]).map(({ name }) => name).slice(0, 4)).toEqual(['F104', 'F0', 'F1', 'F2']);
    expect(fields[1].options).toEqual([{ id: expect.any(String), label: 'x', display_order: 0 }]);
    expect(fields[0]).not.toHaveProperty('options');
  });

  // @proves S-4.2-2, S-4.2-4, S-4.2-6, S-8-1, D-3-3, D-3-5, D-3-8, D-5-14, D-5-18
  it('pages like the others with either of them', async () => {
    expect((await list('?page_number=4')).pagination).toEqual({
      total_records: 105,
      current_page_number: 4,
      total_pages: 4,
      page_size: 30,
    });
    expect(await namesIn('?page_number=4')).toHaveLength(15);
    expect(await namesIn('?page_size=2&page_number=2')).toEqual(['F1', 'F2']);
    expect((await list('?page_size=1000')).pagination).toMatchObject({ page_size: 100, total_pages: 2 });
    expect(await list('?page_number=9')).toEqual({
      fields: [],
      pagination: { total_records: 105, current_page_number: 9, total_pages: 4, page_size: 30 },
    });
  });

  // @proves S-2.1-5, S-4.2-5..6, D-5-18
  it('can be limited to one state', async () => {
    expect(await namesIn('?state=inactive')).toEqual(['F0', 'F1', 'F2', 'F3', 'F4']);
    expect((await list('?state=inactive')).pagination).toEqual({ total_records: 5, page_size: 5 });
    expect((await list('?state=active&page_size=7')).pagination).toMatchObject({ total_records: 100 });
    expect(await (await aWorkspace(app)).client.get('/fields').then(({ body }) => body)).toEqual({
      fields: [],
      pagination: { total_records: 0, page_size: 0 },
    });
  });

  // @proves D-3-4, D-5-19
  it.each([
    ['state=deleted', ['state']],
    ['state=', ['state']],
    ['state=active&state=inactive', ['state']],
    ['page_number=0&page_size=-1', ['page_number', 'page_size']],
    ['page_number=1.5', ['page_number']],
  ])('refuses %s', async (query, paths) => {
    const response = await busy.client.get(`/fields?${query}`);
    expect([response.status, fieldErrors(response)]).toEqual([422, paths]);
  });
});
