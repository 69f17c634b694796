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

/**
 * Reads a form of a browser: `multipart/form-data`, whose files are received one after the other as they come, or
 * `application/x-www-form-urlencoded`. The clock of the request stands still meanwhile.
 * @param limit bytes of all values together
 * @throws unsupported_media_type, malformed_body, body_too_large, and the errors of `receive`
 */
export async function readFormBody(
  request: Request,
  limit: number,
  receive: ReceiveFile,
): Promise<FormValues> {
  const deadline = deadlineOf(request);
  deadline.pause();
  try {
    if (request.is('multipart/form-data')) return await multipart(request, limit, receive);
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

/** Collects values, and refuses too many of them. */
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

async function multipart(request: Request, limit: number, receive: ReceiveFile): Promise<FormValues> {
  const values = new CollectedValues(limit);
  await readParts(request, {
    limits: { fieldSize: limit, fieldNameSize: MAX_NAME_BYTES, parts: MAX_PARTS, headerPairs: 20 },
    field: (name, value, isNameCut, isValueCut) => {
      if (isNameCut || isValueCut) throw tooLarge(limit);
      values.add(name, value);
    },
    // A browser sends a file without a name when none was chosen.
    file: (_name, filename) => (filename ? (file) => receive(file, values.all) : null),
    tooManyParts: () => {
      throw tooLarge(limit);
    },
  });
  return values.all;
}

function tooLarge(limit: number): DomainError {
  return new DomainError('too_large', 'body_too_large', `The form is larger than ${limit} bytes.`);
}
