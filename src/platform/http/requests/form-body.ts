import type { Request } from 'express';
import { DomainError } from '../../../kernel/errors.js';
import { bytesOf, readParts, type FilePart } from './multipart.js';
import { deadlineOf } from './request-deadline.js';

/** The values of a form by the names of its controls, each in the order sent. */
type FormValues = ReadonlyMap<string, readonly string[]>;

/** Receives a file while it comes, with the values that came before it. Bytes that it does not read are skipped. */
type ReceiveFile = (file: FilePart, before: FormValues) => Promise<void>;

/** A form has fewer parts: 500 fields, of which some have many options. */
const MAX_PARTS = 20_000;
const MAX_NAME_BYTES = 200;

/** Limits of a form. */
export interface FormLimits {
  /** Bytes of all values together, and of the names of files. */
  readonly bytes: number;
  /** Files that are received. Those after them are skipped. */
  readonly files: number;
}

/**
 * Reads a form of a browser: `multipart/form-data`, whose files are received one after the other as they come, or
 * `application/x-www-form-urlencoded`. The clock of the request stands still meanwhile.
 * @throws unsupported_media_type, malformed_body, body_too_large, and the errors of `receive`
 */
export async function readFormBody(
  request: Request,
  limits: FormLimits,
  receive: ReceiveFile,
): Promise<FormValues> {
  const deadline = deadlineOf(request);
  deadline.pause();
  try {
    if (request.is('multipart/form-data')) return await multipart(request, limits, receive);
    if (request.is('application/x-www-form-urlencoded')) return await urlencoded(request, limits.bytes);
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

/** Collects values, and refuses too many of them. */
class CollectedValues {
  readonly all = new Map<string, string[]>();
  private size = 0;
  private parts = 0;

  constructor(private readonly limit: number) {}

  add(name: string, value: string): void {
    this.count(name, value);
    const list = this.all.get(name);
    if (list) list.push(value);
    else this.all.set(name, [value]);
  }

  /** Counts a part: a value, or a file by its name. @throws body_too_large */
  count(name: string, value: string): void {
    this.size += Buffer.byteLength(name) + Buffer.byteLength(value);
    this.parts++;
    if (this.size > this.limit || this.parts > MAX_PARTS) throw tooLarge(this.limit);
  }
}

async function multipart(
  request: Request,
  { bytes: limit, files }: FormLimits,
  receive: ReceiveFile,
): Promise<FormValues> {
  const values = new CollectedValues(limit);
  await readParts(request, {
    limits: { fieldSize: limit, fieldNameSize: MAX_NAME_BYTES, parts: MAX_PARTS, files, headerPairs: 20 },
    field: (name, value, isNameCut, isValueCut) => {
      if (isNameCut || isValueCut) throw tooLarge(limit);
      values.add(name, value);
    },
    file: (name, filename) => {
      values.count(name, filename);
      // A browser sends a file without a name when none was chosen.
      return filename ? (file) => receive(file, values.all) : null;
    },
    tooManyParts: () => {
      throw tooLarge(limit);
    },
  });
  return values.all;
}

function tooLarge(limit: number): DomainError {
  return new DomainError('too_large', 'body_too_large', `The form is larger than ${limit} bytes.`);
}
