import type { TableErasure } from '../platform/features/erasure.js';
import { erasedTables, referringFirst } from './floors.js';

const item = (name: string, ...refers: string[]) => ({ name, refers });
const namesOf = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name);

describe('an item that refers to others', () => {
  it('comes before these, even when they were listed first, and may refer to itself', () => {
    const items = [item('tickets', 'customers', 'tickets'), item('customers'), item('comments', 'tickets')];
    expect(namesOf(referringFirst(items))).toEqual(['comments', 'tickets', 'customers']);
  });

  it('is refused by name when the references form a circle', () => {
    const items = [item('a', 'b'), item('b', 'a'), item('c', 'a')];
    expect(() => referringFirst(items)).toThrow('These refer to each other: a, b.');
  });
});

describe('the tables that are erased', () => {
  const erased = () => Promise.resolve<TableErasure>({ steps: [] });
  const table = { rights: 'all', erased } as const;

  it('go from the top floor down, in each room from its last table, without those that have no words', async () => {
    const rooms = [
      { room: 'events', tables: { entries: table } },
      {
        ...{ room: 'tickets', uses: ['customers'] },
        tables: { tickets: table, numbers: { rights: 'all', nobody: 'numbers' }, drafts: table } as const,
      },
      { room: 'customers', uses: [], tables: { customers: table } },
      { room: 'mail', uses: ['tickets'], tables: { mails: table } },
    ];
    const tables = await erasedTables(rooms);
    expect(tables.map((one) => one.table)).toEqual(['mails', 'drafts', 'tickets', 'customers', 'entries']);
  });
});
