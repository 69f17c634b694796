import type { CategoryId } from '../kernel/ids.js';
import {
  DEFAULT_CATEGORIES,
  DEFAULT_STATUSES,
  missingCategories,
  missingNames,
  missingStatuses,
  type CategoryRow,
} from './vocabulary.rules.js';

const counter = () => {
  let last = 0;
  return () => `new-${++last}` as CategoryId;
};
const category = (name: string, parentId: string | null = null, position = 0): CategoryRow => ({
  id: name as CategoryId,
  parentId: parentId as CategoryId | null,
  name,
  position,
  isDefault: false,
});
const DEFAULTS = DEFAULT_CATEGORIES.map((name, position) => category(name, null, position));

describe('the statuses of a workspace', () => {
  it('begin with the default ones', () => {
    const statuses = missingStatuses([], ['awaiting_qa', 'open']);
    expect(statuses.map(({ name }) => name)).toEqual([...DEFAULT_STATUSES, 'awaiting_qa']);
    expect(statuses.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(statuses.filter(({ isDefault }) => !isDefault).map(({ name }) => name)).toEqual(['awaiting_qa']);
  });

  it('are added after the last one', () => {
    const existing = DEFAULT_STATUSES.map((name, index) => ({ name, position: index * 2, isDefault: true }));
    expect(missingStatuses(existing, ['later'])).toEqual([{ name: 'later', position: 13, isDefault: false }]);
  });
});

describe('the categories of a workspace', () => {
  it('begin with the default ones', () => {
    const categories = missingCategories([], [], counter());
    expect(categories.map(({ name, isDefault }) => [name, isDefault])).toEqual(
      DEFAULT_CATEGORIES.map((name) => [name, true]),
    );
  });

  it('are added on every level, parents first, each after its siblings', () => {
    const wanted = [
      {
        name: 'Billing',
        subCategories: [{ name: 'Invoices', subCategories: [{ name: 'VAT', subCategories: [] }] }],
      },
    ];
    expect(missingCategories(DEFAULTS, wanted, counter())).toEqual([
      { id: 'new-1', parentId: null, name: 'Billing', position: 5, isDefault: false, path: 'Billing' },
      {
        id: 'new-2',
        parentId: 'new-1',
        name: 'Invoices',
        position: 0,
        isDefault: false,
        path: 'Billing > Invoices',
      },
      {
        id: 'new-3',
        parentId: 'new-2',
        name: 'VAT',
        position: 0,
        isDefault: false,
        path: 'Billing > Invoices > VAT',
      },
    ]);
  });

  it('are not added again, and a name on one level says nothing about another', () => {
    const existing = [...DEFAULTS, category('Outage', 'Incident')];
    const wanted = [
      { name: 'Incident', subCategories: [{ name: 'Outage', subCategories: [] }] },
      { name: 'Problem', subCategories: [{ name: 'Outage', subCategories: [] }] },
    ];
    expect(missingCategories(existing, wanted, counter()).map(({ path }) => path)).toEqual([
      'Problem > Outage',
    ]);
  });
});

it('groups and companies are added once, by their exact name', () => {
  expect(missingNames([{ name: 'Sales' }], ['Sales', 'sales', 'Support', 'Support'])).toEqual([
    'sales',
    'Support',
  ]);
});
