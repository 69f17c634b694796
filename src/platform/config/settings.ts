import { z } from 'zod';
import { smtpServer } from './env.smtp.js';
import {
  clamdAddress,
  corsOrigins,
  DOMAIN,
  metricsAddress,
  networks,
  postgresUrl,
  publicUrl,
  secretsKeys,
  SUBDOMAIN,
  ticketUrlTemplate,
  trustProxy,
  webAddress,
  wholeNumber,
} from './env.values.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const MEBIBYTE = 1024 * 1024;
const BILLION = 1_000_000_000;

/** The name of a variable, and how its text is read. */
type Setting = readonly [variable: string, kind: z.ZodType];

interface Settings {
  readonly [name: string]: Setting | Settings;
}

/** All settings of an operator. `.env.example` explains them. */
export const SETTINGS = {
  /** TCP port; 0 takes a free one. */
  port: ['PORT', wholeNumber(0, 65_535).default(3000)],
  /** Address to listen on. */
  host: ['HOST', z.string().default('127.0.0.1')],
  /** How many processes share the port. */
  workers: ['WORKERS', wholeNumber(1, 64).default(1)],
  logLevel: ['LOG_LEVEL', z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info')],
  /** Whether traces are sent. OpenTelemetry reads its variables itself. */
  isTraced: [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    z
      .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
      .optional()
      .transform((url) => url !== undefined),
  ],
  /** Where the metrics are shown; undefined: nowhere. */
  metrics: ['METRICS_PORT', metricsAddress.optional()],

  /** Connects with the service's own role. When it is not set, the embedded PostgreSQL is used. */
  databaseUrl: ['DATABASE_URL', postgresUrl.optional()],
  /** Connects with the owner's role, for migrations and the command line. */
  migrationDatabaseUrl: ['MIGRATION_DATABASE_URL', postgresUrl.optional()],
  /** `citus`: the tables are distributed over several servers by Citus, and DATABASE_URL leads to its coordinator. */
  engine: ['DATABASE_ENGINE', z.enum(['postgres', 'citus']).default('postgres')],
  /** A standby for reads. */
  replicaUrl: ['DATABASE_REPLICA_URL', postgresUrl.optional()],
  /** The pooler before the database, and whether it lets statements be prepared. */
  pooling: [
    'DATABASE_POOLER',
    z
      .enum(['none', 'transaction', 'transaction-unprepared'])
      .default('none')
      .transform((pooler) => ({
        pooler: pooler === 'none' ? pooler : ('transaction' as const),
        prepared: pooler !== 'transaction-unprepared',
      })),
  ],
  /** Connections to PostgreSQL of each process. */
  poolSize: ['DATABASE_POOL_SIZE', wholeNumber(1, 500).default(10)],

  /** Folder of the embedded database. */
  dataDir: ['DATA_DIR', z.string().default('.data')],
  /** Folder of the attachments; by default one in the data folder. */
  attachmentsDir: ['ATTACHMENTS_DIR', z.string().optional()],
  /** The bucket that has the attachments in place of the folder. */
  s3: {
    bucket: [
      'S3_BUCKET',
      z
        .string()
        .regex(
          /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
          'must be the name of a bucket (3 to 63 of a-z, 0-9, dots, hyphens)',
        )
        .optional(),
    ],
    /** Address of the server; undefined: Amazon's of the region. */
    endpoint: ['S3_ENDPOINT', webAddress.optional()],
    /** Where clients reach the same server; undefined: at `endpoint`. */
    publicEndpoint: ['S3_PUBLIC_ENDPOINT', webAddress.optional()],
    region: ['S3_REGION', z.string().default('us-east-1')],
    keyId: ['S3_ACCESS_KEY_ID', z.string().optional()],
    secretKey: ['S3_SECRET_ACCESS_KEY', z.string().optional()],
    /** Whether the bucket stands in the path of an address, instead of in its host. */
    isPathStyle: ['S3_PATH_STYLE', z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional()],
  },
  /** Where clamd listens; undefined: files are not checked for viruses. */
  clamd: ['CLAMD_URL', clamdAddress.optional()],

  baseDomain: [
    'BASE_DOMAIN',
    z.string().toLowerCase().regex(DOMAIN, 'must be a domain name without a port').default('localhost'),
  ],
  defaultWorkspace: [
    'DEFAULT_WORKSPACE',
    z.string().regex(SUBDOMAIN, 'must be a subdomain (a-z, 0-9, inner hyphens)').optional(),
  ],
  /** Where clients reach a workspace; `{workspace}` stands for its subdomain. When it is undefined, as each request has addressed it. */
  publicUrl: ['PUBLIC_URL', publicUrl.optional()],
  /** The address of a ticket, with `{workspace}`, `{number}` and `{id}`. When it is undefined, that in the API. */
  ticketUrlTemplate: ['TICKET_URL_TEMPLATE', ticketUrlTemplate.optional()],
  trustProxy: ['TRUST_PROXY', trustProxy.optional()],
  /** Origins of pages that may call the API from a browser. */
  corsOrigins: ['CORS_ORIGINS', corsOrigins.default([])],

  /** Keys of 32 bytes that encrypt secrets: the first one encrypts, all decrypt. */
  secretsKeys: ['SECRETS_KEY', secretsKeys.default([])],
  webhooks: {
    /** Whether endpoints may be http:// addresses. */
    allowsHttp: [
      'WEBHOOK_ALLOW_HTTP',
      z
        .enum(['true', 'false'], 'must be true or false')
        .default('false')
        .transform((text) => text === 'true'),
    ],
    /** Networks as `10.0.0.0/8` whose addresses endpoints may have although they are not public. */
    allowedNetworks: ['WEBHOOK_ALLOWED_NETWORKS', networks.default([])],
  },
  /** The server that takes mail; without one no mail is sent. */
  smtp: ['SMTP_URL', smtpServer.optional()],

  /** How long a client may take to send a whole request. A third of it is for the headers. */
  requestTimeoutMs: [
    'REQUEST_TIMEOUT',
    wholeNumber(1, 3_600)
      .default(30)
      .transform((seconds) => seconds * 1_000),
  ],
  /** Bytes of the largest request body that is accepted. */
  bodyLimit: ['BODY_LIMIT', wholeNumber(1024, 64 * MEBIBYTE).default(MEBIBYTE)],
  /** How many requests of one key run at once in each process. */
  requestsInFlight: ['REQUESTS_IN_FLIGHT', wholeNumber(1, 10_000).default(32)],
  /** How many bytes of large answers each process holds for clients that have not taken them yet. */
  responseBufferBytes: [
    'RESPONSE_BUFFER_MB',
    wholeNumber(8, 65_536)
      .default(64)
      .transform((mebibytes) => mebibytes * MEBIBYTE),
  ],
  /** Requests of one key in a minute, unless the key or its workspace has its own limit. */
  requestsPerMinute: ['RATE_LIMIT_PER_MINUTE', wholeNumber(1, BILLION).default(60_000)],
  /** For how many days the feed of events shows an event. */
  eventRetentionDays: ['EVENTS_RETENTION_DAYS', wholeNumber(1, 3_650).default(30)],
  /** MiB of the largest file that can be uploaded. */
  uploadLimitMb: ['UPLOAD_LIMIT', wholeNumber(1, 2_047).default(50)],
  /** MiB of the largest file that a ticket or a comment can have. */
  attachmentLimitMb: ['ATTACHMENT_LIMIT', wholeNumber(1, 2_047).default(10)],
  /** How often one client can send the forms of a workspace in an hour (extensions, section 19). */
  formPostsPerClient: ['FORM_POSTS_PER_CLIENT', wholeNumber(1, BILLION).default(60)],
  /** How often all clients together can send a form in an hour. */
  formPosts: ['FORM_POSTS', wholeNumber(1, BILLION).default(1_000)],
  /** How often a form can be sent in an hour without a proof of work. */
  formPostsWithoutProof: ['FORM_POSTS_WITHOUT_PROOF', wholeNumber(0, BILLION).default(20)],
} as const satisfies Settings;

/** The values of a table of settings. */
type ValuesOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends readonly [string, infer Kind extends z.ZodType]
    ? z.output<Kind>
    : ValuesOf<Table[Name]>;
};

export type Values = ValuesOf<typeof SETTINGS>;

/** All settings, without the tree. */
export function listSettings(table: Settings = SETTINGS): Setting[] {
  return Object.values(table).flatMap((entry) => (isSetting(entry) ? [entry] : listSettings(entry)));
}

/** Puts the values of variables into the tree. */
export function valuesIn(parsed: Readonly<Record<string, unknown>>): Values {
  return treeOf(SETTINGS, parsed) as Values;
}

function treeOf(table: Settings, parsed: Readonly<Record<string, unknown>>): object {
  const values = Object.entries(table).map(([name, entry]) => [
    name,
    isSetting(entry) ? parsed[entry[0]] : treeOf(entry, parsed),
  ]);
  return Object.fromEntries(values) as object;
}

function isSetting(entry: Setting | Settings): entry is Setting {
  return Array.isArray(entry);
}
