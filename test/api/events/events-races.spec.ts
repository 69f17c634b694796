import { aTicket, aWorkspace, type TestWorkspace } from '../../support/data/builders.js';
import { eventsOf, type ShownEvent } from '../../support/data/events.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { size } from '../../support/sizes.js';

const TICKETS = 5;
const WRITERS = 12;
const WRITES = size({ here: 8, long: 20 });
const READERS = 10;

let apps: TestApp[];
beforeAll(async () => {
  apps = [await startTestApp(), await startTestApp()];
});
afterAll(() => Promise.all(apps.map((app) => app.stop())));

/** Reads the feed from its start, by one process after the other, until nothing is written any more. */
async function crawl(
  reader: number,
  workspaces: readonly TestWorkspace[],
  isOver: () => boolean,
): Promise<ShownEvent[]> {
  const events: ShownEvent[] = [];
  for (let turn = 0, after = 0; ; turn++) {
    const wasOver = isOver();
    const workspace = workspaces[(reader + (turn >> 3)) % workspaces.length] as TestWorkspace;
    const page = await eventsOf(workspace, `?after=${after}&limit=7`);
    events.push(...page.events);
    after = page.next_after;
    if (wasOver && !page.has_more) return events;
  }
}

// @proves E-17-3, E-17-4
it('readers of two processes see the changes of many writers without gaps, once, and in the order of each ticket', async () => {
  const acme = await aWorkspace(apps[0] as TestApp);
  const both = apps.map((app) => ({ ...acme, app, client: acme.client.at(app) }));
  for (let count = 0; count < TICKETS; count++) await aTicket(acme, { subject: '0' });
  let isOver = false;
  const readers = Array.from({ length: READERS }, (_, reader) => crawl(reader, both, () => isOver));
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const { client } = both[writer % 2] as TestWorkspace;
      for (let count = 1; count <= WRITES; count++) {
        const number = 1 + ((writer + count) % TICKETS);
        await client.put(`/tickets/${number}`, { subject: `${writer}.${count}` }).expect(200);
      }
    }),
  );
  isOver = true;
  for (const events of await Promise.all(readers)) {
    expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => index + 1));
    expect(new Set(events.map(({ id }) => id)).size).toBe(TICKETS + WRITERS * WRITES + peopleIn(events));
    const subjects = new Map<number, unknown>();
    for (const { data } of events) {
      const { subject } = data.changes;
      if (!data.ticket || !subject) continue;
      expect(subject[0]).toBe(subjects.get(data.ticket.number) ?? null);
      subjects.set(data.ticket.number, subject[1]);
    }
  }
});

function peopleIn(events: readonly ShownEvent[]): number {
  return events.filter(({ type }) => type === 'customer.created').length;
}
