import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { PROJECT } from '../../../test/support/servers/processes.js';
import { ConfigError, readConfig } from './env.js';
import { SETTINGS } from './settings.js';

const mistakesIn = (environment: NodeJS.ProcessEnv): string => {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  return '';
};

describe('the configuration', () => {
  // @proves D-1-6, D-2-15
  it('needs nothing to be set', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      baseDomain: 'localhost',
      defaultWorkspace: undefined,
      vocabularyCacheBytes: 67_108_864,
      idempotencyQuotaBytes: 268_435_456,
      eventRetentionDays: 30,
      trustProxy: undefined,
      logLevel: 'info',
      poolSize: 10,
      bodyLimit: 1_048_576,
      workers: 1,
      isTraced: false,
      metrics: undefined,
      headersTimeoutMs: 10_000,
      requestTimeoutMs: 30_000,
      requestsPerMinute: 60_000,
      failedAuthenticationsPerMinute: 300,
    });
  });

  it('reads the settings of a standby and of a pooler', () => {
    const url = 'postgres://desk@db.example/desk';
    expect(
      readConfig({
        DATABASE_URL: url,
        DATABASE_REPLICA_URL: `${url}1`,
        DATABASE_POOLER: 'transaction-unprepared',
      }),
    ).toMatchObject({
      replicaUrl: `${url}1`,
      pooling: { pooler: 'transaction', prepared: false },
    });
  });

  it('accepts DATABASE_ENGINE=citus with DATABASE_URL, and no standby with it', () => {
    const url = 'postgres://desk@db.example/desk';
    expect(readConfig({}).engine).toBe('postgres');
    expect(readConfig({ DATABASE_URL: url, DATABASE_ENGINE: 'citus' }).engine).toBe('citus');
    const beside = { DATABASE_URL: url, DATABASE_ENGINE: 'citus', DATABASE_REPLICA_URL: url };
    expect(() => readConfig(beside)).toThrow(/DATABASE_REPLICA_URL: must not be set/);
    expect(() => readConfig({ DATABASE_ENGINE: 'citus' })).toThrow(/DATABASE_URL: must be set/);
  });

  it('treats an empty value as one that is not set', () => {
    expect(readConfig({ PORT: '', TRUST_PROXY: '' })).toMatchObject({ port: 3000, trustProxy: undefined });
  });

  it('makes the data folder absolute', () => {
    expect(isAbsolute(readConfig({ DATA_DIR: 'somewhere' }).dataDir)).toBe(true);
  });

  it('reads the base domain in lower case', () => {
    expect(readConfig({ BASE_DOMAIN: 'Desk.Example' }).baseDomain).toBe('desk.example');
  });

  it('ignores variables that are not its own', () => {
    expect(mistakesIn({ HOME: '/home/desk', PATH: '/bin' })).toBe('');
  });

  it('cannot be changed', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });
});

describe('a mistake in the configuration', () => {
  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['PORT', 'http'],
    ['DATABASE_URL', 'mysql://desk@localhost/desk'],
    ['DATABASE_URL', 'postgres://['],
    ['DATABASE_REPLICA_URL', 'http://standby.example'],
    ['DATABASE_POOLER', 'session'],
    ['DATABASE_ENGINE', 'mysql'],
    ['BASE_DOMAIN', 'desk.example:3000'],
    ['BASE_DOMAIN', 'desk..example'],
    ['BASE_DOMAIN', '-desk.example'],
    ['DEFAULT_WORKSPACE', 'acme.corp'],
    ['DEFAULT_WORKSPACE', 'acme-'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_POOL_SIZE', '0'],
    ['BODY_LIMIT', '1023'],
    ['REQUEST_TIMEOUT', '3601'],
    ['REQUEST_TIMEOUT', '0'],
    ['RATE_LIMIT_PER_MINUTE', '0'],
    ['METRICS_PORT', '65536'],
    ['METRICS_PORT', '127.0.0.1'],
    ['METRICS_PORT', 'a b:9464'],
    ['TRUST_PROXY', 'everybody'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['TRUST_PROXY', 'fd00::/129'],
    ['TRUST_PROXY', 'loopback,'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'null'],
    ['CORS_ORIGINS', 'app.example.com'],
    ['CORS_ORIGINS', 'https://app.example.com/'],
    ['CORS_ORIGINS', 'https://App.example.com'],
    ['CORS_ORIGINS', 'https://app.example.com:443'],
    ['CORS_ORIGINS', 'https://*.example.com'],
    ['CORS_ORIGINS', 'ftp://app.example.com'],
    ['CORS_ORIGINS', 'https://app.example.com,'],
  ])('is named: %s=%s', (name, value) => {
    expect(mistakesIn({ [name]: value })).toContain(`\n  ${name}: `);
  });

  it('is named together with all others, one line each', () => {
    const message = mistakesIn({
      PORT: 'x',
      BASE_DOMAIN: '.',
      LOG_LEVEL: 'loud',
      BODY_LIMIT: '1',
      MIGRATION_DATABASE_URL: 'postgres://owner@localhost/desk',
    });
    const [, ...lines] = message.split('\n');
    expect(lines.map((line) => line.trim().split(':')[0]).sort()).toEqual([
      'BASE_DOMAIN',
      'BODY_LIMIT',
      'DATABASE_URL',
      'LOG_LEVEL',
      'PORT',
    ]);
  });

  it('is described in our words', () => {
    expect(mistakesIn({ LOG_LEVEL: 'loud' })).toContain(
      '\n  LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent',
    );
  });

  it('does not show the password of a database address', () => {
    expect(mistakesIn({ DATABASE_URL: 'mysql://desk:secret@localhost/desk' })).not.toContain('secret');
  });
});

