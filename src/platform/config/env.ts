import { join, resolve } from 'node:path';
import { z } from 'zod';
import { databaseIn, databaseSettings, mistakesOfDatabase, type DatabaseConfig } from './env.database.js';
import { smtpIn, smtpSettings, type SmtpConfig } from './env.smtp.js';
import { mistakesOfStorage, storageIn, storageSettings, type StorageConfig } from './env.storage.js';
import {
  corsOrigins,
  networks,
  publicUrl,
  redisUrl,
  secretsKeys,
  ticketUrlTemplate,
  trustProxy,
  wholeNumber,
} from './env.values.js';
import { webFormsIn, webFormSettings, type WebFormConfig } from './env.web-forms.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

const schema = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  ...databaseSettings,
  DATA_DIR: z.string().default('.data'),
  ATTACHMENTS_DIR: z.string().optional(),
  BASE_DOMAIN: z
    .string()
    .transform((name) => name.toLowerCase())
    .refine(
      (name) => name.split('.').every((label) => LABEL.test(label)),
      'must be a domain name without a port',
    )
    .default('localhost'),
  DEFAULT_WORKSPACE: z.string().regex(LABEL, 'must be a subdomain (a-z, 0-9, inner hyphens)').optional(),
  PUBLIC_URL: publicUrl.optional(),
  TICKET_URL_TEMPLATE: ticketUrlTemplate.optional(),
  TRUST_PROXY: trustProxy.optional(),
  CORS_ORIGINS: corsOrigins.default([]),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  WORKERS: wholeNumber(1, 64).default(1),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .optional(),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  VOCABULARY_CACHE_MB: wholeNumber(1, 65_536).default(64),
  IDEMPOTENCY_QUOTA_MB: wholeNumber(1, 1_024).default(256),
  ...storageSettings,
  ...smtpSettings,
  ...webFormSettings,
  EVENTS_RETENTION_DAYS: wholeNumber(1, 3_650).default(30),
  UPLOAD_LIMIT: wholeNumber(1, 2_047).default(50),
  ATTACHMENT_LIMIT: wholeNumber(1, 2_047).default(10),
  TRANSFERS_AT_ONCE: wholeNumber(2, 10_000).default(64),
  TRANSFER_BYTES_PER_SECOND: wholeNumber(1, 1_000_000_000).default(16_384),
  SECRETS_KEY: secretsKeys.default([]),
  WEBHOOK_ALLOW_HTTP: z.enum(['true', 'false'], 'must be true or false').default('false'),
  WEBHOOK_ALLOWED_NETWORKS: networks.default([]),
  BODY_LIMIT: wholeNumber(1024, 64 * 1024 * 1024).default(1024 * 1024),
  HEADERS_TIMEOUT: wholeNumber(1, 3_600).default(10),
  REQUEST_TIMEOUT: wholeNumber(1, 3_600).default(30),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000_000).default(60_000),
  REQUESTS_IN_FLIGHT: wholeNumber(1, 10_000).default(32),
  RESPONSE_BUFFER_MB: wholeNumber(8, 65_536).default(64),
  FAILED_AUTHENTICATIONS_PER_MINUTE: wholeNumber(1, 1_000_000_000).default(300),
  RATE_LIMIT_STORE: z.enum(['memory', 'database', 'redis']).optional(),
  REDIS_URL: redisUrl.optional(),
});

