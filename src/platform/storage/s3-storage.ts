import type { Readable } from 'node:stream';
import type { ListMultipartUploadsCommandOutput, S3Client } from '@aws-sdk/client-s3';
import type { WorkspaceId } from '../../kernel/ids.js';
import {
  checkedName,
  isStorageName,
  type ByteRange,
  type FileStorage,
  type PromisedFile,
  type ShownFile,
  type StorageName,
  type StoredFile,
  type UploadAddress,
} from './file-storage.js';
import { loadS3Packages, type S3Packages } from './s3-packages.js';
import { uploadTo, type Place } from './s3-upload.js';
import { inStorage, storageUnavailable } from './storage.errors.js';

/** The bucket, its server, and our keys there. */
export interface S3Options {
  /** Address of the server; undefined is Amazon's of the region. */
  readonly endpoint: string | undefined;
  /** Address of the same server for clients; undefined is `endpoint`. */
  readonly publicEndpoint: string | undefined;
  readonly bucket: string;
  readonly region: string;
  /** Undefined: the SDK looks for them, in its own variables and in what the machine offers. */
  readonly keys: { readonly id: string; readonly secret: string } | undefined;
  /** Whether the bucket stands in the path of an address, instead of in its host. */
  readonly isPathStyle: boolean;
}

const CONNECT_MS = 3_000;
/** For how long the server may say nothing. */
const SILENCE_MS = 30_000;
/** A call is tried again after an error that may pass, with a pause that grows. */
const ATTEMPTS = 3;
/** Downloads and uploads at once; others wait. */
const MAX_CONNECTIONS = 256;
/** Headers that the sender of a file must send as they were promised. */
const PROMISED_HEADERS = ['host', 'content-type', 'content-md5', 'content-length'];

/**
 * Files in a bucket of a server that speaks S3. A file goes there in parts and has its name only when all of them are there. Clients
 * send and fetch bytes at the server itself, with signed addresses.
 */
export class S3Storage implements FileStorage {
  private constructor(
    private readonly packages: S3Packages,
    private readonly client: S3Client,
    /** Signs addresses for clients. */
    private readonly signer: S3Client,
    private readonly bucket: string,
  ) {}

  /** @throws StorageError when the packages for S3 are not installed */
  static async open(options: S3Options): Promise<S3Storage> {
    const packages = await loadS3Packages();
    const client = clientFor(packages, options, options.endpoint);
    const { publicEndpoint } = options;
    const signer = publicEndpoint === undefined ? client : clientFor(packages, options, publicEndpoint);
    return new S3Storage(packages, client, signer, options.bucket);
  }

  async write(name: StorageName, source: AsyncIterable<Uint8Array>): Promise<void> {
    const watched = new WatchedSource(source);
    const place = this.placeOf(name);
    try {
      await uploadTo(place, watched, this.client, this.packages);
    } catch (error) {
      throw watched.failure === null ? storageUnavailable(error) : watched.failure.error;
    }
  }

  async read(name: StorageName, range?: ByteRange): Promise<Readable | null> {
    const { GetObjectCommand } = this.packages;
    const Range = range && `bytes=${range.first}-${range.last}`;
    const wanted = new GetObjectCommand({ ...this.placeOf(name), Range });
    const found = await inStorage(() => unlessMissing(this.client.send(wanted)));
    return found === null ? null : (found.Body as Readable);
  }

  async remove(name: StorageName): Promise<void> {
    const { AbortMultipartUploadCommand, DeleteObjectCommand } = this.packages;
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
    const { paginateListObjectsV2 } = this.packages;
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
    const { PutObjectCommand, getSignedUrl } = this.packages;
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
    const { GetObjectCommand, getSignedUrl } = this.packages;
    const command = new GetObjectCommand({
      ...this.placeOf(name),
      ResponseContentType: file.contentType,
      ResponseContentDisposition: file.contentDisposition,
    });
    return inStorage(() => getSignedUrl(this.signer, command, { expiresIn: seconds }));
  }

  /** @throws DomainError `storage_unavailable` (503) when the bucket cannot be reached or is not ours */
  async check(): Promise<void> {
    const { HeadBucketCommand } = this.packages;
    await inStorage(() => this.client.send(new HeadBucketCommand({ Bucket: this.bucket })));
  }

  close(): void {
    this.client.destroy();
    this.signer.destroy();
  }

  /** Files that were written in part: a process was killed meanwhile. A server that cannot list them says so, and has none for us. */
  private async *unfinished(Prefix?: string): AsyncGenerator<UnfinishedFile> {
    const { ListMultipartUploadsCommand } = this.packages;
    let page: ListMultipartUploadsCommandOutput | undefined;
    do {
      const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page ?? {};
      const wanted = { Bucket: this.bucket, Prefix, KeyMarker, UploadIdMarker };
      page = await this.client.send(new ListMultipartUploadsCommand(wanted)).catch(nothingUnlessFailed);
      yield* page?.Uploads ?? [];
    } while (page?.IsTruncated);
  }

  private placeOf(name: StorageName): Place {
    return { Bucket: this.bucket, Key: checkedName(name) };
  }
}

interface UnfinishedFile {
  readonly Key?: string | undefined;
  readonly UploadId?: string | undefined;
  readonly Initiated?: Date | undefined;
}

/** Passes bytes on and remembers when their source fails, which is no failure of the storage. */
class WatchedSource implements AsyncIterable<Uint8Array> {
  failure: { readonly error: unknown } | null = null;

  constructor(private readonly source: AsyncIterable<Uint8Array>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      yield* this.source;
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }
}

function clientFor(
  { S3Client }: S3Packages,
  { region, keys, isPathStyle }: S3Options,
  endpoint: string | undefined,
): S3Client {
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

/** Null when the file is not there. A missing bucket is a failure. */
async function unlessMissing<Found>(finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding;
  } catch (error) {
    const { name = '' } = error as { name?: string };
    if (name === 'NoSuchKey' || name === 'NoSuchUpload' || name === 'NotFound') return null;
    throw error;
  }
}

/** A server that does not know a command says 501. */
function nothingUnlessFailed(error: unknown): undefined {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  if ($metadata?.httpStatusCode !== 501) throw error;
}
