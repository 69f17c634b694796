import { rotatedLifetimes } from './api-key.rules.js';

describe('rotation', () => {
  const at = (day: number) => new Date(Date.UTC(2030, 0, day));

  it('gives a key without an end a successor without one, and the old key the overlap', () => {
    const old = { createdAt: at(1), expiresAt: null };
    expect(rotatedLifetimes(old, at(10), at(11))).toEqual({ oldExpiresAt: at(11), newExpiresAt: null });
  });

  it('gives the new key the whole lifetime of the old one', () => {
    const old = { createdAt: at(1), expiresAt: at(21) };
    expect(rotatedLifetimes(old, at(10), at(11))).toEqual({ oldExpiresAt: at(11), newExpiresAt: at(30) });
  });

  it('never lets the old key live longer than it would have', () => {
    const old = { createdAt: at(1), expiresAt: at(12) };
    expect(rotatedLifetimes(old, at(10), at(15)).oldExpiresAt).toEqual(at(12));
  });
});
