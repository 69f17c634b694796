import { LEAST_MINORS, missingCorrections } from './server-version.js';

describe('the security corrections of PostgreSQL', () => {
  it.each(Object.entries(LEAST_MINORS))('came to %s with its minor version %i', (major, minor) => {
    const version = Number(major) * 10_000 + minor;
    expect([version, version + 1].map(missingCorrections)).toEqual([null, null]);
    expect(missingCorrections(version - 1)).toBe(
      `lacks security corrections: update it to ${major}.${minor} or newer`,
    );
  });

  it('are all in a major version that came later', () => {
    expect(missingCorrections(190_000)).toBeNull();
  });
});
