import fc from 'fast-check';
import type { FieldId, OptionId } from '../kernel/ids.js';
import { FIELD_KINDS, type FieldKind } from './field.kinds.js';
import { isFilledIn, readFieldValue, type FieldDefinition, type StoredValue } from './field-values.rules.js';

const options = ['Desk', 'Chat', 'Mail'].map((label) => ({ id: `id of ${label}` as OptionId, label }));

const fieldOf = (kind: FieldKind): FieldDefinition => ({
  id: 'field' as FieldId,
  name: 'Field',
  kind,
  isRequiredForClosing: false,
  isRequiredForSubmitting: false,
  options: kind === 'single_option' || kind === 'multi_option' ? options : [],
});

const read = (kind: FieldKind, sent: unknown) => readFieldValue(fieldOf(kind), sent);
const idsOf = (...labels: string[]) => labels.map((label) => `id of ${label}`);

const accepted: [FieldKind, unknown, unknown][] = [
  ['text', 'India', 'India'],
  ['text', '', ''],
  ['text', ' as sent ', ' as sent '],
  ['text', 'x'.repeat(1_000), 'x'.repeat(1_000)],
  ['text', '🙂'.repeat(1_000), '🙂'.repeat(1_000)],
  ['textarea', 'two\nlines', 'two\nlines'],
  ['textarea', 'x'.repeat(65_535), 'x'.repeat(65_535)],
  ['integer', 0, 0],
  ['integer', -12, -12],
  ['integer', 9_007_199_254_740_991, 9_007_199_254_740_991],
  ['integer', -9_007_199_254_740_991, -9_007_199_254_740_991],
  ['integer', '12', 12],
  ['integer', '-9007199254740991', -9_007_199_254_740_991],
  ['integer', '-0', 0],
  ['decimal', 1.5, 1.5],
  ['decimal', '1.5', 1.5],
  ['decimal', -0.001, -0.001],
  ['decimal', '1.50', 1.5],
  ['decimal', 123456789.012345, 123456789.012345],
  ['decimal', '0.000000123456789012345', 1.23456789012345e-7],
  ['decimal', '123456789012345000000', 123456789012345000000],
  ['decimal', '1e3', 1000],
  ['decimal', '1E+3', 1000],
  ['decimal', 1e21, 1e21],
  ['decimal', '-0.0', 0],
  ['date', '2026-01-31', '2026-01-31'],
  ['date', '2024-02-29', '2024-02-29'],
  ['checkbox', true, true],
  ['checkbox', false, false],
  ['checkbox', 'true', true],
  ['checkbox', 'false', false],
  ['single_option', 'Chat', 'id of Chat'],
  ['multi_option', ['Desk'], idsOf('Desk')],
  ['multi_option', ['Mail', 'Desk'], idsOf('Desk', 'Mail')],
  ['multi_option', ['Chat', 'Chat'], idsOf('Chat')],
  ['multi_option', 'Chat', idsOf('Chat')],
  ['multi_option', [], null],
];

const refused: [FieldKind, unknown][] = [
  ['text', 12],
  ['text', true],
  ['text', ['India']],
  ['text', 'x'.repeat(1_001)],
  ['text', 'a\0b'],
  ['text', '\ud83d'],
  ['textarea', 'x'.repeat(65_536)],
  ['textarea', {}],
  ['integer', 1.5],
  ['integer', 9_007_199_254_740_992],
  ['integer', '9007199254740992'],
  ['integer', '1.5'],
  ['integer', '1e3'],
  ['integer', '+1'],
  ['integer', '01'],
  ['integer', ' 1'],
  ['integer', ''],
  ['integer', '0x10'],
  ['integer', true],
  ['integer', [1]],
  ['decimal', 0.1 + 0.2],
  ['decimal', '1234567890123456'],
  ['decimal', '1.234567890123456'],
  ['decimal', '1e400'],
  ['decimal', '1e-400'],
  ['decimal', '1.23456789012345e-320'],
  ['decimal', '1,5'],
  ['decimal', '.5'],
  ['decimal', '5.'],
  ['decimal', 'NaN'],
  ['decimal', 'Infinity'],
  ['decimal', ''],
  ['decimal', false],
  ['date', '2026-02-30'],
  ['date', '2026-1-1'],
  ['date', '31.01.2026'],
  ['date', '2026-01-31T00:00:00Z'],
  ['date', 20260131],
  ['date', ''],
  ['checkbox', 'True'],
  ['checkbox', 'yes'],
  ['checkbox', 1],
  ['checkbox', 0],
  ['checkbox', ''],
  ['checkbox', []],
  ['single_option', 'chat'],
  ['single_option', 'Chat '],
  ['single_option', 'id of Chat'],
  ['single_option', ['Chat']],
  ['single_option', ''],
  ['multi_option', ['Chat', 'Fax']],
  ['multi_option', 'Chat,Desk'],
  ['multi_option', [['Chat']]],
  ['multi_option', ['Chat', null]],
  ['multi_option', [1]],
  ['multi_option', ''],
  ['multi_option', { Chat: true }],
];