describe('trusted proxies', () => {
  it.each([
    ['1', 1],
    ['0', 0],
    ['loopback', ['loopback']],
    ['10.0.0.0/8, 192.168.1.1', ['10.0.0.0/8', '192.168.1.1']],
    ['::1,fd00::/128', ['::1', 'fd00::/128']],
  ])('are read from %j', (text, trustProxy) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(trustProxy);
  });
});

describe('origins of browsers', () => {
  it('are empty, or those that are listed', () => {
    expect(readConfig({}).corsOrigins).toEqual([]);
    const { corsOrigins } = readConfig({ CORS_ORIGINS: 'https://app.example.com, http://localhost:5173' });
    expect(corsOrigins).toEqual(['https://app.example.com', 'http://localhost:5173']);
  });

  it('are refused with a sentence that shows what is right', () => {
    expect(mistakesIn({ CORS_ORIGINS: 'app.example.com' })).toContain(
      'CORS_ORIGINS: must be a comma-separated list of origins such as https://app.example.com: ',
    );
  });
});

describe('the metrics', () => {
  it.each([
    ['9464', { host: '127.0.0.1', port: 9464 }],
    ['0', { host: '127.0.0.1', port: 0 }],
    ['0.0.0.0:9464', { host: '0.0.0.0', port: 9464 }],
    ['[::1]:9464', { host: '::1', port: 9464 }],
  ])('are shown at %s', (text, metrics) => {
    expect(readConfig({ METRICS_PORT: text }).metrics).toEqual(metrics);
  });
});

describe('.env.example', () => {
  const example = readFileSync(`${PROJECT}/.env.example`, 'utf8');
  const described = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=(.*)$/gm)];

  const names = [SETTINGS, SETTINGS.s3, SETTINGS.webhooks, SETTINGS.admin]
    .flatMap((table) => Object.values<unknown>(table))
    .filter((entry) => Array.isArray(entry))
    .map(([name]) => String(name))
    .sort();

  it('has every setting, and no other', () => {
    expect(described.map(([, name]) => name).sort()).toEqual(names);
  });

  it('shows values that can be set, and defaults that are', () => {
    const defaults = described.filter(([line]) => !line.startsWith('#'));
    const settings = defaults.map(([, name = '', value = '']) => [name, value]);
    expect(settings.length).toBeGreaterThan(10);
    expect(readConfig(Object.fromEntries(settings) as Record<string, string>)).toEqual(readConfig({}));
  });

  it('and docs/configuration.md describe the settings alike', () => {
    const page = readFileSync(`${PROJECT}/docs/configuration.md`, 'utf8');
    const rows = page.split('\n').filter((line) => line.startsWith('| `'));
    const inPage = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)]);
    expect(inPage.map(([, name]) => name).sort()).toEqual(names);
  });
});

describe('database addresses', () => {
  it('are the service role and the owner', () => {
    const config = readConfig({
      DATABASE_URL: 'postgres://service@db/desk',
      MIGRATION_DATABASE_URL: 'postgresql://owner@db/desk',
    });
    expect(config).toMatchObject({
      databaseUrl: 'postgres://service@db/desk',
      migrationDatabaseUrl: 'postgresql://owner@db/desk',
    });
  });
});
