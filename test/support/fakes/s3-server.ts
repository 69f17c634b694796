import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { S3Options } from '../../../src/platform/storage/s3-storage.js';
import { temporaryFolder } from '../servers/processes.js';
import { isSigned, type S3Keys } from './s3-signatures.js';

/** What the tests use of s3rver, which has no types: an application that speaks S3 and keeps its objects in a folder. */
interface S3rver {
  configureBuckets(): Promise<unknown>;
  callback(): RequestListener;
}
type S3rverOptions = Readonly<Record<string, unknown>>;
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: S3rverOptions) => S3rver;

const REFUSED =
  '<Error><Code>SignatureDoesNotMatch</Code><Message>The signature is not right.</Message></Error>';

/** A bucket on a server that speaks S3 (s3rver), after a check of signatures, which s3rver lacks. */
export class S3Server {
  static readonly keys: S3Keys = { id: 'S3RVER', secret: 'a secret of the tests' };
  readonly bucket = 'attachments';
  /** Whether it breaks every connection off. */
  isAway = false;
  /** It answers reads of files when this is fulfilled. */
  readable: Promise<void> = Promise.resolve();
  /** It takes files when this is fulfilled. */
  writable: Promise<void> = Promise.resolve();
  /** How many files, or parts of files, it was sent. */
  writes = 0;
  /** It breaks the answer to a read of a file off after this number of bytes. */
  breaksAfter: number | null = null;
  /** How many reads of files it was asked for. */
  reads = 0;

  private constructor(
    private readonly server: Server,
    private readonly folder: { readonly path: string; remove(): Promise<void> },
  ) {}

  /** @param clock milliseconds that the server is ahead of the time */
  static async start(clock: { aheadMs: number } = { aheadMs: 0 }): Promise<S3Server> {
    const folder = await temporaryFolder();
    const s3 = new S3rver({
      ...{ silent: true, vhostBuckets: false, directory: folder.path },
      configureBuckets: [{ name: 'attachments', configs: [] }],
    });
    await s3.configureBuckets();
    const answer = s3.callback();
    const server = createServer((request, response) => {
      const isRead = request.method === 'GET' && request.url?.includes('list-type') !== true;
      const isWrite = request.method === 'PUT';
      if (isRead) started.reads += 1;
      if (isWrite) started.writes += 1;
      if (started.isAway) request.destroy();
      else if (isSigned(request, S3Server.keys, Date.now() + clock.aheadMs))
        void (isRead ? started.readable : isWrite ? started.writable : Promise.resolve()).then(() => {
          if (isRead && started.breaksAfter !== null) breakOff(response, started.breaksAfter);
          answer(request, response);
        });
      else response.writeHead(403, { 'Content-Type': 'application/xml' }).end(REFUSED);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const started = new S3Server(server, folder);
    return started;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** What the service needs to use the bucket. */
  get options(): S3Options {
    return {
      ...{ endpoint: this.endpoint, publicEndpoint: undefined, bucket: this.bucket, region: 'us-east-1' },
      ...{ keys: S3Server.keys, isPathStyle: true },
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await this.folder.remove();
  }
}

/** Ends the connection in the middle of a body. */
function breakOff(response: ServerResponse, bytes: number): void {
  const write = response.write.bind(response);
  const some = (piece: Buffer): boolean => write(piece.subarray(0, bytes), () => response.destroy());
  Object.assign(response, { write: some });
}
