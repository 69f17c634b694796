import { z } from 'zod';
import { MEBIBYTE } from '../../kernel/text.js';
import * as read from './env.values.js';
import { ADMIN_SETTINGS } from './settings.admin.js';
import { MAIL_SETTINGS } from './settings.mail.js';

const BILLION = 1_000_000_000;

/** `meaning` and `example` are for people: `npm run documents` makes `.env.example` and docs/configuration.md from them. */
export type Setting = readonly [variable: string, kind: z.ZodType, meaning: string, example?: string];

export interface Settings {
  readonly [name: string]: Setting | Settings;
}

export const SETTINGS = {
  port: ['PORT', read.wholeNumber(0, 65_535).default(3000), 'TCP port. 0 takes a free one.'],
  host: [
    'HOST',
    z.string().default('127.0.0.1'),
    `Address to listen on. 127.0.0.1 accepts connections from this machine only. Use 0.0.0.0 in a container, or
    when the proxy runs on another machine.`,
  ],
  workers: [
    'WORKERS',
    read.wholeNumber(1, 64).default(1),
    `Number of processes that share the port: one for each processor that PostgreSQL leaves. SIGHUP to the main
    process replaces them one by one, unless it was started from a terminal.`,
  ],
  logLevel: [
    'LOG_LEVEL',
    z.enum(read.LOG_LEVELS, `must be one of ${read.LOG_LEVELS.join(', ')}`).default('info'),
    `One of ${read.LOG_LEVELS.join(', ')}.`,
  ],
  /** OpenTelemetry reads its variables itself. */
  isTraced: [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    z
      .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
      .optional()
      .transform((url) => url !== undefined),
    `Where to send traces, by OTLP over HTTP (JSON). OpenTelemetry's other variables work too: OTEL_SERVICE_NAME,
    OTEL_TRACES_SAMPLER and so on. Not set: no traces.`,
    'http://127.0.0.1:4318',
  ],
  metrics: [
    'METRICS_PORT',
    read.metricsAddress.optional(),
    `Port of /metrics for Prometheus, on 127.0.0.1 or on the address before it, as in 0.0.0.0:9464. 0 takes a free
    port. The metrics need no key and contain ids of workspaces, so use an address that clients cannot reach. Not
    set: no metrics.`,
    '9464',
  ],

  databaseUrl: [
    'DATABASE_URL',
    read.postgresUrl.optional(),
    `PostgreSQL 15 or newer, with the service's own role, which must own nothing and must not bypass row-level
    security. Not set: the service runs an embedded PostgreSQL in DATA_DIR, for trying out and pipelines.`,
    'postgres://support_desk_service:secret@db.example:5432/support_desk',
  ],
  migrationDatabaseUrl: [
    'MIGRATION_DATABASE_URL',
    read.postgresUrl.optional(),
    `The same database with the role that owns it. When it is set, each start migrates. Not set: you must run
    desk migrate.`,
    'postgres://support_desk_owner:secret@db.example:5432/support_desk',
  ],
  engine: [
    'DATABASE_ENGINE',
    z.enum(['postgres', 'citus']).default('postgres'),
    `postgres, or citus when DATABASE_URL leads to the coordinator of a Citus cluster (docs/grow.md). The start then
    checks the cluster.`,
  ],
  replicaUrl: [
    'DATABASE_REPLICA_URL',
    read.postgresUrl.optional(),
    `A hot standby of DATABASE_URL that answers reads, the same in every process. Reads go there while the primary
    has synchronous_commit = remote_apply and the standby is synchronous, so every read finds every confirmed
    write [choice 18].`,
    'postgres://support_desk_service:secret@standby.example:5432/support_desk',
  ],
  pooling: [
    'DATABASE_POOLER',
    z
      .enum(['none', 'transaction', 'transaction-unprepared'])
      .default('none')
      .transform((pooler) => ({
        pooler: pooler === 'none' ? pooler : ('transaction' as const),
        prepared: pooler !== 'transaction-unprepared',
      })),
    `none; transaction when both addresses are those of a pooler in transaction mode, such as PgBouncer;
    transaction-unprepared when the pooler knows no prepared statements, as PgBouncer before 1.21 or with
    max_prepared_statements = 0.`,
  ],
  poolSize: [
    'DATABASE_POOL_SIZE',
    read.wholeNumber(1, 500).default(10),
    `Connections of each process to PostgreSQL. One workspace may use half of them while others need some, but
    always 2. Reads of one row share one of them.`,
  ],

  dataDir: ['DATA_DIR', z.string().default('.data'), 'Folder of the embedded PostgreSQL.'],
  attachmentsDir: [
    'ATTACHMENTS_DIR',
    z.string().optional(),
    `Folder of the files that tickets and comments have. All processes of an installation share it, and it belongs
    to the backup. Not set: the folder attachments in DATA_DIR.`,
    '/var/lib/support-desk/attachments',
  ],
  s3: {
    bucket: [
      'S3_BUCKET',
      read.bucketName.optional(),
      `The bucket of a server that speaks S3, in place of the folder. Needs the optional packages @aws-sdk/client-s3
      and @aws-sdk/s3-request-presigner (docs/grow.md). Not set: the folder.`,
      'support-desk',
    ],
    endpoint: [
      'S3_ENDPOINT',
      read.webAddress.optional(),
      "Address of the server. Not set: Amazon's of S3_REGION.",
      'http://minio.internal:9000',
    ],
    publicEndpoint: [
      'S3_PUBLIC_ENDPOINT',
      read.webAddress.optional(),
      'Where clients reach the same server: signed addresses begin with it. Not set: S3_ENDPOINT.',
      'https://files.example',
    ],
    region: ['S3_REGION', z.string().default('us-east-1'), 'Region of the server.', 'us-east-1'],
    keyId: [
      'S3_ACCESS_KEY_ID',
      z.string().optional(),
      'Key for the bucket. Not set: the SDK looks for its own variables and the role of the machine.',
      'support-desk',
    ],
    secretKey: ['S3_SECRET_ACCESS_KEY', z.string().optional(), 'Secret of that key.', 'secret'],
    isPathStyle: [
      'S3_PATH_STYLE',
      z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
      `Whether the bucket is in the path of an address (true) or in its host (false). Not set: true with
      S3_ENDPOINT, otherwise false.`,
      'true',
    ],
  },
  clamd: [
    'CLAMD_URL',
    read.clamdAddress.optional(),
    `A clamd that checks each file for viruses: tcp://<host>:<port> or unix:<path of a socket>. Not set: files are
    not checked.`,
    'unix:/run/clamav/clamd.ctl',
  ],

  baseDomain: [
    'BASE_DOMAIN',
    z.string().toLowerCase().regex(read.DOMAIN, 'must be a domain name without a port').default('localhost'),
    'Workspaces are <subdomain>.<BASE_DOMAIN>.',
  ],
  defaultWorkspace: [
    'DEFAULT_WORKSPACE',
    z
      .string()
      .regex(read.SUBDOMAIN, 'must be a subdomain (a-z, 0-9 and -, without - at the ends)')
      .optional(),
    `The workspace that answers at the bare base domain, localhost, 127.0.0.1 and [::1]. Leave it unset in
    production. Not set: acme with the embedded PostgreSQL, otherwise none.`,
    'acme',
  ],
  publicUrl: [
    'PUBLIC_URL',
    read.publicUrl.optional(),
    `Scheme and host at which clients reach a workspace; {workspace} stands for its subdomain. Absolute addresses in
    answers begin with it. Not set: with the address that the request came to.`,
    'https://{workspace}.desk.example',
  ],
  ticketUrlTemplate: [
    'TICKET_URL_TEMPLATE',
    read.ticketUrlTemplate.optional(),
    `The url of a ticket in answers, with {workspace}, {number} and {id}, such as that of a page of your own. Not
    set: its address in the API.`,
    'https://help.example/{workspace}/tickets/{number}',
  ],
  trustProxy: [
    'TRUST_PROXY',
    read.trustProxy.optional(),
    `The number of proxies in front, or their addresses and networks, separated by commas (also: loopback,
    linklocal, uniquelocal). Replies to HTTPS requests carry Strict-Transport-Security. Not set: the service ignores
    X-Forwarded-Host, X-Forwarded-For and X-Forwarded-Proto, and warns once in its log when a request with
    X-Forwarded-For or Forwarded comes from a private address.`,
    '1',
  ],
  corsOrigins: [
    'CORS_ORIGINS',
    read.corsOrigins.default([]),
    `Origins of pages that may call the API from a browser, separated by commas: scheme and host, and the port if it
    is not the usual one. Visitors of such a page can read the key that it sends, so give it a key with few scopes.
    Not set: none.`,
    'https://app.example.com,http://localhost:5173',
  ],

  secretsKeys: [
    'SECRETS_KEY',
    read.secretsKeys.default([]),
    `Encrypts the secrets of webhooks, and signs reply addresses of mail: 32 bytes in base64 (openssl rand -base64 32).
    Several keys are separated by commas: the first one encrypts and signs, all decrypt and verify (docs/run.md says how to replace one). Keep it in a safe place:
    without it, nothing can be signed. Not set: the embedded PostgreSQL has one in DATA_DIR/secrets.key, which
    always decrypts; with DATABASE_URL, webhooks answer 503.`,
    '',
  ],
  webhooks: {
    allowsHttp: [
      'WEBHOOK_ALLOW_HTTP',
      z
        .enum(['true', 'false'], 'must be true or false')
        .default('false')
        .transform((text) => text === 'true'),
      'Whether webhooks may be sent to http:// addresses: true or false.',
    ],
    allowedNetworks: [
      'WEBHOOK_ALLOWED_NETWORKS',
      read.networks.default([]),
      'Networks of your own that webhooks may reach although they are not public, separated by commas.',
      '10.20.0.0/16,fd00:20::/32',
    ],
  },
  ...MAIL_SETTINGS,
  ...ADMIN_SETTINGS,

  requestTimeoutMs: [
    'REQUEST_TIMEOUT',
    read
      .wholeNumber(1, 3_600)
      .default(30)
      .transform((seconds) => seconds * 1_000),
    `Seconds that a client may take to send a whole request; a third of them for the headers. After that the answer
    is 408.`,
  ],
  bodyLimit: [
    'BODY_LIMIT',
    read.wholeNumber(1024, 64 * MEBIBYTE).default(MEBIBYTE),
    'Bytes of the largest request body that is accepted.',
  ],
  requestsInFlight: [
    'REQUESTS_IN_FLIGHT',
    read.wholeNumber(1, 10_000).default(32),
    `Requests of one key that run at once in each process. 256 more wait for them; those beyond are refused with
    429.`,
  ],
  responseBufferBytes: [
    'RESPONSE_BUFFER_MB',
    read
      .wholeNumber(8, 65_536)
      .default(64)
      .transform((mebibytes) => mebibytes * MEBIBYTE),
    `MiB of large answers that each process holds for clients that have not taken them yet. One workspace gets half;
    a page that is larger is refused with 422, which names a size that fits.`,
  ],
  requestsPerMinute: [
    'RATE_LIMIT_PER_MINUTE',
    read.wholeNumber(1, BILLION).default(60_000),
    'Requests of one key in a minute, unless the key or its workspace (requests_per_minute) has its own limit.',
  ],
  eventStreams: [
    'EVENT_STREAMS',
    read.wholeNumber(1, 10_000).default(200),
    'Streams of events that each process has open at once. Those beyond are refused with 503. Sessions of customers get half of them.',
  ],
  eventRetentionDays: [
    'EVENTS_RETENTION_DAYS',
    read.wholeNumber(1, 3_650).default(30),
    'For how many days the feed of events shows an event. The audit trail keeps it longer.',
  ],
  uploadLimitMb: [
    'UPLOAD_LIMIT',
    read.wholeNumber(1, 2_047).default(50),
    'MiB of the largest file that can be uploaded.',
  ],
  attachmentLimitMb: [
    'ATTACHMENT_LIMIT',
    read.wholeNumber(1, 2_047).default(10),
    'MiB of the largest file that a ticket or a comment can have.',
  ],
  formPostsPerClient: [
    'FORM_POSTS_PER_CLIENT',
    read.wholeNumber(1, BILLION).default(60),
    `How often one client (an IPv4 address, or the /64 of an IPv6 address) can send the forms of a workspace in an
    hour [rule 19]. Behind a proxy set TRUST_PROXY.`,
  ],
  formPosts: [
    'FORM_POSTS',
    read.wholeNumber(1, BILLION).default(1_000),
    'How often all clients together can send a form in an hour.',
  ],
  formPostsWithoutProof: [
    'FORM_POSTS_WITHOUT_PROOF',
    read.wholeNumber(0, BILLION).default(20),
    'How often a form can be sent in an hour without a proof of work.',
  ],
} as const satisfies Settings;
