import { entriesOf } from '../support/data/audit.js';
import { aTicket, aWorkspace, keysOf, type TestWorkspace } from '../support/data/builders.js';
import { Desk } from '../support/servers/desk.js';
import { useDesk } from '../support/test-app.js';

const app = useDesk();

describe('reading the trail', () => {
  let own: TestWorkspace;
  let ticket: { readonly id: string; readonly number: number };
  let all: Entry[];

  beforeAll(async () => {
    own = await aWorkspace(app);
    ticket = await aTicket(own);
    for (let n = 1; n <= 60; n++) await own.client.put(`/tickets/${ticket.number}`, { subject: `S ${n}` });
    await aTicket(own);
    all = await read(own);
  });

  it('goes from the newest to the oldest, each once, however many pages there are', async () => {
    const moments = all.map(({ at, id }) => `${at} ${id}`);
    expect(moments).toEqual([...moments].sort().reverse());
    expect(new Set(moments).size).toBe((await entriesOf(own)).length);
    expect(
      all.flatMap(({ action, after }) => (action === 'ticket.updated' ? [after?.['subject']] : [])),
    ).toEqual(Array.from({ length: 60 }, (_, index) => `S ${60 - index}`));
  });

  it.each([1, 49, 50, 51, 100, 1_000])('stops after %i', async (limit) => {
    expect(await read(own, '--limit', String(limit))).toEqual(all.slice(0, limit));
  });

  it('begins at a moment and ends before another', async () => {
    const [until = '', since = ''] = [all[10]?.at, all[55]?.at];
    const between = all.filter(({ at }) => at >= since && at < until);
    expect(between.length).toBeGreaterThan(30);
    expect(await read(own, '--since', since, '--until', until)).toEqual(between);
  });

  it('finds what is about a ticket by its number or id, what a key did, and one kind of thing', async () => {
    const ofTicket = all.filter(({ subject }) => subject.id === ticket.id);
    expect(ofTicket).toHaveLength(61);
    expect(ofTicket.map(({ subject }) => subject.number)).toEqual(ofTicket.map(() => ticket.number));
    const about = (subject: string) => read(own, '--subject', subject);
    expect(await about(`ticket:${ticket.number}`)).toEqual(ofTicket);
    expect(await about(`ticket:${ticket.id}`)).toEqual(ofTicket);
    expect(await about(`field:${ticket.id}`)).toEqual([]);
    expect(await about('ticket:999')).toEqual([]);
    const [key] = await keysOf(own);
    expect(await read(own, '--key', key?.id ?? '')).toEqual(all.filter((entry) => entry.key !== null));
    expect(await read(own, '--action', 'ticket.created')).toEqual(
      all.filter(({ action }) => action === 'ticket.created'),
    );
  });

  it("shows nothing to another workspace, and another's subjects are not found", async () => {
    const globex = await aWorkspace(app);
    const ticket = await aTicket(globex);
    await globex.client.put(`/tickets/${ticket.number}`, { subject: 'Of globex' });
    const theirs = await read(globex);
    expect(theirs.map(({ action }) => action)).toContain('ticket.updated');
    const others = await read(own);
    const ids = new Set(theirs.map(({ id }) => id));
    expect(others.filter(({ id }) => ids.has(id))).toEqual([]);
    expect(await read(own, '--subject', `ticket:${ticket.id}`)).toEqual([]);
  });
});

/** An entry as `desk audit --json` shows it. */
interface Entry {
  readonly id: string;
  readonly at: string;
  readonly action: string;
  readonly subject: { readonly id: string; readonly number?: number };
  readonly key: object | null;
  readonly after: Record<string, unknown> | null;
}

async function read({ subdomain }: TestWorkspace, ...args: string[]): Promise<Entry[]> {
  const text = await Desk.on(app.database).output(['audit', subdomain, '--json', ...args]);
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Entry);
}
