import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import type { Request } from 'express';
import type { Readable } from 'node:stream';
import { DomainError, invalidRequest } from '../../../kernel/errors.js';
import { Problems } from '../../../kernel/problems.js';
import { malformedBody } from '../answers/malformed.errors.js';

/** A file part, when its first bytes are there. */
export interface FilePart {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** What a form may hold besides the file. A part beyond is refused. */
const LIMITS = { fields: 10, fieldSize: 1_024, fieldNameSize: 100, parts: 12, headerPairs: 20 } as const;

/** What a form held: what `receive` has made of the file, and the fields by name. */
export interface ReadForm<Received> {
  readonly file: Received;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Reads a form with one file (multipart/form-data, RFC 7578) as it comes; nothing is read ahead of `receive`. When the form turns out to
 * be wrong behind the file, `discard` gets what was received.
 * @throws unsupported_media_type, malformed_body, invalid_request, and what `receive` throws
 */
export async function readForm<Received>(
  request: Request,
  fieldNames: readonly string[],
  receive: (file: FilePart) => Promise<Received>,
  discard: (received: Received) => Promise<void>,
): Promise<ReadForm<Received>> {
  if (!request.is('multipart/form-data')) throw notMultipart();
  const form = new FormReader(request, fieldNames, receive);
  const failure = await form.read().then(
    () => null,
    (error: unknown) => error,
  );
  const file = await form.received;
  if (failure === null && file !== null && 'value' in file) return { file: file.value, fields: form.fields };
  if (file !== null && 'value' in file) await discard(file.value);
  // The failure of the receiver is the reason, the failure of the parser its consequence.
  throw ((file !== null && 'error' in file ? file.error : null) ?? failure) as Error;
}

type Outcome<Received> = { readonly value: Received } | { readonly error: unknown };

/** One form while it comes. */
class FormReader<Received> {
  readonly fields: Record<string, string> = {};
  /** What became of the file; null when none came. */
  received: Promise<Outcome<Received> | null> = Promise.resolve(null);
  private readonly problems = new Problems();
  private file: Readable | undefined;

  constructor(
    private readonly request: Request,
    private readonly fieldNames: readonly string[],
    private readonly receive: (file: FilePart) => Promise<Received>,
  ) {}

  /** Ends when the whole form has come, and fails when it is wrong or its file is not wanted any more. */
  read(): Promise<void> {
    return new Promise((resolve, reject) => {
      const parser = parserOf(this.request);
      const fail = (error: Error): void => {
        this.request.unpipe(parser);
        this.file?.destroy(error);
        reject(error);
      };
      this.listen(parser, fail);
      parser.once('finish', () => {
        if (this.file === undefined) this.problems.add('file', 'is required');
        if (this.problems.any) reject(invalidRequest(this.problems));
        else resolve(this.received.then(failWith));
      });
      this.request.once('close', () => {
        if (!this.request.complete) fail(incomplete());
      });
      this.request.pipe(parser);
    });
  }

  private listen(parser: InstanceType<typeof Busboy>, fail: (error: Error) => void): void {
    parser.on('error', (error) => {
      fail(malformedBody('The body is not a well-formed form.', error));
    });
    parser.on('field', (name, value, _isNameCut, isCut) => {
      if (!this.hasName(name)) return;
      if (!this.fieldNames.includes(name) || Object.hasOwn(this.fields, name))
        this.problems.add(name, 'is not a known property');
      else if (isCut) this.problems.add(name, `must have at most ${LIMITS.fieldSize} bytes`);
      else this.fields[name] = value;
    });
    for (const event of ['partsLimit', 'fieldsLimit'] as const)
      parser.on(event, () => {
        this.problems.add('file', 'must be the only part besides a few fields');
      });
    parser.on('file', (name, stream, filename, _encoding, contentType) => {
      // The parser says an error of the form on the stream, without ending it.
      stream.on('error', (error) => {
        stream.destroy(error);
      });
      if (name !== 'file' || this.file !== undefined) {
        if (this.hasName(name))
          this.problems.add(name, 'is not a known file: the form has one, which is called file');
        stream.resume();
        return;
      }
      this.file = stream;
      this.received = outcomeOf(this.receive({ filename, contentType, bytes: stream }));
      // A file that nobody wants any more is not read to its end.
      void this.received.then((outcome) => {
        if (outcome && 'error' in outcome) fail(asError(outcome.error));
      });
    });
  }

  /** Whether a part has a name. One without is a problem. */
  private hasName(name: string | undefined): name is string {
    if (!name) this.problems.add('parts', 'must each have a name');
    return Boolean(name);
  }
}

/** @throws malformed_body when the headers name no boundary */
function parserOf(request: Request): InstanceType<typeof Busboy> {
  try {
    return new Busboy({ headers: request.headers as BusboyHeaders, limits: LIMITS });
  } catch (error) {
    throw malformedBody('The body is not a well-formed form: its type names no boundary.', error);
  }
}

function outcomeOf<Received>(receiving: Promise<Received>): Promise<Outcome<Received>> {
  return receiving.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}

function failWith(outcome: Outcome<unknown> | null): void {
  if (outcome && 'error' in outcome) throw asError(outcome.error);
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** The bytes of a request whose body is the file itself. A connection that ends early is malformed_body. */
export async function* bytesOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    for await (const bytes of request) yield bytes as Uint8Array;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw incomplete(error);
  }
}

function incomplete(cause?: unknown): DomainError {
  return malformedBody('The body did not arrive whole.', cause);
}

function notMultipart(): DomainError {
  return new DomainError(
    'unsupported_media_type',
    'unsupported_media_type',
    'The body must be multipart/form-data with one part called file.',
  );
}
