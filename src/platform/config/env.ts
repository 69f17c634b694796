import { join, resolve } from 'node:path';
import { z } from 'zod';
import { MEBIBYTE } from '../../kernel/text.js';
import { SETTINGS, type Setting, type Settings } from './settings.js';

/** A variable sets none of these values. Tests give other ones. */
const FIXED = {
  /** The part of the connections that a workspace may use while others need some. */
  workspaceShare: 0.5,
  /** The memory that the names of workspaces may take in each process. */
  vocabularyCacheBytes: 64 * MEBIBYTE,
  /** The bytes of answers to requests with an Idempotency-Key that one workspace keeps. */
  idempotencyQuotaBytes: 256 * MEBIBYTE,
  /** The number of files that come at once in each process, and of those that leave. */
  transfersAtOnce: 64,
  /** The service ends a slower transfer of a file. */
  transferBytesPerSecond: 16_384,
  /** The number of mails that each process sends at once, each on a connection of its own. */
  smtpConnections: 3,
  /** The time that one mail may take, from the connection to the last answer. It is less than the lease of a mail. */
  smtpTimeoutMs: 60_000,
  /** One e-mail address can send the forms of a workspace at most this number of times in an hour. */
  formPostsPerEmail: 20,
  /** Tells whether the desk's now can be moved: only a temporary desk has a test clock. */
  hasTestClock: false,
  /** A session of a customer may send this number of requests in a minute. */
  sessionRequestsPerMinute: 60,
  /** All sessions of a customer together may have this number of requests under way in each process. */
  customerRequestsInFlight: 6,
  /** One client address may fail to authenticate at most this number of times in a minute. */
  failedAuthenticationsPerMinute: 300,
};

type Fixed = Readonly<typeof FIXED>;
type Bucket = Pick<Values['s3'], 'endpoint' | 'publicEndpoint' | 'region'>;

/** The settings of an operator, and the values that follow from them. */
export interface Config extends Omit<Values, 'attachmentsDir' | 's3'>, Fixed {
  readonly attachmentsDir: string;
  /** The bucket that has the attachments; undefined: they are in a folder. */
  readonly s3:
    | (Bucket & {
        readonly bucket: string;
        readonly keys: { readonly id: string; readonly secret: string } | undefined;
        readonly isPathStyle: boolean;
      })
    | undefined;
  /** The time that a client may take to send the headers of a request. */
  readonly headersTimeoutMs: number;
}

/** Lists all mistakes in the environment, one on each line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws ConfigError naming every mistake at once */
export function readConfig(environment: NodeJS.ProcessEnv, folder = process.cwd()): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const mistakes: string[] = [];
  const values = readSettings(set, mistakes);
  mistakes.push(...contradictionsIn(set));
  if (mistakes.length > 0)
    throw new ConfigError(['The configuration is not valid:', ...mistakes].join('\n  '));
  return Object.freeze(configOf(values, folder));
}

function contradictionsIn(set: NodeJS.ProcessEnv): string[] {
  const has = (name: string): boolean => name in set;
  const mistakes = ['MIGRATION_DATABASE_URL', 'DATABASE_REPLICA_URL']
    .filter((name) => has(name) && !has('DATABASE_URL'))
    .map((name) => `DATABASE_URL: must be set when ${name} is`);
  const isCitus = set['DATABASE_ENGINE'] === 'citus';
  if (isCitus && !has('DATABASE_URL'))
    mistakes.push('DATABASE_URL: must be set when DATABASE_ENGINE is citus');
  if (isCitus && has('DATABASE_REPLICA_URL'))
    mistakes.push('DATABASE_REPLICA_URL: must not be set when DATABASE_ENGINE is citus');
  const ofBucket = Object.keys(set).find((name) => name.startsWith('S3_') && name !== 'S3_BUCKET');
  if (ofBucket !== undefined && !has('S3_BUCKET'))
    mistakes.push(`S3_BUCKET: must be set when ${ofBucket} is`);
  if (has('S3_BUCKET') && has('ATTACHMENTS_DIR'))
    mistakes.push('S3_BUCKET, ATTACHMENTS_DIR: attachments are in a bucket or in a folder, not in both');
  if (has('S3_ACCESS_KEY_ID') !== has('S3_SECRET_ACCESS_KEY'))
    mistakes.push('S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: both must be set, or none');
  const ofAdmin = ['ADMIN_KEYS', 'ADMIN_ALLOWED_HOSTS'].find(has);
  if (ofAdmin !== undefined && !has('ADMIN_PORT'))
    mistakes.push(`ADMIN_PORT: must be set when ${ofAdmin} is`);
  if (Number(set['ADMIN_PORT'] ?? 1) === 0 && Number(set['WORKERS']) > 1)
    mistakes.push('ADMIN_PORT: must not be 0 when WORKERS is more than 1: nobody would learn the port');
  if (has('ADMIN_PORT') && !has('ADMIN_KEYS')) mistakes.push('ADMIN_KEYS: must be set when ADMIN_PORT is');
  return mistakes;
}

function configOf(values: Values, folder: string): Config {
  const { dataDir, attachmentsDir = join(dataDir, 'attachments') } = values;
  return {
    ...values,
    ...FIXED,
    dataDir: resolve(folder, dataDir),
    attachmentsDir: resolve(folder, attachmentsDir),
    s3: bucketOf(values.s3),
    headersTimeoutMs: values.requestTimeoutMs / 3,
  };
}

function bucketOf({ bucket, keyId, secretKey, isPathStyle, ...rest }: Values['s3']): Config['s3'] {
  if (bucket === undefined) return undefined;
  return {
    ...{ ...rest, bucket },
    keys: keyId === undefined || secretKey === undefined ? undefined : { id: keyId, secret: secretKey },
    // Amazon wants the bucket in the host. Other servers are reached by one name for all buckets.
    isPathStyle: isPathStyle ?? rest.endpoint !== undefined,
  };
}

type ValuesOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends readonly [
    string,
    infer Kind extends z.ZodType,
    ...string[],
  ]
    ? z.output<Kind>
    : ValuesOf<Table[Name]>;
};

type Values = ValuesOf<typeof SETTINGS>;

/**
 * Reads all settings.
 * @param mistakes receives each variable that is wrong, with what it must be
 */
function readSettings(environment: NodeJS.ProcessEnv, mistakes: string[]): Values {
  return readTable(SETTINGS, environment, mistakes) as Values;
}

function readTable(table: Settings, environment: NodeJS.ProcessEnv, mistakes: string[]): object {
  const values = Object.entries(table).map(([name, entry]) => {
    if (!isSetting(entry)) return [name, readTable(entry, environment, mistakes)];
    const [variable, kind] = entry;
    const { data, error } = kind.safeParse(environment[variable]);
    mistakes.push(...(error?.issues ?? []).map(({ message }) => `${variable}: ${message}`));
    return [name, data];
  });
  return Object.fromEntries(values) as object;
}

function isSetting(entry: Setting | Settings): entry is Setting {
  return Array.isArray(entry);
}