describe('a value sent for a field', () => {
  // @proves D-4-9..11, D-4-13, D-4-15..18
  it.each(accepted)('of kind %s is read: %j', (kind, sent, value) => {
    expect(read(kind, sent)).toEqual({ value });
  });

  it.each(refused)('of kind %s is refused: %j', (kind, sent) => {
    expect(read(kind, sent)).toEqual({ problem: expect.stringMatching(/^must /) as string });
  });

  it.each(FIELD_KINDS)('of kind %s is cleared by null', (kind) => {
    expect(read(kind, null)).toEqual({ value: null });
  });

  it.each(FIELD_KINDS)('of kind %s is refused when it is missing', (kind) => {
    expect(read(kind, undefined)).toHaveProperty('problem');
  });

  it('is never minus zero', () => {
    for (const kind of ['integer', 'decimal'] as const) {
      for (const sent of [-0, '-0']) expect(read(kind, sent)).toEqual({ value: 0 });
    }
  });

  it('is refused with the names of the options when it is not one of them', () => {
    expect(read('single_option', 'Fax')).toEqual({
      problem: 'must be the label of an option of this field (Desk, Chat, Mail)',
    });
    expect(read('multi_option', ['Fax'])).toEqual({
      problem: 'must be labels of this field (Desk, Chat, Mail)',
    });
  });

  it('names twenty of many options', () => {
    const many = Array.from({ length: 21 }, (_, index) => ({
      id: String(index) as OptionId,
      label: `L${index}`,
    }));
    const result = readFieldValue({ ...fieldOf('single_option'), options: many }, 'Fax');
    expect(result).toHaveProperty('problem', expect.stringMatching(/L19, \.\.\.\)$/));
  });

  it('is judged in linear time: a quadratic reader would not end within the time of a test', () => {
    for (const sent of [`1${'0'.repeat(1_000_000)}1`, `0.${'0'.repeat(1_000_000)}x`]) {
      for (const kind of FIELD_KINDS) expect(read(kind, sent)).toBeDefined();
    }
  });
});

/** Converts a stored value to the value that a ticket shows. */
const shown = (value: StoredValue): unknown => {
  const labelOf = (id: unknown) => options.find((option) => option.id === id)?.label ?? id;
  return Array.isArray(value) ? (value as readonly unknown[]).map(labelOf) : labelOf(value);
};

const kinds = fc.constantFrom(...FIELD_KINDS);
const labels: fc.Arbitrary<string> = fc.constantFrom('Desk', 'Chat', 'Mail');
const sentValues = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.maxSafeInteger(),
  fc.double(),
  fc.double().map(String),
  fc.stringMatching(/^-?\d{1,20}(\.\d{1,20})?(e-?\d{1,3})?$/),
  fc.boolean(),
  fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10)),
  labels,
  fc.array(labels),
);

describe('every value', () => {
  it('is refused with a sentence, or is read to a value that stays the same when it is shown and read again', () => {
    fc.assert(
      fc.property(kinds, sentValues, (kind, sent) => {
        const first = read(kind, sent);
        if ('problem' in first) expect(first.problem).toMatch(/^must /);
        else if (first.value !== null) expect(read(kind, shown(first.value))).toEqual(first);
      }),
      { numRuns: 5_000 },
    );
  });

  it('comes back from the database as it was stored', () => {
    fc.assert(
      fc.property(kinds, sentValues, (kind, sent) => {
        const result = read(kind, sent);
        if ('value' in result) expect(JSON.parse(JSON.stringify(result.value))).toEqual(result.value);
      }),
      { numRuns: 2_000 },
    );
  });

  it('means the same as a number and as the text of that number', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('integer', 'decimal'),
        fc.oneof(fc.double(), fc.maxSafeInteger()),
        (kind, sent) => {
          if (kind === 'decimal' || Number.isSafeInteger(sent))
            expect(read(kind, String(sent))).toEqual(read(kind, sent));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('of at most 15 significant digits is an acceptable decimal and keeps them all', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,14}$/);
    fc.assert(
      fc.property(digits, fc.integer({ min: -280, max: 280 }), (mantissa, exponent) => {
        expect(read('decimal', `${mantissa}e${exponent}`)).toEqual({
          value: Number(`${mantissa}e${exponent}`),
        });
      }),
    );
  });

  // @proves D-4-18
  it('of options is in option order and without duplicates', () => {
    fc.assert(
      fc.property(fc.array(labels, { minLength: 1 }), (sent) => {
        const expected = options.filter(({ label }) => sent.includes(label)).map(({ id }) => id);
        expect(read('multi_option', sent)).toEqual({ value: expected });
      }),
    );
  });
});

describe('a stored value', () => {
  it.each([null, undefined, '', ' \n'])('is not filled in: %j', (value) => {
    expect(isFilledIn(value)).toBe(false);
  });

  it.each(['x', 0, false, true])('is filled in: %j', (value) => {
    expect(isFilledIn(value)).toBe(true);
  });
});
