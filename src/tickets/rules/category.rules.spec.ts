import fc from 'fast-check';
import type { CategoryId } from '../../kernel/ids.js';
import { Problems } from '../../kernel/errors.js';
import { movedCategory, topCategory, type ChosenCategories } from './category.rules.js';
import type { CategoryNode } from '../../fields/known/known-vocabulary.js';
import { size } from '../../../test/support/sizes.js';

const node = (id: string, name: string, parentId: string | null = null): CategoryNode => ({
  id: id as CategoryId,
  name,
  parentId: parentId as CategoryId | null,
});

const CATEGORIES = [
  node('billing', 'Billing'),
  node('invoices', 'Invoices', 'billing'),
  node('vat', 'VAT', 'invoices'),
  node('late', 'Late', 'invoices'),
  node('refunds', 'Refunds', 'billing'),
  node('support', 'Support'),
  node('support invoices', 'Invoices', 'support'),
];

const place = (...ids: (string | null)[]): ChosenCategories => {
  const [category = null, one = null, two = null] = ids as (CategoryId | null)[];
  return { categoryId: category, subCategoryOneId: one, subCategoryTwoId: two };
};

const NOWHERE = place();
const VAT = place('billing', 'invoices', 'vat');

const move = (current: ChosenCategories, requested: Parameters<typeof movedCategory>[0]) => {
  const problems = new Problems();
  const moved = movedCategory(requested, current, CATEGORIES, problems);
  return { moved, wrong: problems.list.map(({ path }) => path) };
};

describe('a change of categories', () => {
  it('that names none leaves the ticket where it is', () => {
    expect(move(VAT, {})).toEqual({ moved: VAT, wrong: [] });
  });

  it('can name all three levels at once', () => {
    const requested = { category: 'Billing', subCategoryOne: 'Invoices', subCategoryTwo: 'VAT' };
    expect(move(NOWHERE, requested)).toEqual({ moved: VAT, wrong: [] });
  });

  it('of the category clears the levels below', () => {
    expect(move(VAT, { category: 'Support' }).moved).toEqual(place('support'));
  });

  it('of the category keeps the levels below that are named', () => {
    expect(move(VAT, { category: 'Support', subCategoryOne: 'Invoices' }).moved).toEqual(
      place('support', 'support invoices'),
    );
  });

  it('of the first sub-category clears the second', () => {
    expect(move(VAT, { subCategoryOne: 'Refunds' }).moved).toEqual(place('billing', 'refunds'));
  });

  it('of the second sub-category touches nothing above', () => {
    expect(move(VAT, { subCategoryTwo: 'Late' }).moved).toEqual(place('billing', 'invoices', 'late'));
  });

  it('that names what the ticket has already clears nothing', () => {
    expect(move(VAT, { category: 'Billing' }).moved).toEqual(VAT);
    expect(move(VAT, { category: 'Billing', subCategoryOne: 'Invoices' }).moved).toEqual(VAT);
  });

  it('to None clears everything', () => {
    expect(move(VAT, { category: 'None' })).toEqual({ moved: NOWHERE, wrong: [] });
  });

  // @proves D-4-38
  it('clears a sub-category and what is below by null', () => {
    expect(move(VAT, { subCategoryTwo: null }).moved).toEqual(place('billing', 'invoices'));
    expect(move(VAT, { subCategoryOne: null }).moved).toEqual(place('billing'));
  });

  it('keeps the same place when a level that is empty is cleared', () => {
    expect(move(place('billing'), { subCategoryOne: null, subCategoryTwo: null })).toEqual({
      moved: place('billing'),
      wrong: [],
    });
  });
});

describe('a change of categories is refused', () => {
  // @proves D-4-36
  it.each([
    ['an unknown category', NOWHERE, { category: 'Sales' }, ['category']],
    ['another case', NOWHERE, { category: 'billing' }, ['category']],
    ['a sub-category as category', NOWHERE, { category: 'Invoices' }, ['category']],
    ['a sub-category of another category', VAT, { subCategoryOne: 'Support' }, ['sub_category_one']],
    [
      'a sub-category that the new category lacks',
      VAT,
      { category: 'Support', subCategoryOne: 'Refunds' },
      ['sub_category_one'],
    ],
    ['a sub-category without category', NOWHERE, { subCategoryOne: 'Invoices' }, ['sub_category_one']],
    ['a second without a first', place('billing'), { subCategoryTwo: 'VAT' }, ['sub_category_two']],
    [
      'a second whose first is cleared',
      VAT,
      { subCategoryOne: null, subCategoryTwo: 'VAT' },
      ['sub_category_two'],
    ],
    ['a sub-category of None', VAT, { category: 'None', subCategoryOne: 'Invoices' }, ['sub_category_one']],
    ['None as sub-category', VAT, { subCategoryOne: 'None' }, ['sub_category_one']],
  ])('for %s', (_what, current, requested, wrong) => {
    expect(move(current, requested).wrong).toEqual(wrong);
  });

  it('once, at the level that is wrong, not again below it', () => {
    expect(move(VAT, { category: 'Sales', subCategoryOne: 'X', subCategoryTwo: 'Y' }).wrong).toEqual([
      'category',
    ]);
  });

  it('says what was expected', () => {
    const problems = new Problems();
    movedCategory({ subCategoryTwo: 'X' }, VAT, CATEGORIES, problems);
    expect(problems.list[0]?.message).toMatch(
      /^is not the name of a sub-category of the ticket's sub_category_one \(.*VAT.*\)$/,
    );
  });
});

describe('a category of the first level', () => {
  it('is found by its name', () => {
    expect(topCategory('Billing', CATEGORIES)).toBe('billing');
    expect(topCategory('None', CATEGORIES)).toBeNull();
    expect(topCategory('Invoices', CATEGORIES)).toBeUndefined();
  });
});

const isValid = ({ categoryId, subCategoryOneId, subCategoryTwoId }: ChosenCategories): boolean => {
  const isChild = (id: CategoryId | null, parent: CategoryId | null) =>
    id === null ||
    (parent !== null && CATEGORIES.some((found) => found.id === id && found.parentId === parent));
  const isTop =
    categoryId === null || CATEGORIES.some(({ id, parentId }) => id === categoryId && parentId === null);
  return isTop && isChild(subCategoryOneId, categoryId) && isChild(subCategoryTwoId, subCategoryOneId);
};

const names = fc.constantFrom('None', 'Unknown', ...CATEGORIES.map(({ name }) => name));
const levels = { category: names, subCategoryOne: fc.option(names), subCategoryTwo: fc.option(names) };
const places = fc.constantFrom(
  NOWHERE,
  place('billing'),
  place('billing', 'invoices'),
  VAT,
  place('billing', 'refunds'),
  place('support', 'support invoices'),
);

describe('every change of categories', () => {
  it('ends in a valid place, or is refused', () => {
    fc.assert(
      fc.property(places, fc.record(levels, { requiredKeys: [] }), (current, requested) => {
        const { moved, wrong } = move(current, requested);
        if (wrong.length === 0) expect(isValid(moved)).toBe(true);
      }),
      { numRuns: size({ here: 500, long: 2_000 }) },
    );
  });

  it('that is accepted changes nothing when it is repeated', () => {
    fc.assert(
      fc.property(places, fc.record(levels, { requiredKeys: [] }), (current, requested) => {
        const { moved, wrong } = move(current, requested);
        if (wrong.length === 0) expect(move(moved, requested)).toEqual({ moved, wrong: [] });
      }),
      { numRuns: size({ here: 500, long: 2_000 }) },
    );
  });
});
