import { StorageError } from './storage.errors.js';

type Client = typeof import('@aws-sdk/client-s3');
type Presigner = typeof import('@aws-sdk/s3-request-presigner');

/** What the adapter for S3 uses of the optional packages. */
export type S3Packages = Client & Pick<Presigner, 'getSignedUrl'>;

/**
 * Loads the optional packages for S3. A service that keeps its files in a folder never loads them.
 * @throws StorageError when one is not installed
 */
export async function loadS3Packages(): Promise<S3Packages> {
  // These releases run on Node.js 20 and warn that those of the next year will not.
  // eslint-disable-next-line no-restricted-properties -- This is set for a library, and not read.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  try {
    const [client, { getSignedUrl }] = await Promise.all([
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/s3-request-presigner'),
    ]);
    return { ...client, getSignedUrl };
  } catch (error) {
    throw new StorageError(
      'S3_BUCKET needs the optional packages @aws-sdk/client-s3 and @aws-sdk/s3-request-presigner: install them, or keep files in a folder.',
      { cause: error },
    );
  }
}
