import { Busboy, type BusboyConfig, type BusboyHeaders } from '@fastify/busboy';
import type { Request } from 'express';
import { Transform, type Readable } from 'node:stream';
import { DomainError } from '../../../kernel/errors.js';
import { Turns } from '../../../kernel/steps.js';
import { malformedBody } from '../answers/refusal.js';
import { admitAgain, watchAdmission } from './admission.js';

/** The first bytes of the file are there. */
export interface FilePart {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Receives a file while it comes. Bytes that it does not read are skipped. */
type Receive = (file: FilePart) => Promise<void>;

/** The reader gets the parts of a form as they come. An error that it throws ends the reading. */
export interface PartReader {
  readonly limits: NonNullable<BusboyConfig['limits']>;
  readonly field: (name: string, value: string, isNameCut: boolean, isValueCut: boolean) => void;
  /** Returns the receiver of the file; null skips the file. */
  readonly file: (name: string, filename: string) => Receive | null;
  /** `readParts` calls it when there are more parts than the limits let pass. */
  readonly tooManyParts: () => void;
}

/**
 * Reads the parts of a form (RFC 7578) as they come, never ahead of the receivers of files. No receiver is at work when it ends.
 * @throws malformed_body, the errors of the reader and the receivers, and those of `admitAgain`
 */
export async function readParts(request: Request, reader: PartReader): Promise<void> {
  const parts = new Parts(request, reader);
  const parsed = parts.parsed();
  const endWatch = watchAdmission(request, (error) => {
    parts.fail(error);
  });
  try {
    await parsed;
  } finally {
    endWatch();
    // Many clients read the answer only when they have sent everything, so the rest of a refused form is thrown away.
    request.resume();
    await Promise.allSettled([parts.received]);
  }
  await parts.received;
  await admitAgain(request);
}

/** The parser gives nothing when a part does not say its name. */
type Sent = string | undefined;

class Parts {
  received: Promise<void> = Promise.resolve();
  /** Ends the reading with an error. */
  fail: (error: Error) => void = () => undefined;
  private hasFailed = false;
  private readonly pieces = givingWay();
  private current: Readable | undefined;

  constructor(
    private readonly request: Request,
    private readonly reader: PartReader,
  ) {}

  parsed(): Promise<void> {
    return new Promise((resolve, reject) => {
      const parser = this.parser();
      const fail = (error: Error): void => {
        this.hasFailed = true;
        this.request.unpipe(this.pieces.destroy());
        this.current?.destroy(error);
        reject(error);
      };
      this.fail = fail;
      const guarded = (step: () => void): void => {
        this.guard(step, fail);
      };
      parser.on('error', (error) => {
        fail(malformedBody('The body is not a well-formed form.', error));
      });
      parser.on('field', (name: Sent, value, isNameCut, isValueCut) => {
        guarded(() => {
          this.reader.field(name ?? '', value, isNameCut, isValueCut);
        });
      });
      parser.on('file', (name: Sent, stream, filename: Sent, _encoding, contentType) => {
        if (this.hasFailed) stream.on('error', () => undefined).resume();
        guarded(() => {
          this.take(stream, { name, filename, contentType }, fail);
        });
      });
      for (const event of ['partsLimit', 'fieldsLimit'] as const)
        parser.on(event, () => {
          guarded(this.reader.tooManyParts);
        });
      parser.once('finish', resolve);
      this.request.once('close', () => {
        if (!this.request.complete) fail(incomplete());
      });
      this.request.pipe(this.pieces).pipe(parser);
    });
  }

  /** Does a step, unless the reading has failed: the parser goes on with the piece in which it did. */
  private guard(step: () => void, fail: (error: Error) => void): void {
    if (this.hasFailed) return;
    try {
      step();
    } catch (error) {
      fail(error as Error);
    }
  }

  private take(
    stream: Readable,
    { name = '', filename = '', contentType }: { name: Sent; filename: Sent; contentType: string },
    fail: (error: Error) => void,
  ): void {
    // The parser emits an error of the form on the stream and does not end it.
    stream.on('error', (error) => {
      stream.destroy(error);
    });
    this.current = stream;
    const receive = this.reader.file(name, filename);
    if (receive === null) {
      stream.resume();
      return;
    }
    // A receiver that stops early must not end the stream: the parts after it are still to come.
    const bytes = stream.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Uint8Array>;
    this.received = this.received
      .then(() => receive({ filename, contentType, bytes }))
      .finally(() => {
        stream.resume();
      });
    // Nobody wants the file any more, so it is not read to its end.
    this.received.catch(fail);
  }

  /** @throws malformed_body when the headers name no boundary */
  private parser(): InstanceType<typeof Busboy> {
    try {
      return new Busboy({ headers: this.request.headers as BusboyHeaders, limits: this.reader.limits });
    } catch (error) {
      throw malformedBody('The body is not a well-formed form: its type names no boundary.', error);
    }
  }
}

/** Lets other requests have their turn between the pieces of a form: one piece may have hundreds of parts. */
function givingWay(): Transform {
  const turns = new Turns();
  return new Transform({
    transform: (piece, _encoding, done) => {
      turns.giveWay().then(() => {
        done(null, piece);
      }, done);
    },
  });
}

/**
 * The bytes of a request whose body is the file itself. A connection that ends early is malformed_body. A reader that stops early does
 * not end the request: many clients read the answer only when they have sent everything, so the rest is thrown away. After the last byte
 * it asks for admission again, so that whoever stores the bytes fails when the request may not pass any more.
 */
export async function* bytesOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    const pieces = request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Uint8Array>;
    for await (const bytes of pieces) yield bytes;
    await admitAgain(request);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw incomplete(error);
  } finally {
    request.resume();
  }
}

function incomplete(cause?: unknown): DomainError {
  return malformedBody('The body did not arrive whole.', cause);
}
