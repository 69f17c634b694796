import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { listSettings, valuesIn, type Values } from './settings.js';

const MEBIBYTE = 1024 * 1024;

/** Values that no variable sets. Tests give other ones. */
const FIXED = {
  /** Which part of the connections a workspace may use while others need some. */
  workspaceShare: 0.5,
  /** How many bytes of memory the names of workspaces may take in each process. */
  vocabularyCacheBytes: 64 * MEBIBYTE,
  /** How many bytes of answers to requests with an Idempotency-Key one workspace keeps. */
  idempotencyQuotaBytes: 256 * MEBIBYTE,
  /** How many files come at once in each process, and how many leave. */
  transfersAtOnce: 64,
  /** A slower transfer of a file is ended. */
  transferBytesPerSecond: 16_384,
  /** How many mails each process sends at once: each has a connection of its own. */
  smtpConnections: 3,
  /** How long one mail may take, from the connection to the last answer. It is less than the lease of a mail. */
  smtpTimeoutMs: 60_000,
  /** How often the forms of a workspace can be sent with one e-mail address in an hour. */
  formPostsPerEmail: 20,
  /** Failed authentications from one client address. */
  failedAuthenticationsPerMinute: 300,
};

type Fixed = Readonly<typeof FIXED>;
type Bucket = Pick<Values['s3'], 'endpoint' | 'publicEndpoint' | 'region'>;

/** The settings of an operator, and the values that follow from them. */
export interface Config extends Omit<Values, 'attachmentsDir' | 's3'>, Fixed {
  /** Absolute folder of the attachments. */
  readonly attachmentsDir: string;
  /** The bucket that has the attachments; undefined: they are in a folder. */
  readonly s3:
    | (Bucket & {
        readonly bucket: string;
        readonly keys: { readonly id: string; readonly secret: string } | undefined;
        readonly isPathStyle: boolean;
      })
    | undefined;
  /** How long a client may take to send the headers of a request. */
  readonly headersTimeoutMs: number;
}

/** Lists all mistakes in the environment, one on each line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The environment of the process, with the `.env` file of the working folder. Variables that are set already keep their values. */
export function processEnvironment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

const schema = z.object(Object.fromEntries(listSettings()));

/** @throws ConfigError naming every mistake at once */
export function readConfig(environment: NodeJS.ProcessEnv, folder = process.cwd()): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { data, error } = schema.safeParse(set);
  const mistakes = error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  mistakes.push(...contradictionsIn(set));
  if (data === undefined || mistakes.length > 0) {
    throw new ConfigError(['The configuration is not valid:', ...mistakes].join('\n  '));
  }
  return Object.freeze(configOf(valuesIn(data), folder));
}

/** Finds variables that contradict each other. */
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
