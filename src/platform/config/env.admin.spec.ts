import { createHash } from 'node:crypto';
import { ConfigError, readConfig } from './env.js';

const KEY = 'k'.repeat(32);
const PORT = { ADMIN_PORT: '3001' };

const mistakesIn = (environment: NodeJS.ProcessEnv): string => {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
};

describe('the settings of the listener for administration', () => {
  it('have names, digests and no key', () => {
    const { admin } = readConfig({ ...PORT, ADMIN_KEYS: `ci:${KEY}, ci:${KEY}2,Terra-form_1:${KEY}:x` });
    const digestOf = (key: string) => createHash('sha256').update(key).digest();
    expect(admin).toEqual({
      ...{ port: 3001, host: '127.0.0.1', hosts: [] },
      keys: [
        { name: 'ci', digest: digestOf(KEY) },
        { name: 'ci', digest: digestOf(`${KEY}2`) },
        { name: 'Terra-form_1', digest: digestOf(`${KEY}:x`) },
      ],
    });
  });

  it('may be absent, and then there is none', () => {
    expect(readConfig({}).admin).toEqual({ port: undefined, host: '127.0.0.1', hosts: [], keys: [] });
  });

  it.each([
    KEY,
    `:${KEY}`,
    `ci:${KEY.slice(1)}`,
    `ci:${KEY},`,
    `ci:${KEY},other`,
    `c i:${KEY}`,
    `${'n'.repeat(41)}:${KEY}`,
    `ci:${'k'.repeat(256)}`,
    `ci:${KEY} x`,
    `ci:${KEY}ä`,
    Array.from({ length: 11 }, (_, place) => `n${place}:${KEY}`).join(),
  ])('refuse the keys %s', (keys) => {
    expect(mistakesIn({ ...PORT, ADMIN_KEYS: keys })).toMatch(
      /ADMIN_KEYS: must be 1 to 10 keys as <name>:<key>/,
    );
  });

  it.each(['a b', 'desk.example:80', 'http://desk.example', ''].map((hosts) => [hosts]))(
    'refuse the hosts "%s"',
    (hosts) => {
      const said = mistakesIn({ ...PORT, ADMIN_KEYS: `ci:${KEY}`, ADMIN_ALLOWED_HOSTS: hosts });
      expect(said).toMatch(hosts === '' ? /^$/ : /ADMIN_ALLOWED_HOSTS: must be domain names/);
    },
  );

  it('refuse keys without a port, and a port without keys', () => {
    expect(mistakesIn({ ADMIN_KEYS: `ci:${KEY}` })).toContain('ADMIN_PORT: must be set when ADMIN_KEYS is');
    expect(mistakesIn(PORT)).toContain('ADMIN_KEYS: must be set when ADMIN_PORT is');
  });

  it('refuse a free port with several workers, where nobody would learn it', () => {
    const free = { ADMIN_PORT: '0', ADMIN_KEYS: `ci:${KEY}` };
    expect(mistakesIn({ ...free, WORKERS: '2' })).toContain('ADMIN_PORT: must not be 0 when WORKERS is more');
    for (const WORKERS of ['1', '']) expect(mistakesIn({ ...free, WORKERS })).toBe('');
    expect(mistakesIn({ ...free, ...PORT, WORKERS: '2' })).toBe('');
  });
});
