import { isAbsolute } from 'node:path';
import { ConfigError, readConfig } from './env.js';

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
  it('needs nothing to be set [D-1-6, D-2-15]', () => {
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
      tls: undefined,
      workers: 1,
      isTraced: false,
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      headersTimeoutMs: 10_000,
      requestTimeoutMs: 30_000,
      rateLimits: {
        requestsPerMinute: 60_000,
        failedAuthenticationsPerMinute: 300,
        store: 'memory',
        redisUrl: undefined,
      },
    });
  });

  it('wants both files of HTTPS or none', () => {
    expect(readConfig({ TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem' }).tls).toEqual({
      certFile: 'cert.pem',
      keyFile: 'key.pem',
    });
    for (const name of ['TLS_CERT_FILE', 'TLS_KEY_FILE'])
      expect(mistakesIn({ [name]: 'a.pem' })).toContain(
        'TLS_CERT_FILE, TLS_KEY_FILE: both must be set, or none',
      );
  });

  it('reads what stands beside the database or in front of it', () => {
    const url = 'postgres://desk@db.example/desk';
    expect(
      readConfig({
        DATABASE_URL: url,
        DATABASE_REPLICA_URL: `${url}1`,
        DATABASE_LISTEN_URL: `${url}2`,
        DATABASE_POOLER: 'transaction',
        DATABASE_PREPARED: 'off',
      }),
    ).toMatchObject({
      replicaUrl: `${url}1`,
      listenUrl: `${url}2`,
      pooling: { pooler: 'transaction', prepared: false },
    });
  });

  it('knows of a cluster what it is told, and takes no standby beside it', () => {
    const url = 'postgres://desk@db.example/desk';
    expect(readConfig({}).engine).toBe('postgres');
    expect(readConfig({ DATABASE_URL: url, DATABASE_ENGINE: 'citus' }).engine).toBe('citus');
    const beside = { DATABASE_URL: url, DATABASE_ENGINE: 'citus', DATABASE_REPLICA_URL: url };
    expect(() => readConfig(beside)).toThrow(/DATABASE_REPLICA_URL: must not be set/);
    expect(() => readConfig({ DATABASE_ENGINE: 'citus' })).toThrow(/DATABASE_URL: must be set/);
  });

  it('takes an empty value for one that is not set', () => {
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
    ['DATABASE_LISTEN_URL', 'standby.example'],
    ['DATABASE_POOLER', 'session'],
    ['DATABASE_ENGINE', 'mysql'],
    ['DATABASE_PREPARED', 'yes'],
    ['BASE_DOMAIN', 'desk.example:3000'],
    ['BASE_DOMAIN', 'desk..example'],
    ['BASE_DOMAIN', '-desk.example'],
    ['DEFAULT_WORKSPACE', 'acme.corp'],
    ['DEFAULT_WORKSPACE', 'acme-'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_POOL_SIZE', '0'],
    ['BODY_LIMIT', '1023'],
    ['HEADERS_TIMEOUT', '0'],
    ['REQUEST_TIMEOUT', '3601'],
    ['REQUEST_TIMEOUT', '9'],
    ['RATE_LIMIT_PER_MINUTE', '0'],
    ['FAILED_AUTHENTICATIONS_PER_MINUTE', 'many'],
    ['RATE_LIMIT_STORE', 'disk'],
    ['REDIS_URL', 'http://localhost:6379'],
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

  it('is said in our words', () => {
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
  it('are none, or those that are listed', () => {
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

describe('the store of rate limits', () => {
  it.each([
    [{}, 'memory'],
    [{ WORKERS: '2' }, 'database'],
    [{ WORKERS: '2', RATE_LIMIT_STORE: 'memory' }, 'memory'],
    [{ WORKERS: '2', REDIS_URL: 'redis://localhost:6379' }, 'redis'],
    [{ REDIS_URL: 'rediss://localhost', RATE_LIMIT_STORE: 'database' }, 'database'],
    [{ REDIS_URL: 'redis://localhost', RATE_LIMIT_STORE: 'redis' }, 'redis'],
  ])('for %j is %s', (environment, store) => {
    expect(readConfig(environment).rateLimits.store).toBe(store);
  });

  it('needs the address of Redis to be Redis', () => {
    expect(mistakesIn({ RATE_LIMIT_STORE: 'redis' })).toContain('\n  REDIS_URL: must be set');
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
