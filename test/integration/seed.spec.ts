import { SeedService } from '../../src/import/seed.service.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { ImportDesk } from './import-desk.js';

let app: TestApp;
let desk: ImportDesk;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  desk = await ImportDesk.open(app);
});
afterAll(() => app.stop());

describe('seeding', () => {
  const seed = (tickets: number, seed = 7) =>
    app.app
      .get(SeedService)
      .seed(desk.scope, { tickets, seed, referenceDate: new Date('2026-01-01T00:00:00Z') });

  const content = () =>
    desk.rows(
      'number, subject, description, priority, tags, created_at, updated_at, closed_at, resolution_due_at',
    );

  it('fills a workspace that has only the defaults, numbered in the order of creation', async () => {
    await seed(1_100);
    const rows = await desk.rows<{ number: number; created_at: Date }>('number, created_at');
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 1_100 }, (_, index) => index + 1));
    expect(rows).toEqual(
      rows.toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime()),
    );
  });

  it('makes the same tickets from the same seed', async () => {
    await seed(50);
    const [first, people] = [await content(), await desk.customers()];
    desk = await ImportDesk.open(app);
    await seed(50);
    expect(await content()).toEqual(first);
    expect(await desk.customers()).toEqual(people);
    desk = await ImportDesk.open(app);
    await seed(50, 8);
    expect(await content()).not.toEqual(first);
  });

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
