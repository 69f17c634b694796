import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Packages } from './s3-packages.js';

/** The smallest part that S3 allows. One upload holds one part. */
const PART_BYTES = 5 * 1024 * 1024;

export interface Place {
  readonly Bucket: string;
  readonly Key: string;
}

/**
 * Sends a file of unknown size to S3, a small one at once, a large one in parts. It has its name when all of it is there. When something
 * fails, the parts are taken back.
 */
export async function uploadTo(
  place: Place,
  source: AsyncIterable<Uint8Array>,
  client: S3Client,
  packages: S3Packages,
): Promise<void> {
  let upload: MultipartUpload | undefined;
  try {
    for await (const { bytes, isLast } of partsOf(source)) {
      if (isLast && upload === undefined) {
        await client.send(new packages.PutObjectCommand({ ...place, Body: bytes }));
        return;
      }
      upload ??= await MultipartUpload.begin(place, client, packages);
      await upload.send(bytes);
    }
    await upload?.complete();
  } catch (error) {
    await upload?.abort();
    throw error;
  }
}

class MultipartUpload {
  private readonly parts: { readonly PartNumber: number; readonly ETag: string | undefined }[] = [];

  private constructor(
    private readonly place: Place & { readonly UploadId: string | undefined },
    private readonly client: S3Client,
    private readonly packages: S3Packages,
  ) {}

  static async begin(place: Place, client: S3Client, packages: S3Packages): Promise<MultipartUpload> {
    const { UploadId } = await client.send(new packages.CreateMultipartUploadCommand(place));
    return new MultipartUpload({ ...place, UploadId }, client, packages);
  }

  async send(bytes: Uint8Array): Promise<void> {
    const PartNumber = this.parts.length + 1;
    const command = new this.packages.UploadPartCommand({ ...this.place, PartNumber, Body: bytes });
    const { ETag } = await this.client.send(command);
    this.parts.push({ PartNumber, ETag });
  }

  async complete(): Promise<void> {
    const { CompleteMultipartUploadCommand } = this.packages;
    const MultipartUpload = { Parts: this.parts };
    await this.client.send(new CompleteMultipartUploadCommand({ ...this.place, MultipartUpload }));
  }

  /** When this fails, the sweeper takes the parts away. */
  async abort(): Promise<void> {
    const { AbortMultipartUploadCommand } = this.packages;
    await this.client.send(new AbortMultipartUploadCommand(this.place)).catch(() => undefined);
  }
}

interface Part {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** Cuts the bytes into parts of one size; the last may be smaller. All parts share their memory: each is valid until the next. */
async function* partsOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  const part = Buffer.allocUnsafeSlow(PART_BYTES);
  let filled = 0;
  for await (const piece of source) {
    for (let taken = 0; taken < piece.length;) {
      if (filled === PART_BYTES) {
        yield { bytes: part, isLast: false };
        filled = 0;
      }
      const some = piece.subarray(taken, taken + PART_BYTES - filled);
      part.set(some, filled);
      filled += some.length;
      taken += some.length;
    }
  }
  yield { bytes: part.subarray(0, filled), isLast: true };
}
