import { checkTicketRef, parseTicketRef } from './ticket-ref.rules.js';

const ID = '0190c7a4-7c55-7e31-b0a2-3c4d5e6f7a8b';

describe('a ticket reference', () => {
  it('is an id in either case', () => {
    expect(parseTicketRef(ID)).toEqual({ id: ID });
    expect(parseTicketRef(ID.toUpperCase())).toEqual({ id: ID.toUpperCase() });
  });

  it.each([1, 42, 2_147_483_647])('is a number: %d', (number) => {
    expect(parseTicketRef(String(number))).toEqual({ number });
  });

  // @proves D-2-12
  it.each([
    '', '0', '-1', '+1', '1.5', '1e3', '0x1', ' 1', '1\n', '٤٢', '2147483648', '9'.repeat(40), 'abc', `${ID}0`,
  ])('is not %j', (segment) => {
    expect(parseTicketRef(segment)).toBeNull();
  }); // prettier-ignore
});

// @proves E-29-5
describe('a ticket reference in a body', () => {
  it.each([ID, '42', 42, 1, Number.MAX_SAFE_INTEGER])('may be %j', (value) => {
    expect(checkTicketRef(value)).toBeNull();
  });

  it.each([0, -1, 1.5, 2 ** 53, null, undefined, true, [42], { id: ID }, 'x'.repeat(37)])(
    'is not %j',
    (value) => {
      expect(checkTicketRef(value)).toBe('must be the id or number of a ticket');
    },
  );
});
