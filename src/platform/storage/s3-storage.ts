import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { WorkspaceId } from '../../kernel/ids.js';
import type { Config } from '../config/env.js';
import {
  checkedName,
  isStorageName,
  type ByteRange,
  type FileStorage,
  type PromisedFile,
  type ShownFile,
  type StorageName,
  type StoredBytes,
  type StoredFile,
  type UploadAddress,
  inStorage,
  storageUnavailable,
} from './file-storage.js';
import { uploadTo, type ObjectAddress } from './s3-upload.js';

export type S3Options = NonNullable<Config['s3']>;

// These releases run on Node.js 20 and warn that those of the next year will not.
// eslint-disable-next-line no-restricted-properties -- This is set for a library, and not read.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const CONNECT_MS = 3_000;
/** The server may be silent for this time. */
const SILENCE_MS = 30_000;
/** A call is tried again after a temporary error, with a growing pause. */
const ATTEMPTS = 3;
/** At most this number of downloads and uploads runs at once; others wait. */
const MAX_CONNECTIONS = 256;
/** Headers that the sender of a file must send as they were promised. */
const PROMISED_HEADERS = ['host', 'content-type', 'content-md5', 'content-length'];

/** Files in a bucket of a server that speaks S3. Clients send and fetch bytes at the server itself, with signed addresses. */
export class S3Storage implements FileStorage {
  private readonly client: S3Client;
  private readonly signer: S3Client;
  private readonly bucket: string;

  constructor(options: S3Options) {
    const { bucket, endpoint, publicEndpoint } = options;
    this.bucket = bucket;
    this.client = clientFor(options, endpoint);
    this.signer = publicEndpoint === undefined ? this.client : clientFor(options, publicEndpoint);
  }

  async write(name: StorageName, source: AsyncIterable<Uint8Array>): Promise<void> {
    await uploadTo(this.placeOf(name), source, this.client);
  }

  async read(name: StorageName, range?: ByteRange): Promise<StoredBytes | null> {
    const Range = range && `bytes=${range.first}-${range.last}`;
    const wanted = new GetObjectCommand({ ...this.placeOf(name), Range });
    const found = await inStorage(() => unlessMissing(this.client.send(wanted)));
    return found === null ? null : new ObjectBytes(found.Body as Readable);
  }

  async remove(name: StorageName): Promise<void> {
    const place = this.placeOf(name);
    await inStorage(async () => {
      for await (const { Key, UploadId } of this.unfinished(name))
        await unlessMissing(
          this.client.send(new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId })),
        );
      await unlessMissing(this.client.send(new DeleteObjectCommand(place)));
    });
  }

  async *list(workspace?: WorkspaceId): AsyncGenerator<StoredFile> {
    const now = Date.now();
    const Prefix = workspace && `${workspace}/`;
    const pages = paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket, Prefix });
    try {
      for await (const { Contents = [] } of pages)
        for (const { Key = '', LastModified } of Contents) yield* storedFile(Key, LastModified, now);
      for await (const { Key = '', Initiated } of this.unfinished(Prefix))
        yield* storedFile(Key, Initiated, now);
    } catch (error) {
      throw storageUnavailable(error);
    }
  }

  async uploadAddress(name: StorageName, file: PromisedFile, seconds: number): Promise<UploadAddress> {
    const headers = { 'Content-Type': file.contentType, 'Content-MD5': file.checksum };
    const command = new PutObjectCommand({
      ...this.placeOf(name),
      ContentType: file.contentType,
      ContentMD5: file.checksum,
      ContentLength: file.size,
    });
    const signed = { expiresIn: seconds, signableHeaders: new Set(PROMISED_HEADERS) };
    return { url: await inStorage(() => getSignedUrl(this.signer, command, signed)), headers };
  }

  async downloadAddress(name: StorageName, file: ShownFile, seconds: number): Promise<string> {
    const command = new GetObjectCommand({
      ...this.placeOf(name),
      ResponseContentType: file.contentType,
      ResponseContentDisposition: file.contentDisposition,
    });
    return inStorage(() => getSignedUrl(this.signer, command, { expiresIn: seconds }));
  }

  /** @throws DomainError `storage_unavailable` (503) when the bucket cannot be reached or is not ours */
  async check(): Promise<void> {
    await inStorage(() => this.client.send(new HeadBucketCommand({ Bucket: this.bucket })));
  }

  close(): void {
    this.client.destroy();
    this.signer.destroy();
  }

  /** Lists files that were written in part, because a process was killed. When a server does not know the command, there are none to list. */
  private async *unfinished(Prefix?: string): AsyncGenerator<MultipartUpload> {
    let page: ListMultipartUploadsCommandOutput | undefined;
    do {
      const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page ?? {};
      const wanted = { Bucket: this.bucket, Prefix, KeyMarker, UploadIdMarker };
      page = await this.client.send(new ListMultipartUploadsCommand(wanted)).catch(nothingUnlessFailed);
      yield* page?.Uploads ?? [];
    } while (page?.IsTruncated);
  }

  private placeOf(name: StorageName): ObjectAddress {
    return { Bucket: this.bucket, Key: checkedName(name) };
  }
}

/** The bytes of an object. Reading throws `storageUnavailable` when the server breaks off. */
class ObjectBytes implements StoredBytes {
  constructor(private readonly body: Readable) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      yield* this.body as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw storageUnavailable(error);
    }
  }

  destroy(): void {
    this.body.destroy();
  }
}

function clientFor({ region, keys, isPathStyle }: S3Options, endpoint: string | undefined): S3Client {
  return new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(keys && { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    forcePathStyle: isPathStyle,
    maxAttempts: ATTEMPTS,
    // Servers other than Amazon's do not all know its newer checksums. The service checks MD5 and SHA-256 itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      httpAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
    },
  });
}

function* storedFile(key: string, at: Date | undefined, now: number): Generator<StoredFile> {
  if (isStorageName(key) && at) yield { name: key, ageMs: now - at.getTime() };
}

/** Returns null when the file is not there. A missing bucket is a failure. */
async function unlessMissing<Found>(finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding;
  } catch (error) {
    const { name = '' } = error as { name?: string };
    if (name === 'NoSuchKey' || name === 'NoSuchUpload' || name === 'NotFound') return null;
    throw error;
  }
}

/** Throws unless the server answered 501, because it does not know the command. */
function nothingUnlessFailed(error: unknown): undefined {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  if ($metadata?.httpStatusCode !== 501) throw error;
}
