import { randomBytes } from 'node:crypto';
import { isSealedBy, unseal, seal } from './sealing.js';

const [KEY, OTHER] = [randomBytes(32), randomBytes(32)];

describe('a sealed text', () => {
  it('is opened by the key that sealed it, whatever other keys there are', () => {
    expect(unseal(seal('whsec_x', 'here', KEY), 'here', [OTHER, KEY])).toBe('whsec_x');
  });

  it('does not show the text, and differs each time', () => {
    const [one, two] = [seal('whsec_x', 'here', KEY), seal('whsec_x', 'here', KEY)];
    expect(one.includes('whsec')).toBe(false);
    expect(one.equals(two)).toBe(false);
  });

  it.each([
    ['without its key', 'here', [OTHER]],
    ['at another place', 'there', [KEY]],
  ])('is not opened %s', (_how, place, keys) => {
    expect(unseal(seal('whsec_x', 'here', KEY), place, keys)).toBeNull();
  });

  it('is not opened when a bit of it has changed', () => {
    const changed = seal('whsec_x', 'here', KEY);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(unseal(changed, 'here', [KEY])).toBeNull();
  });

  it('names its key', () => {
    const text = seal('whsec_x', 'here', KEY);
    expect([isSealedBy(text, KEY), isSealedBy(text, OTHER)]).toEqual([true, false]);
  });
});
