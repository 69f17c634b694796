import { parseJson } from '../../kernel/formats/json-text.js';
import { isObject } from '../../kernel/objects.js';
import {
  decoded,
  linesOf,
  MAX_LINE_BYTES,
  NOT_UTF8,
  SAVE_AS_UTF8,
  type SourceLine,
} from '../own/lines.reader.js';
import { UnreadableSourceError } from '../own/source-record.js';
import type { JsonObject } from './foreign-ticket.js';

/** Holds an object of a file and the line on which it starts, or says why that is no object. */
export type FoundObject = { readonly line: number; readonly text: string } & (
  { readonly object: JsonObject } | { readonly object: null; readonly problem: string }
);

/**
 * Reads the objects of a JSON file, one by one, so that the file can be large. The file has an object on each line, or is a list of objects, or
 * has pages such as `{"tickets": [...], "count": 1000}` with lists under the key `container`.
 * @throws UnreadableSourceError for a document that is broken
 */
export async function* objectsOf(
  chunks: AsyncIterable<Uint8Array>,
  container: string,
): AsyncGenerator<FoundObject> {
  const scanner = new DocumentScanner(container);
  const source = chunks[Symbol.asyncIterator]();
  try {
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      for (const found of scanner.take(next.value)) {
        yield found;
        if (!scanner.hasOneOnALine) continue;
        yield* objectsOnLines(behind(scanner.rest, source), found.line);
        return;
      }
    }
    scanner.end();
  } finally {
    await source.return?.();
  }
}

async function* behind(first: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => source };
}

async function* objectsOnLines(
  chunks: AsyncIterable<Uint8Array>,
  firstLine: number,
): AsyncGenerator<FoundObject> {
  let line = firstLine;
  for await (const source of linesOf(chunks)) {
    const found = objectIn(line, source);
    if (found.text.trim() !== '') yield found;
    line += 1;
  }
}

function objectIn(line: number, source: SourceLine): FoundObject {
  if (typeof source !== 'string') return { line, text: source.text, object: null, problem: NOT_UTF8 };
  try {
    const object = parseJson(source);
    if (isObject(object)) return { line, text: source, object };
  } catch {
    // The text is not JSON.
  }
  return { line, text: source, object: null, problem: 'is not JSON' };
}

const [NEWLINE, QUOTE, BACKSLASH] = [0x0a, 0x22, 0x5c] as const;
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d] as const;
/** Objects have white space, commas and the bytes of a byte order mark between them. */
const BETWEEN = new Set([0x20, 0x09, 0x0d, NEWLINE, 0x2c, 0xef, 0xbb, 0xbf]);
/** Text in UTF-8 never has these bytes. */
const OTHER_TEXT = new Set([0x00, 0xfe, 0xff]);
const MAX_KEY_BYTES = 64;

const NO_OBJECT = 'an object is expected there';

/** Names a line and a byte of it. Both count from 1. */
interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Finds the objects of a document by its brackets, and lets `parseJson` read each of them. */
class DocumentScanner {
  /** Tells whether the first object stands alone on its line, so that the file has one object on each line. */
  hasOneOnALine = false;
  rest: Uint8Array = new Uint8Array();

  private depth = 0;
  /** Objects are at this depth: 0 in a file of objects, 1 in a list, 2 in the list of a page; infinite after that. */
  private depthAround = 0;
  private isText = false;
  private isEscaped = false;
  /** Keeps the last text directly inside of an outer object. In front of a list it is its key. */
  private key: number[] = [];
  private line = 1;
  private column = 1;

  private begun: TextPosition | null = null;
  private parts: Uint8Array[] = [];
  private length = 0;

  constructor(private readonly container: string) {}

  *take(chunk: Uint8Array): Generator<FoundObject> {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      const wasBegun = this.begun;
      const isFinished = this.step(byte);
      if (isFinished) {
        this.keep(chunk.subarray(start, at + 1));
        this.rest = chunk.subarray(at + 1);
        yield this.finished();
      } else if (wasBegun === null && this.begun !== null) {
        start = at;
      }
      this.column = byte === NEWLINE ? 1 : this.column + 1;
      if (byte === NEWLINE) this.line += 1;
    }
    if (this.begun !== null) this.keep(chunk.subarray(start));
  }

  /** Ends the document. @throws UnreadableSourceError when it is not complete */
  end(): void {
    if (this.begun !== null) throw broken(this.begun, 'the object that begins there does not end');
    if (this.depth > 0) throw broken(this.position, 'the file ends before its list or page does');
  }

  /** Takes one byte. @returns whether an object ends with it */
  private step(byte: number): boolean {
    if (this.isText) this.scanText(byte);
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.open(byte);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) return this.close();
    else if (this.begun === null && this.depth === this.depthAround && !BETWEEN.has(byte)) {
      if (OTHER_TEXT.has(byte)) throw new UnreadableSourceError(SAVE_AS_UTF8);
      throw broken(this.position, NO_OBJECT);
    } else if (byte === QUOTE) {
      this.isText = true;
      if (this.depth === 1) this.key = [];
    }
    return false;
  }

  private scanText(byte: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) this.isText = false;
    else if (this.depth === 1 && this.key.length < MAX_KEY_BYTES) this.key.push(byte);
  }

  private open(byte: number): void {
    if (byte === OPEN_LIST && this.depth === 0) {
      this.depthAround = 1;
    } else if (byte === OPEN_LIST && this.isAtContainer()) {
      this.depthAround = 2;
      this.forget();
    } else if (this.depth === this.depthAround && this.begun === null) {
      if (byte === OPEN_LIST) throw broken(this.position, NO_OBJECT);
      this.begun = this.position;
    }
    this.depth += 1;
  }

  private close(): boolean {
    this.depth -= 1;
    if (this.depth < 0) throw broken(this.position, NO_OBJECT);
    if (this.begun !== null) return this.depth === this.depthAround;
    if (this.depth === 0) this.depthAround = 0;
    else if (this.depth < this.depthAround) this.depthAround = Number.POSITIVE_INFINITY;
    return false;
  }

  private isAtContainer(): boolean {
    if (this.depth !== 1 || this.depthAround !== 0) return false;
    return Buffer.from(this.key).toString() === this.container;
  }

  private keep(part: Uint8Array): void {
    const bytesLeft = MAX_LINE_BYTES + 2 - this.length;
    if (bytesLeft <= 0 || part.length === 0) return;
    this.parts.push(part.subarray(0, bytesLeft));
    this.length += Math.min(part.length, bytesLeft);
  }

  private finished(): FoundObject {
    const begun = this.begun ?? this.position;
    const found = objectIn(begun.line, decoded(Buffer.concat(this.parts)));
    this.forget();
    if (found.object === null && found.problem !== NOT_UTF8) {
      if (found.text.includes('\0')) throw new UnreadableSourceError(SAVE_AS_UTF8);
      throw broken(begun, 'the object that begins there is not JSON, or has more than 16 MiB');
    }
    this.hasOneOnALine = this.depthAround === 0 && begun.line === this.line;
    return found;
  }

  private forget(): void {
    this.begun = null;
    this.parts = [];
    this.length = 0;
  }

  private get position(): TextPosition {
    return { line: this.line, column: this.column };
  }
}

function broken({ line, column }: TextPosition, why: string): UnreadableSourceError {
  return new UnreadableSourceError(`is broken JSON in line ${line}, column ${column}: ${why}`);
}
