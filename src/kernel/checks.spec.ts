import fc from 'fast-check';
import {
  checkDateTime,
  checkEmail,
  checkFlag,
  checkList,
  checkOneOf,
  checkText,
  isCalendarDay,
} from './checks.js';

describe('an e-mail address', () => {
  it.each(['john@customer.example', 'John.Luther+desk@mail.customer.example', "o'neil@customer.example"])(
    'is %s',
    (address) => {
      expect(checkEmail(address)).toBeNull();
    },
  );

  it.each([
    '',
    'john',
    'john@',
    '@customer.example',
    'john@customer',
    'a b@customer.example',
    'a@b@c.example',
    'John <john@customer.example>',
    'john@customer.example\n',
    '"jo\nhn"@customer.example',
    'jo\u2028hn@customer.example',
  ])('is not %j', (address) => {
    expect(checkEmail(address)).toBe('must be an e-mail address');
  });

  it.each([null, 12, ['john@customer.example']])('is a string, not %j', (value) => {
    expect(checkEmail(value)).toBe('must be a string');
  });

  it('is at most 254 characters long', () => {
    expect(checkEmail(`${'a'.repeat(250)}@customer.example`)).toBe('must have at most 254 characters');
  });
});

describe('a text', () => {
  it.each([null, undefined, 1, true, [], {}])('is not %j', (value) => {
    expect(checkText(value)).toBe('must be a string');
  });

  it('may be blank unless that is refused', () => {
    expect(checkText(' ')).toBeNull();
    expect(checkText(' ', { blank: 'refused' })).toBe('must not be blank');
  });

  it('has at most as many characters as allowed', () => {
    expect(checkText('abc', { max: 3 })).toBeNull();
    expect(checkText('abcd', { max: 3 })).toBe('must have at most 3 characters');
  });

  it('counts an emoji as one character', () => {
    expect(checkText('🙂🙂🙂', { max: 3 })).toBeNull();
  });

  it('has at most as many bytes as allowed', () => {
    expect(checkText('é', { maxBytes: 2 })).toBeNull();
    expect(checkText('éa', { maxBytes: 2 })).toBe('must have at most 2 bytes');
  });

  it.each(['a\0', '\ud800'])('is refused when the database could not hold it: %j', (value) => {
    expect(checkText(value)).toMatch(/^must not contain NUL/);
  });
});

describe('a list', () => {
  it.each<[unknown, string | null]>([
    [['a'], null],
    [[], 'must have at least 1 item'],
    [['a', 'b', 'c'], 'must have at most 2 items'],
    ['a', 'must be an array'],
    [null, 'must be an array'],
    [{ 0: 'a', length: 1 }, 'must be an array'],
  ])('%j is judged: %s', (value, words) => {
    expect(checkList(value, { min: 1, max: 2 })).toBe(words);
  });

  it('may say what its items are', () => {
    expect(checkList('a', { max: 2, of: 'strings' })).toBe('must be an array of strings');
    expect(checkList([], { max: 2, of: 'strings' })).toBeNull();
  });
});

describe('one of several words', () => {
  it.each(['', 'c', 'A', 1, null, undefined, ['a']])('is not %j', (value) => {
    expect(checkOneOf(value, ['a', 'b'])).toBe('must be one of a, b');
  });

  it('may be each of them', () => {
    expect(['a', 'b'].map((word) => checkOneOf(word, ['a', 'b']))).toEqual([null, null]);
  });
});

describe('a yes or no', () => {
  it('is true or false, and nothing that only looks like it', () => {
    expect([true, false].map(checkFlag)).toEqual([null, null]);
    for (const value of ['true', 1, 0, null, undefined])
      expect(checkFlag(value)).toBe('must be true or false');
  });
});

describe('a calendar day', () => {
  it.each(['2026-01-31', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('is %s', (text) => {
    expect(isCalendarDay(text)).toBe(true);
  });

  it.each([
    '',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '+002026-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '２０２６-01-01',
  ])('is not %j', (text) => {
    expect(isCalendarDay(text)).toBe(false);
  });

  it('may be every day of every year with four digits', () => {
    const days = fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (day) => {
        expect(isCalendarDay(day.toISOString().slice(0, 10))).toBe(true);
      }),
    );
  });
});

describe('a date-time', () => {
  it.each([
    '2026-01-31T09:30:00Z',
    '2026-01-31t09:30:00z',
    '2026-01-31T09:30:00.1Z',
    '2026-01-31T09:30:00.123456789Z',
    '2026-01-31T09:30:00+05:30',
    '2026-01-31T09:30Z',
    '2026-01-31t09:30z',
    '2026-01-31T09:30-03:00',
    '2026-01-31T23:59:59-23:59',
  ])('is %s', (text) => {
    expect(checkDateTime(text)).toBeNull();
    expect(new Date(text).getTime()).not.toBeNaN();
  });

  it.each([
    null,
    1_767_225_600,
    '',
    '2026-01-31',
    '2026-01-31T09:30:00',
    '2026-01-31T09:30',
    '2026-01-31T09Z',
    '2026-01-31T09:30.5Z',
    '2026-01-31T09:30:Z',
    '2026-01-31 09:30:00Z',
    '2026-02-30T09:30:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T09:60:00Z',
    '2026-01-31T09:30:61Z',
    '2026-01-31T09:30:00+24:00',
    '2026-01-31T09:30:00+0530',
    '0000-01-31T09:30:00Z',
    'tomorrow',
  ])('is not %j', (value) => {
    expect(checkDateTime(value)).toMatch(/^must be an ISO 8601 date-time with an offset/);
  });

  it('may be the ISO form of every moment of the years 1 to 9999', () => {
    const moments = fc.date({
      min: new Date('0001-01-01'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (moment) => {
        expect(checkDateTime(moment.toISOString())).toBeNull();
      }),
    );
  });
});
