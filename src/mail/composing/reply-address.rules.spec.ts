import { randomBytes } from 'node:crypto';
import type { WorkspaceId } from '../../kernel/ids.js';
import {
  MAX_LOCAL_PART,
  mayHaveReplyAddresses,
  replyAddress,
  replyKeyOf,
  ticketIn,
  withoutTicket,
} from './reply-address.rules.js';

const [ACME, GLOBEX] = ['0190c7a4-0000-7000-8000-00000000000a', '0190c7a4-0000-7000-8000-00000000000b'] as [
  WorkspaceId,
  WorkspaceId,
];
const SECRET = Buffer.alloc(32, 7);
const KEY = replyKeyOf(SECRET);
const [FROM, TICKET] = ['support@acme.example', { workspaceId: ACME, number: 42 }];
const ADDRESS = replyAddress(FROM, TICKET, KEY);

// @proves E-21-20
describe('a reply address', () => {
  it('names a ticket and is signed in 16 characters', () => {
    expect(ADDRESS).toMatch(/^support\+t42\.[0-9a-v]{16}@acme\.example$/);
    expect(ticketIn(ADDRESS, ACME, [KEY])).toBe(42);
  });

  it('is the same each time, even in another process and another version', () => {
    expect(ADDRESS).toBe('support+t42.j772eaf4qpibqcnh@acme.example');
  });

  it('means the same in either case, and whatever is before the ticket and after the @', () => {
    expect(ticketIn(ADDRESS.toUpperCase(), ACME, [KEY])).toBe(42);
    expect(ticketIn(ADDRESS.replace('support', 'help+old').replace('acme', 'new'), ACME, [KEY])).toBe(42);
  });

  it.each([
    ['another ticket', ADDRESS.replace('t42', 't43')],
    ['a number that is written otherwise', ADDRESS.replace('t42', 't042')],
    ['one character more', ADDRESS.replace('@', '0@')],
    ['one character less', ADDRESS.replace(/.@/, '@')],
    ['no signature', FROM],
    ['a signature behind the @', `${FROM}${ADDRESS.slice(FROM.indexOf('@'), ADDRESS.indexOf('@'))}`],
  ])('is not valid for %s', (_what, address) => {
    expect(ticketIn(address, ACME, [KEY])).toBeNull();
  });

  it('is not valid when any one character of its signature was changed', () => {
    const begin = ADDRESS.indexOf('.') + 1;
    for (let at = begin; at < ADDRESS.indexOf('@'); at += 1) {
      const other = ADDRESS[at] === '0' ? '1' : '0';
      expect(ticketIn(ADDRESS.slice(0, at) + other + ADDRESS.slice(at + 1), ACME, [KEY])).toBeNull();
    }
  });

  it('is valid in its workspace only', () => {
    expect(ticketIn(ADDRESS, GLOBEX, [KEY])).toBeNull();
  });

  it('is valid with each key of SECRETS_KEY, and with no other', () => {
    const other = replyKeyOf(randomBytes(32));
    expect(ticketIn(ADDRESS, ACME, [other, KEY])).toBe(42);
    expect(ticketIn(ADDRESS, ACME, [other])).toBeNull();
    expect(ticketIn(ADDRESS, ACME, [])).toBeNull();
  });

  it('is signed by a key that is not the one which encrypts secrets', () => {
    expect(KEY.equals(SECRET)).toBe(false);
    expect(ticketIn(ADDRESS, ACME, [SECRET])).toBeNull();
  });

  it('is the address of the desk with a ticket in it, also when another key has signed it', () => {
    expect(withoutTicket(ADDRESS)).toBe(FROM);
    expect(withoutTicket('support+t7.0123456789abcdef@acme.example')).toBe(FROM);
    expect(withoutTicket('support+sales@acme.example')).toBe('support+sales@acme.example');
  });

  it('fits into a local part of 64 characters', () => {
    const longest = `${'x'.repeat(MAX_LOCAL_PART)}@acme.example`;
    const address = replyAddress(longest, { ...TICKET, number: 2 ** 31 - 1 }, KEY);
    expect(address.indexOf('@')).toBe(64);
    expect(mayHaveReplyAddresses(longest)).toBe(true);
    expect(mayHaveReplyAddresses(`x${longest}`)).toBe(false);
    expect(mayHaveReplyAddresses('"a b"@acme.example')).toBe(false);
  });
});
