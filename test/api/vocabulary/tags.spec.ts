import { aKey, aTicket, aWorkspace, deleteTickets, type TestWorkspace } from '../../support/data/builders.js';
import { fieldErrors } from '../../support/expectations.js';
import { aLine, ImportDesk } from '../../support/servers/import-desk.js';
import { countedBySearch, settle, tagsOf } from '../../support/data/tags.js';
import { useDesk } from '../../support/test-app.js';

const app = useDesk();
let acme: TestWorkspace;

beforeEach(async () => {
  acme = await aWorkspace(app);
});

describe('the list of tags', () => {
  // @proves E-12-7
  it('has the tags of tickets with exact counts, before and after these are folded', async () => {
    const { number } = await aTicket(acme, { tags: ['vip', 'refund'] });
    await aTicket(acme, { tags: ['vip'] });
    await aTicket(acme);
    const wanted = [
      { name: 'refund', ticket_count: 1 },
      { name: 'vip', ticket_count: 2 },
    ];
    expect(await tagsOf(acme)).toEqual(wanted);
    await settle(acme);
    expect(await tagsOf(acme)).toEqual(wanted);
    expect((await acme.client.get('/tags')).body.pagination).toEqual({
      total_records: 2,
      current_page_number: 1,
      total_pages: 1,
      page_size: 30,
    });
    await acme.client.put(`/tickets/${number}`, { tags: ['refund', 'late'] });
    await acme.client.put(`/tickets/${number}`, { subject: 'Tags stay' });
    const changed = [
      { name: 'late', ticket_count: 1 },
      { name: 'refund', ticket_count: 1 },
      { name: 'vip', ticket_count: 1 },
    ];
    expect(await tagsOf(acme)).toEqual(changed);
    await settle(acme);
    expect(await tagsOf(acme)).toEqual(changed);
    expect(await countedBySearch(acme, changed)).toEqual(changed);
  });

  // @proves E-12-7
  it('treats tags that differ only in case as one, shown in the spelling that most tickets have', async () => {
    for (const tags of [['VIP'], ['vip'], ['vip'], ['Éclair'], ['e\u0301clair']])
      await aTicket(acme, { tags });
    const wanted = [
      { name: 'vip', ticket_count: 3 },
      { name: 'e\u0301clair', ticket_count: 2 },
    ];
    expect(await tagsOf(acme)).toEqual(wanted);
    await settle(acme);
    expect(await tagsOf(acme)).toEqual(wanted);
    expect(await countedBySearch(acme, wanted)).toEqual(wanted);
    await aTicket(acme, { tags: ['VIP'] });
    await aTicket(acme, { tags: ['VIP'] });
    expect((await tagsOf(acme))[0]).toEqual({ name: 'VIP', ticket_count: 5 });
  });

  // @proves E-12-7
  it('counts a ticket once for two tags that only the database considers equal', async () => {
    await aTicket(acme, { tags: ['ΟΔΟΣ', 'οδοσ'] });
    const found = await tagsOf(acme);
    expect(await countedBySearch(acme, found)).toEqual(found);
    await settle(acme);
    expect(await tagsOf(acme)).toEqual(found);
  });

  // @proves E-12-7
  it('is sorted by name without case, by code point, in pages', async () => {
    const names = ['b', 'A', 'ä', 'Z', 'a-b', '10', '9', 'B2', 'émile', '\u{1F600}', '\uFF5E'];
    await aTicket(acme, { tags: names.slice(0, 6) });
    await settle(acme);
    await aTicket(acme, { tags: names.slice(4) });
    const sorted = ['10', '9', 'A', 'a-b', 'b', 'B2', 'Z', 'ä', 'émile', '\uFF5E', '\u{1F600}'];
    const page = async (query: string) => {
      const { body } = await acme.client.get(`/tags?${query}`).expect(200);
      return [(body.tags as { name: string }[]).map(({ name }) => name), body.pagination.total_records];
    };
    expect(await page('')).toEqual([sorted, 11]);
    expect(await page('page_size=4&page_number=2')).toEqual([sorted.slice(4, 8), 11]);
    expect(await page('page_size=4&page=3')).toEqual([sorted.slice(8), 11]);
    expect(await page('page_number=9007199254740991')).toEqual([[], 11]);
    await settle(acme);
    expect(await page('page_size=4&page_number=2')).toEqual([sorted.slice(4, 8), 11]);
    expect((await acme.client.get('/tags?page_size=1000')).body.pagination.page_size).toBe(100);
  });

  // @proves E-12-7
  it('refuses an invalid page', async () => {
    const response = await acme.client.get('/tags?page_number=0&page_size=x&page=-1');
    expect([response.status, fieldErrors(response)]).toEqual([422, ['page_number', 'page', 'page_size']]);
  });

  // @proves E-12-5
  it('needs the scope for reading tickets', async () => {
    const withScope = async (scope: 'tickets:read' | 'fields:read') =>
      (await acme.clientWith(await aKey(acme, scope, { scopes: [scope] })).get('/tags')).status;
    expect([await withScope('tickets:read'), await withScope('fields:read')]).toEqual([200, 403]);
  });

  // @proves E-12-7
  it('has nothing of another workspace', async () => {
    const globex = await aWorkspace(app);
    await aTicket(acme, { tags: ['theirs'] });
    await aTicket(globex, { tags: ['ours'] });
    expect(await tagsOf(globex)).toEqual([{ name: 'ours', ticket_count: 1 }]);
    for (const workspace of [acme, globex]) await settle(workspace);
    expect(await tagsOf(globex)).toEqual([{ name: 'ours', ticket_count: 1 }]);
    expect(await tagsOf(acme)).toEqual([{ name: 'theirs', ticket_count: 1 }]);
  });

  // @proves E-12-7
  it('counts imported tickets, what a later import changes, synthetic tickets and deleted ones', async () => {
    const desk = await ImportDesk.open(app);
    acme = desk.workspace;
    const lines = (tags: (index: number) => string[]) =>
      Array.from({ length: 60 }, (_, index) => aLine({ external_id: `${index}`, tags: tags(index) }));
    await desk.import(
      lines((index) => ['all', `tag ${index % 3}`]),
      25,
    );
    expect((await tagsOf(acme)).map(({ ticket_count }) => ticket_count)).toEqual([60, 20, 20, 20]);
    await desk.import(
      lines((index) => (index < 20 ? [] : ['all', 'ALL', 'Other'])),
      25,
    );
    expect(await tagsOf(acme)).toEqual([
      { name: 'all', ticket_count: 40 },
      { name: 'Other', ticket_count: 40 },
    ]);
    await app.operator.seed(acme.scope.workspaceId, 50);
    const found = await tagsOf(acme);
    expect(found.length).toBeGreaterThan(2);
    expect(await countedBySearch(acme, found)).toEqual(found);
    await deleteTickets(
      acme,
      Array.from({ length: 55 }, (_, index) => 2 * index + 2),
    );
    const left = await tagsOf(acme);
    expect(left).not.toEqual(found);
    expect(await countedBySearch(acme, left)).toEqual(left);
    await deleteTickets(acme);
    expect(await tagsOf(acme)).toEqual([]);
  });
});