/** All settings of an operator, named as in `.env.example`. */
export interface Config extends DatabaseConfig, StorageConfig, SmtpConfig, WebFormConfig {
  /** TCP port; 0 takes a free one. */
  readonly port: number;
  /** Address to listen on. */
  readonly host: string;
  /** Absolute folder of the embedded database. */
  readonly dataDir: string;
  /** Absolute folder of the attachments. */
  readonly attachmentsDir: string;
  readonly baseDomain: string;
  readonly defaultWorkspace: string | undefined;
  /** Where clients reach a workspace; `{workspace}` stands for its subdomain. When it is undefined, as each request has addressed it. */
  readonly publicUrl: string | undefined;
  /** The address of a ticket, with `{workspace}`, `{number}` and `{id}`. When it is undefined, that in the API. */
  readonly ticketUrlTemplate: string | undefined;
  readonly trustProxy: number | string[] | undefined;
  /** Origins of pages that may call the API from a browser. */
  readonly corsOrigins: readonly string[];
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** How many processes share the port. */
  readonly workers: number;
  /** Files for HTTPS. Without them the service speaks plain HTTP. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** Whether traces are sent. OpenTelemetry reads its variables itself. */
  readonly isTraced: boolean;
  /** TCP port of the metrics; 0 takes a free one. When it is undefined, there are no metrics. */
  readonly metricsPort: number | undefined;
  /** Address on which the metrics are shown. */
  readonly metricsHost: string;
  /** How many bytes of memory the names of workspaces may take in each process. */
  readonly vocabularyCacheBytes: number;
  /** How many bytes of answers to requests with an Idempotency-Key one workspace keeps. */
  readonly idempotencyQuotaBytes: number;
  /** For how many days the feed of events shows an event. */
  readonly eventRetentionDays: number;
  /** MiB of the largest file that can be uploaded, and of the largest that a ticket or a comment can have. */
  readonly uploadLimitMb: number;
  readonly attachmentLimitMb: number;
  /** How many files come at once in each process, and how many leave. */
  readonly transfersAtOnce: number;
  /** A slower transfer of a file is ended. */
  readonly transferBytesPerSecond: number;
  /** Keys of 32 bytes that encrypt secrets: the first one encrypts, all decrypt. */
  readonly secretsKeys: readonly Buffer[];
  readonly webhooks: {
    /** Whether endpoints may be http:// addresses. */
    readonly allowsHttp: boolean;
    /** Networks as `10.0.0.0/8` whose addresses endpoints may have although they are not public. */
    readonly allowedNetworks: readonly string[];
  };
  /** Bytes of the largest request body that is accepted. */
  readonly bodyLimit: number;
  /** How many requests of one key run at once in each process. */
  readonly requestsInFlight: number;
  /** How many bytes of large answers each process holds for clients that have not taken them yet. */
  readonly responseBufferBytes: number;
  /** How long a client may take to send the headers of a request. */
  readonly headersTimeoutMs: number;
  /** How long a client may take to send a whole request. */
  readonly requestTimeoutMs: number;
  readonly rateLimits: {
    /** Requests of one key in a minute, unless the key or its workspace has its own limit. */
    readonly requestsPerMinute: number;
    /** Failed authentications from one client address in a minute. */
    readonly failedAuthenticationsPerMinute: number;
    /** Where processes share their counts; `memory` means that they do not. */
    readonly store: 'memory' | 'database' | 'redis';
    readonly redisUrl: string | undefined;
  };
}

/** Lists all mistakes in the environment, one on each line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * @throws ConfigError naming every mistake at once
 */
export function readConfig(environment: NodeJS.ProcessEnv, folder = process.cwd()): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(set);
  const mistakes = [...mistakesOf(parsed), ...contradictionsIn(set, parsed.data)];
  if (!parsed.success || mistakes.length > 0) {
    throw new ConfigError(['The configuration is not valid:', ...mistakes].join('\n  '));
  }
  return Object.freeze(configOf(parsed.data, folder));
}

type Environment = z.infer<typeof schema>;

