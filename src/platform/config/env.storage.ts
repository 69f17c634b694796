import { z } from 'zod';

// The settings of the bucket that has the attachments, and of the virus scanner.

const webAddress = z
  .string()
  .refine(
    (url) => /^https?:\/\/[^/?#]+\/?$/.test(url) && URL.canParse(url),
    'must be an http:// or https:// address without a path',
  )
  .transform((url) => url.replace(/\/$/, ''));

export const storageSettings = {
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be the name of a bucket (3 to 63 of a-z, 0-9, dots, hyphens)',
    )
    .optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_PUBLIC_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: z.enum(['true', 'false']).optional(),
  CLAMD_URL: z
    .string()
    .refine((url) => clamdAddress(url) !== null, 'must be tcp://<host>:<port> or unix:<path of a socket>')
    .optional(),
};

export interface StorageConfig {
  /** The bucket that has the attachments; undefined: they are in a folder. */
  readonly s3:
    | {
        readonly endpoint: string | undefined;
        /** Where clients reach the same server; undefined: at `endpoint`. */
        readonly publicEndpoint: string | undefined;
        readonly bucket: string;
        readonly region: string;
        readonly keys: { readonly id: string; readonly secret: string } | undefined;
        /** Whether the bucket stands in the path of an address, instead of in its host. */
        readonly isPathStyle: boolean;
      }
    | undefined;
  /** Where clamd listens; undefined: files are not checked for viruses. */
  readonly clamd: ClamdAddress | undefined;
}

type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string };

type Environment = z.infer<z.ZodObject<typeof storageSettings>>;

export function storageIn(env: Environment): StorageConfig {
  return {
    s3: env.S3_BUCKET === undefined ? undefined : bucketIn(env, env.S3_BUCKET),
    clamd: env.CLAMD_URL === undefined ? undefined : (clamdAddress(env.CLAMD_URL) ?? undefined),
  };
}

/** Finds variables of the storage that contradict each other. */
export function mistakesOfStorage(set: object): string[] {
  const mistakes: string[] = [];
  const given = Object.keys(set).filter((name) => name.startsWith('S3_') && name !== 'S3_BUCKET');
  if (given.length > 0 && !('S3_BUCKET' in set))
    mistakes.push(`S3_BUCKET: must be set when ${given[0] ?? ''} is`);
  if ('S3_BUCKET' in set && 'ATTACHMENTS_DIR' in set)
    mistakes.push('S3_BUCKET, ATTACHMENTS_DIR: attachments are in a bucket or in a folder, not in both');
  if ('S3_ACCESS_KEY_ID' in set !== 'S3_SECRET_ACCESS_KEY' in set)
    mistakes.push('S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: both must be set, or none');
  return mistakes;
}

function bucketIn(env: Environment, bucket: string): StorageConfig['s3'] {
  const { S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret, S3_PATH_STYLE: isPathStyle } = env;
  return {
    endpoint: env.S3_ENDPOINT,
    publicEndpoint: env.S3_PUBLIC_ENDPOINT,
    bucket,
    region: env.S3_REGION,
    keys: id === undefined || secret === undefined ? undefined : { id, secret },
    // Amazon wants the bucket in the host. Other servers are reached by one name for all buckets.
    isPathStyle: isPathStyle === undefined ? env.S3_ENDPOINT !== undefined : isPathStyle === 'true',
  };
}

/** Null when it is no such address. */
function clamdAddress(url: string): ClamdAddress | null {
  const path = /^unix:(?:\/\/)?(\/.+)$/.exec(url)?.[1];
  if (path !== undefined) return { path };
  if (!/^tcp:\/\/[^/?#@]+:\d+$/.test(url) || !URL.canParse(url)) return null;
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
}
