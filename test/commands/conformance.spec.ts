// Clauses on the command line that no other test of it proves.
import { openExampleDesk, type Desk, type ExampleDesk } from '../support/servers/desk.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('the command line', () => {
  let example: ExampleDesk;
  let desk: Desk;
  beforeAll(async () => {
    example = await openExampleDesk();
    desk = example.desk;
  });
  afterAll(() => example.close());

  // @proves D-10-12
  it('shows every id that a client may need', async () => {
    const shown = await desk.json<Record<string, unknown>>(['workspace', 'show', 'acme', '--json']);
    const idsIn = (node: unknown): unknown[] => {
      if (Array.isArray(node)) return node.flatMap(idsIn);
      if (typeof node !== 'object' || node === null) return [];
      return Object.entries(node).flatMap(([key, value]) => (key === 'id' ? [value] : idsIn(value)));
    };
    const counts = Object.entries(shown).map(([name, part]) => {
      const ids = idsIn(part).filter((id) => id !== null);
      for (const id of ids) expect([name, id]).toEqual([name, expect.stringMatching(UUID)]);
      return [name, ids.length];
    });
    expect(Object.fromEntries(counts)).toEqual({
      workspace: 1,
      statuses: 8,
      // None has no id; Billing has four below it.
      categories: 5 + 5,
      groups: 2,
      // Three members with two, one and one group.
      team_members: 3 + 4,
      companies: 1,
      // Ten fields, two of them with three options each.
      fields: 10 + 6,
      forms: expect.any(Number),
    });
    expect(shown['forms']).toHaveLength(3);
  });

  // @proves S-5-6, D-1-16, D-10-15
  it('lists keys by name and hint, as JSON too, and never a key', async () => {
    const key = (await desk.output(['keys', 'create', 'acme', '--name', 'Nightly export'])).trim();
    for (const args of [[], ['--json']]) {
      const list = await desk.output(['keys', 'list', 'acme', ...args]);
      expect(list).toContain('Nightly export');
      expect(list).toContain(`${key.slice(0, 9)}…`);
      expect(list).not.toContain(key.slice(9));
    }
  });

  // @proves D-10-22
  it('draws the progress of an import on a terminal', async () => {
    const importing = ['import', 'tickets', 'acme', 'examples/tickets.ndjson'];
    const { status, stdout, stderr } = await desk.run(importing, { isTerminal: true });
    expect([status, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/100 ?%/);
  });
});
