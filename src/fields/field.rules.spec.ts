import type { FieldId, OptionId } from '../kernel/ids.js';
import { Problems } from '../kernel/errors.js';
import {
  checkBesideOthers,
  checkPlaceholderSlug,
  checkWantedFields,
  differenceOfField,
  freeSlug,
  settingsOfNewField,
  type FieldRow,
  type WantedField,
} from './field.rules.js';

const fieldRow = (given: Partial<FieldRow> = {}): FieldRow => ({
  id: 'field-1' as FieldId,
  name: 'Country',
  kind: 'single_option',
  state: 'active',
  isRequired: false,
  isRequiredForAgentWhenSubmittingForm: false,
  isRequiredForAgentWhenClosingTicket: false,
  displayOrder: 0,
  placeholderSlug: 'country',
  createdAt: new Date(0),
  updatedAt: new Date(0),
  options: [option('India', 0), option('Germany', 1)],
  ...given,
});
const option = (label: string, displayOrder: number) => ({
  id: `id of ${label}` as OptionId,
  label,
  displayOrder,
});
const wanted = (given: Partial<WantedField> = {}): WantedField => ({
  name: 'Country',
  kind: 'single_option',
  options: ['India'],
  ...given,
});
const problemsWith = (check: (problems: Problems) => void): string[] => {
  const problems = new Problems();
  check(problems);
  return problems.list.map(({ path, message }) => `${path} ${message}`);
};

describe('the slug of a new field', () => {
  // @proves S-2.1-12
  it.each([
    ['Order number', 'order_number'],
    ['  Größe (cm)?  ', 'gro_e_cm'],
    ['Prénom', 'prenom'],
    ['日本', 'field'],
    ['x'.repeat(255), 'x'.repeat(245)],
  ])('comes from the name %j: %s', (name, slug) => {
    expect(freeSlug(name, [])).toBe(slug);
    expect(checkPlaceholderSlug(slug)).toBeNull();
  });

  it('is made unique by a number', () => {
    const others = ['country', 'country_2'].map((placeholderSlug) => ({ placeholderSlug }));
    expect(freeSlug('Country', others)).toBe('country_3');
  });
});

describe('a new field', () => {
  it('is active, not required and after the last one unless it says otherwise', () => {
    expect(settingsOfNewField(wanted({ name: 'New' }), [fieldRow({ displayOrder: 7 })])).toEqual({
      state: 'active',
      isRequired: false,
      isRequiredForAgentWhenSubmittingForm: false,
      isRequiredForAgentWhenClosingTicket: false,
      displayOrder: 8,
      placeholderSlug: 'new',
    });
    const said = { state: 'inactive', isRequired: true, displayOrder: 3, placeholderSlug: 'x' } as const;
    expect(settingsOfNewField(wanted(said), [])).toMatchObject(said);
  });

  it('cannot take the name or the slug of another one', () => {
    const field = wanted({ name: 'COUNTRY', placeholderSlug: 'country' });
    expect(
      problemsWith((problems) => {
        checkBesideOthers(field, [fieldRow()], problems);
      }),
    ).toEqual([
      'field.name is the name of another field',
      'field.placeholder_slug is the slug of another field',
    ]);
  });
});

describe('an existing field in a manifest', () => {
  it('needs no change when it is the same already; what is absent stays', () => {
    expect(differenceOfField(fieldRow({ isRequired: true }), wanted())).toEqual({
      changes: {},
      renamedOptions: [],
      missingOptions: [],
    });
  });

  it('gets the settings and the spelling of the manifest, and the options that it lacks', () => {
    const field = wanted({ name: 'country', isRequired: true, options: ['Brazil', 'INDIA'] });
    expect(differenceOfField(fieldRow(), field)).toEqual({
      changes: { name: 'country', isRequired: true },
      renamedOptions: [{ id: 'id of India', from: 'India', to: 'INDIA' }],
      missingOptions: ['Brazil'],
    });
  });

  it('cannot be of another kind or have the slug of another field', () => {
    const fields = [
      wanted({ name: 'country', kind: 'text', options: [] }),
      wanted({ name: 'New', placeholderSlug: 'country' }),
    ];
    expect(
      problemsWith((problems) => {
        checkWantedFields(fields, [fieldRow()], problems);
      }),
    ).toEqual([
      'fields[0].kind cannot change: the field "Country" is of kind single_option',
      'fields[1].placeholder_slug is the slug of the field "Country"',
    ]);
  });
});
