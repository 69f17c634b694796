import { randomBytes } from 'node:crypto';
import { isSealedBy, opened, sealed } from './sealing.js';

const [KEY, OTHER] = [randomBytes(32), randomBytes(32)];

describe('a sealed text', () => {
  it('is opened by the key that sealed it, whatever other keys there are', () => {
    expect(opened(sealed('whsec_x', 'here', KEY), 'here', [OTHER, KEY])).toBe('whsec_x');
  });

  it('does not show the text, and is another one each time', () => {
    const [one, two] = [sealed('whsec_x', 'here', KEY), sealed('whsec_x', 'here', KEY)];
    expect(one.includes('whsec')).toBe(false);
    expect(one.equals(two)).toBe(false);
  });

  it.each([
    ['without its key', 'here', [OTHER]],
    ['at another place', 'there', [KEY]],
  ])('is not opened %s', (_how, place, keys) => {
    expect(opened(sealed('whsec_x', 'here', KEY), place, keys)).toBeNull();
  });

  it('is not opened when a bit of it has changed', () => {
    const changed = sealed('whsec_x', 'here', KEY);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(opened(changed, 'here', [KEY])).toBeNull();
  });

  it('names its key', () => {
    const text = sealed('whsec_x', 'here', KEY);
    expect([isSealedBy(text, KEY), isSealedBy(text, OTHER)]).toEqual([true, false]);
  });
});
