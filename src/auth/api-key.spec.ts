import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { createApiKey, hashApiKey, hintOf, isWellFormedApiKey } from './api-key.js';

const KEY_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_';
const keys = fc.constant(null).map(createApiKey);

describe('a new API key', () => {
  // @proves D-1-13
  it('is a prefix, 32 characters of randomness and 6 of checksum', () => {
    expect(createApiKey()).toMatch(/^desk_[0-9A-Za-z]{38}$/);
  });

  it('is always well formed', () => {
    for (let count = 0; count < 1_000; count++) expect(isWellFormedApiKey(createApiKey())).toBe(true);
  });

  it('is never the same twice', () => {
    expect(new Set(Array.from({ length: 1_000 }, createApiKey)).size).toBe(1_000);
  });

  // @proves D-1-13
  it('uses all 62 characters about equally often', () => {
    const counts = new Map<string, number>();
    for (let count = 0; count < 2_000; count++) {
      for (const character of createApiKey().slice(5, 37)) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
      }
    }
    const expected = (2_000 * 32) / 62;
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(0.25 * expected);
  });
});

describe('a typo', () => {
  // @proves D-1-13
  it('in any one character is found', () => {
    const key = createApiKey();
    for (let at = 0; at < key.length; at++) {
      for (const other of KEY_CHARACTERS) {
        if (other === key[at]) continue;
        expect(isWellFormedApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
      }
    }
  });

  it('that swaps two neighbours is found, for all keys', () => {
    fc.assert(
      fc.property(keys, (key) => {
        for (let at = 0; at < key.length - 1; at++) {
          const swapped = `${key.slice(0, at)}${key.charAt(at + 1)}${key.charAt(at)}${key.slice(at + 2)}`;
          if (swapped !== key) expect(isWellFormedApiKey(swapped)).toBe(false);
        }
      }),
    );
  });

  it('that loses or adds a character is found, for all keys', () => {
    fc.assert(
      fc.property(keys, fc.nat(42), (key, at) => {
        expect(isWellFormedApiKey(key.slice(0, at) + key.slice(at + 1))).toBe(false);
        expect(isWellFormedApiKey(`${key.slice(0, at)}a${key.slice(at)}`)).toBe(false);
      }),
    );
  });
});

describe('a text that is no key', () => {
  it.each(['', 'desk_', 'secret', `desk_${'0'.repeat(38)}`])('is refused: %j', (text) => {
    expect(isWellFormedApiKey(text)).toBe(false);
  });

  it('is refused with anything around a key', () => {
    const key = createApiKey();
    for (const text of [`${key}\n`, ` ${key}`, `${key} `, `Bearer ${key}`, key.toUpperCase()]) {
      expect(isWellFormedApiKey(text)).toBe(false);
    }
  });

  it('is refused, for all texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(isWellFormedApiKey(text)).toBe(false);
      }),
    );
  });
});

describe('what is kept of a key', () => {
  // @proves D-1-15
  it('is its SHA-256', () => {
    const key = createApiKey();
    expect(hashApiKey(key)).toEqual(createHash('sha256').update(key).digest());
    expect(hashApiKey(key)).toHaveLength(32);
  });

  it('is a hint of its first characters', () => {
    const key = createApiKey();
    expect(hintOf(key)).toBe(`${key.slice(0, 9)}…`);
  });
});
