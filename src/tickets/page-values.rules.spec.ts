import type { FieldId, OptionId } from '../kernel/ids.js';
import { valuesShownWith, type PageNames } from './page-values.rules.js';

const names = {
  fields: [
    ['products' as FieldId, 'Products', 'multi_option'],
    ['country' as FieldId, 'Country', 'single_option'],
    ['seats' as FieldId, 'Seats', 'integer'],
  ],
  options: [
    ['desk' as OptionId, 'Desk'],
    ['india' as OptionId, 'India'],
    ['chat' as OptionId, 'Chat'],
  ],
} satisfies PageNames;

describe('values of a page', () => {
  const shown = valuesShownWith(names);

  it('are shown in the order of the fields, options by their labels in the order of the options', () => {
    const products = ['chat', 'desk'] as OptionId[];
    expect(shown({ seats: 0, country: 'india', products })).toEqual([
      ['Products', ['Desk', 'Chat']],
      ['Country', 'India'],
      ['Seats', 0],
    ]);
  });

  it('are left out when they belong to no active field', () => {
    expect(shown({ inactive: 'x' })).toEqual([]);
    expect(valuesShownWith({ fields: null, options: null })({ seats: 1 })).toEqual([]);
  });
});
