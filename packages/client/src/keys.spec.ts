import { hashApiKey, isWellFormedApiKey } from '../../../src/auth/api-key.js';
import { makeKey } from './index.js';

describe('makeKey', () => {
  it('makes keys that the service takes for its own, with their digest', async () => {
    const made = await Promise.all(Array.from({ length: 200 }, makeKey));
    for (const { key, sha256 } of made) {
      expect(isWellFormedApiKey(key)).toBe(true);
      expect(sha256).toBe(hashApiKey(key).toString('hex'));
    }
    expect(new Set(made.map(({ key }) => key)).size).toBe(200);
  });
});
