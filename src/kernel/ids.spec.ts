import fc from 'fast-check';
import { isUuid } from './ids.js';

describe('a UUID', () => {
  it('is a text in canonical form, of any version and case', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(isUuid(uuid)).toBe(true);
        expect(isUuid(uuid.toUpperCase())).toBe(true);
      }),
    );
  });

  it.each([
    '',
    '42',
    '0190c7a45f3e7d109a401f2e3d4c5b6a',
    '{0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a}',
    '0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6',
    '0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6g',
    '0190c7a4-5f3e-7d10-9a40-1f2e3d4c5b6a\n',
  ])('is not %j', (text) => {
    expect(isUuid(text)).toBe(false);
  });
});