function mistakesOf({ error }: z.ZodSafeParseResult<Environment>): string[] {
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

/** Finds variables that contradict each other. */
function contradictionsIn(set: object, env: Environment | undefined): string[] {
  const mistakes = mistakesOfDatabase(set, env);
  if ('TLS_CERT_FILE' in set !== 'TLS_KEY_FILE' in set) {
    mistakes.push('TLS_CERT_FILE, TLS_KEY_FILE: both must be set, or none');
  }
  mistakes.push(...mistakesOfStorage(set));
  if (env && env.REQUEST_TIMEOUT < env.HEADERS_TIMEOUT) {
    mistakes.push('REQUEST_TIMEOUT: must not be below HEADERS_TIMEOUT');
  }
  if (env?.RATE_LIMIT_STORE === 'redis' && env.REDIS_URL === undefined) {
    mistakes.push('REDIS_URL: must be set when RATE_LIMIT_STORE is redis');
  }
  return mistakes;
}

function configOf(env: Environment, folder: string): Config {
  return {
    port: env.PORT,
    host: env.HOST,
    ...databaseIn(env),
    ...storageIn(env),
    ...smtpIn(env),
    ...webFormsIn(env),
    dataDir: resolve(folder, env.DATA_DIR),
    attachmentsDir: resolve(folder, env.ATTACHMENTS_DIR ?? join(env.DATA_DIR, 'attachments')),
    baseDomain: env.BASE_DOMAIN,
    defaultWorkspace: env.DEFAULT_WORKSPACE,
    publicUrl: env.PUBLIC_URL,
    ticketUrlTemplate: env.TICKET_URL_TEMPLATE,
    trustProxy: env.TRUST_PROXY,
    corsOrigins: env.CORS_ORIGINS,
    logLevel: env.LOG_LEVEL,
    tls: tlsOf(env),
    workers: env.WORKERS,
    isTraced: env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    metricsPort: env.METRICS_PORT,
    metricsHost: env.METRICS_HOST,
    vocabularyCacheBytes: env.VOCABULARY_CACHE_MB * 1024 * 1024,
    idempotencyQuotaBytes: env.IDEMPOTENCY_QUOTA_MB * 1024 * 1024,
    eventRetentionDays: env.EVENTS_RETENTION_DAYS,
    ...transferLimitsOf(env),
    secretsKeys: env.SECRETS_KEY,
    webhooks: webhooksOf(env),
    bodyLimit: env.BODY_LIMIT,
    requestsInFlight: env.REQUESTS_IN_FLIGHT,
    responseBufferBytes: env.RESPONSE_BUFFER_MB * 1024 * 1024,
    headersTimeoutMs: env.HEADERS_TIMEOUT * 1_000,
    requestTimeoutMs: env.REQUEST_TIMEOUT * 1_000,
    rateLimits: rateLimitsOf(env),
  };
}

function transferLimitsOf(
  env: Environment,
): Pick<Config, 'uploadLimitMb' | 'attachmentLimitMb' | 'transfersAtOnce' | 'transferBytesPerSecond'> {
  return {
    uploadLimitMb: env.UPLOAD_LIMIT,
    attachmentLimitMb: env.ATTACHMENT_LIMIT,
    transfersAtOnce: env.TRANSFERS_AT_ONCE,
    transferBytesPerSecond: env.TRANSFER_BYTES_PER_SECOND,
  };
}

function tlsOf({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile }: Environment): Config['tls'] {
  return certFile && keyFile ? { certFile, keyFile } : undefined;
}

function webhooksOf(env: Environment): Config['webhooks'] {
  return {
    allowsHttp: env.WEBHOOK_ALLOW_HTTP === 'true',
    allowedNetworks: env.WEBHOOK_ALLOWED_NETWORKS,
  };
}

function rateLimitsOf(env: Environment): Config['rateLimits'] {
  return {
    requestsPerMinute: env.RATE_LIMIT_PER_MINUTE,
    failedAuthenticationsPerMinute: env.FAILED_AUTHENTICATIONS_PER_MINUTE,
    store: env.RATE_LIMIT_STORE ?? defaultStore(env),
    redisUrl: env.REDIS_URL,
  };
}

/** Several processes must share their limits. They do it by Redis when its address is set. */
function defaultStore(env: Environment): Config['rateLimits']['store'] {
  if (env.REDIS_URL !== undefined) return 'redis';
  return env.WORKERS > 1 ? 'database' : 'memory';
}
