import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import type { Request } from 'express';
import type { Readable } from 'node:stream';
import { DomainError } from '../../../kernel/errors.js';
import { malformedBody } from '../answers/malformed.errors.js';
import { bytesOf, type FilePart } from './multipart.js';
import { deadlineOf } from './request-deadline.js';

/** The values of a form by the names of its controls, each in the order sent. */
export type FormValues = ReadonlyMap<string, readonly string[]>;

/** Receives a file while it comes, with the values that came before it. What it does not read is passed over. */
export type ReceiveFile = (file: FilePart, before: FormValues) => Promise<void>;

/** As many parts as no form of ours has: 500 fields, of which some have many options. */
const MAX_PARTS = 20_000;
const MAX_NAME_BYTES = 200;

/**
 * Reads what a browser sends of a form: `multipart/form-data`, whose files are received one after the other as they come, or
 * `application/x-www-form-urlencoded`. The clock of the request stands still meanwhile.
 * @param limit bytes of all values together
 * @throws unsupported_media_type, malformed_body, body_too_large, and what `receive` throws
 */
export async function readFormBody(
  request: Request,
  limit: number,
  receive: ReceiveFile,
): Promise<FormValues> {
  const deadline = deadlineOf(request);
  deadline.pause();
  try {
    if (request.is('multipart/form-data')) return await new MultipartForm(request, limit, receive).read();
    if (request.is('application/x-www-form-urlencoded')) return await urlencoded(request, limit);
    throw new DomainError('unsupported_media_type', 'unsupported_media_type', 'The body must be a form.');
  } finally {
    deadline.resume();
  }
}

async function urlencoded(request: Request, limit: number): Promise<FormValues> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of bytesOf(request)) {
    size += bytes.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(bytes);
  }
  const values = new CollectedValues(limit);
  for (const [name, value] of new URLSearchParams(Buffer.concat(chunks).toString())) values.add(name, value);
  return values.all;
}

/** The values so far, which must not become too many. */
class CollectedValues {
  readonly all = new Map<string, string[]>();
  private size = 0;
  private count = 0;

  constructor(private readonly limit: number) {}

  add(name: string, value: string): void {
    this.size += Buffer.byteLength(name) + Buffer.byteLength(value);
    this.count++;
    if (this.size > this.limit || this.count > MAX_PARTS) throw tooLarge(this.limit);
    const list = this.all.get(name);
    if (list) list.push(value);
    else this.all.set(name, [value]);
  }
}

/** One form of several parts while it comes. */
class MultipartForm {
  private readonly values: CollectedValues;
  /** Files are received one after the other, in their order. */
  private received: Promise<void> = Promise.resolve();
  private current: Readable | undefined;

  constructor(
    private readonly request: Request,
    private readonly limit: number,
    private readonly receive: ReceiveFile,
  ) {
    this.values = new CollectedValues(limit);
  }

  async read(): Promise<FormValues> {
    try {
      await this.parsed();
    } finally {
      await Promise.allSettled([this.received]);
    }
    await this.received;
    return this.values.all;
  }

  private parsed(): Promise<void> {
    return new Promise((resolve, reject) => {
      const parser = this.parser();
      const fail = (error: Error): void => {
        this.request.unpipe(parser);
        this.current?.destroy(error);
        reject(error);
      };
      parser.on('error', (error) => {
        fail(malformedBody('The body is not a well-formed form.', error));
      });
      parser.on('field', (name, value, isNameCut, isCut) => {
        try {
          if (isNameCut || isCut) throw tooLarge(this.limit);
          this.values.add(name, value);
        } catch (error) {
          fail(error as Error);
        }
      });
      parser.on('file', (_name, stream, filename, _encoding, contentType) => {
        this.take(stream, filename, contentType, fail);
      });
      parser.once('partsLimit', () => {
        fail(tooLarge(this.limit));
      });
      parser.once('finish', resolve);
      this.request.once('close', () => {
        if (!this.request.complete) fail(malformedBody('The body did not arrive whole.'));
      });
      this.request.pipe(parser);
    });
  }

  private take(stream: Readable, filename: string, contentType: string, fail: (error: Error) => void): void {
    // The parser says an error of the form on the stream, without ending it.
    stream.on('error', (error) => {
      stream.destroy(error);
    });
    this.current = stream;
    // So a browser says that no file was chosen.
    if (!filename) {
      stream.resume();
      return;
    }
    // A receiver that stops early must not end the stream: the parts behind it are still to come.
    const bytes = stream.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Uint8Array>;
    this.received = this.received
      .then(() => this.receive({ filename, contentType, bytes }, this.values.all))
      .finally(() => {
        stream.resume();
      });
    this.received.catch(fail);
  }

  private parser(): InstanceType<typeof Busboy> {
    const limits = {
      fieldSize: this.limit,
      fieldNameSize: MAX_NAME_BYTES,
      parts: MAX_PARTS,
      headerPairs: 20,
    };
    try {
      return new Busboy({ headers: this.request.headers as BusboyHeaders, limits });
    } catch (error) {
      throw malformedBody('The body is not a well-formed form: its type names no boundary.', error);
    }
  }
}

function tooLarge(limit: number): DomainError {
  return new DomainError('too_large', 'body_too_large', `The form is larger than ${limit} bytes.`);
}
