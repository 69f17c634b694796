import { useDesk } from '../support/test-app.js';
import { ImportDesk } from '../support/servers/import-desk.js';

const app = useDesk();
let desk: ImportDesk;

beforeEach(async () => {
  desk = await ImportDesk.open(app);
});

describe('seeding', () => {
  const seed = (tickets: number, seed = 7) => app.operator.seed(desk.scope.workspaceId, tickets, seed);

  it('fills a workspace that has only the defaults, numbered in the order of creation', async () => {
    await seed(1_100);
    const created = (await desk.exported()).map((ticket) => ticket['created_at'] as string);
    expect(created).toHaveLength(1_100);
    expect(created).toEqual(created.toSorted());
    expect((await desk.client.get('/tickets/1100')).status).toBe(200);
  });

  it('makes the same tickets from the same seed', async () => {
    await seed(50);
    const first = await desk.exported();
    desk = await ImportDesk.open(app);
    await seed(50);
    expect(await desk.exported()).toEqual(first);
    desk = await ImportDesk.open(app);
    await seed(50, 8);
    expect(await desk.exported()).not.toEqual(first);
  });

  // @proves D-10-24
  it('makes tickets that a client can read and change', async () => {
    await desk.furnish();
    await seed(100);
    const found = await desk.tickets();
    expect(found).toHaveLength(100);
    expect(
      new Set(
        found.flatMap(({ fields }) => (fields as { field_name: string }[]).map((field) => field.field_name)),
      ).size,
    ).toBe(9);
    expect(found.some(({ group }) => group !== null)).toBe(true);
    const { status } = await desk.client.put('/tickets/1', { tags: ['seen'] });
    expect(status).toBe(200);
  });
});
