import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';
import { inStorage } from './file-storage.js';

/** The smallest part that S3 allows. One upload holds one part. */
const PART_BYTES = 5 * 1024 * 1024;

export interface ObjectAddress {
  readonly Bucket: string;
  readonly Key: string;
}

/** Sends a file of unknown size to S3, a large one in parts. It has its name when all of it is there. After a failure nothing stays. */
export async function uploadTo(
  place: ObjectAddress,
  source: AsyncIterable<Uint8Array>,
  client: S3Client,
): Promise<void> {
  let upload: MultipartUpload | undefined;
  try {
    for await (const { bytes, isLast } of partsOf(source)) {
      if (isLast && upload === undefined) {
        await inStorage(() => client.send(new PutObjectCommand({ ...place, Body: bytes })));
        return;
      }
      upload ??= await MultipartUpload.begin(place, client);
      await upload.send(bytes);
    }
    await upload?.complete();
  } catch (error) {
    await upload?.abort();
    throw error;
  }
}

class MultipartUpload {
  private readonly parts: CompletedPart[] = [];

  private constructor(
    private readonly place: ObjectAddress & { readonly UploadId: string | undefined },
    private readonly client: S3Client,
  ) {}

  static async begin(place: ObjectAddress, client: S3Client): Promise<MultipartUpload> {
    const { UploadId } = await inStorage(() => client.send(new CreateMultipartUploadCommand(place)));
    return new MultipartUpload({ ...place, UploadId }, client);
  }

  async send(bytes: Uint8Array): Promise<void> {
    const PartNumber = this.parts.length + 1;
    const command = new UploadPartCommand({ ...this.place, PartNumber, Body: bytes });
    const { ETag } = await inStorage(() => this.client.send(command));
    this.parts.push({ PartNumber, ETag });
  }

  async complete(): Promise<void> {
    const command = new CompleteMultipartUploadCommand({
      ...this.place,
      MultipartUpload: { Parts: this.parts },
    });
    await inStorage(() => this.client.send(command));
  }

  /** The sweeper takes the parts away when this fails. */
  async abort(): Promise<void> {
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
