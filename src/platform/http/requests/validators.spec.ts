import { validateSync } from 'class-validator';
import { IsCalendarDay, IsPlainObject, IsPositiveInteger, IsUuidText } from './validators.js';

/** Gives the message of a decorated property about a value, null when it is right. */
const judge = (decorator: PropertyDecorator, value: unknown): string | null => {
  class Sent {
    declare property: unknown;
  }
  decorator(Sent.prototype, 'property');
  const sent = Object.assign(new Sent(), { property: value });
  const [message = null] = validateSync(sent).flatMap(({ constraints = {} }) => Object.values(constraints));
  return message;
};

describe('a whole number from 1 in a query', () => {
  it.each(['1', '30', '007', '9007199254740993', '9'.repeat(50)])('is %s', (text) => {
    expect(judge(IsPositiveInteger(), text)).toBeNull();
  });

  it.each(['', '0', '00', '-1', '+1', '1.0', '1e3', ' 1', '1 ', 'x', '٣', 1, ['1', '2']])(
    'is not %j',
    (value) => {
      expect(judge(IsPositiveInteger(), value)).toBe('must be a whole number from 1');
    },
  );
});

describe('other shapes', () => {
  it.each([null, [], 'x', 1])('an object is not %j', (value) => {
    expect(judge(IsPlainObject(), value)).toBe('must be an object');
  });

  it('an id is a UUID', () => {
    expect(judge(IsUuidText(), '0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b')).toBeNull();
    expect(judge(IsUuidText(), '42')).toBe('must be a UUID');
  });

  it('a day is one of the calendar', () => {
    expect(judge(IsCalendarDay(), '2026-02-28')).toBeNull();
    expect(judge(IsCalendarDay(), '2026-02-29')).toBe('must be a calendar day as YYYY-MM-DD');
  });
});
