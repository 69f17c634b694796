import { isObject } from '../../kernel/objects.js';
import { decoded, MAX_LINE_BYTES, type SourceLine } from '../own/lines.reader.js';

/** An object of a JSON file as it stands there, and the line on which it starts. */
export interface ScannedObject {
  readonly line: number;
  readonly text: SourceLine;
}

/**
 * The objects of a JSON file, one by one, so that the file can be large: objects on lines of their own, objects of an array, and
 * objects of the array that pages such as `{"tickets": [...], "count": 1000}` hold under the key `container`. Something broken
 * comes as one more object, and reading goes on behind it.
 */
export async function* objectsOf(
  chunks: AsyncIterable<Uint8Array>,
  container: string,
): AsyncGenerator<ScannedObject> {
  const scanner = new ObjectScanner(container);
  for await (const chunk of chunks) yield* scanner.take(chunk);
  yield* scanner.end();
}

const [NEWLINE, QUOTE, BACKSLASH, COLON, COMMA] = [0x0a, 0x22, 0x5c, 0x3a, 0x2c] as const;
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d] as const;
/** White space, commas and the bytes of a byte order mark. */
const BETWEEN = new Set([0x20, 0x09, 0x0d, NEWLINE, COMMA, 0xef, 0xbb, 0xbf]);
/** Longer than any `container`. */
const MAX_KEY_BYTES = 64;

/** What the next byte belongs to. `behind_list` is the rest of a page behind its list. */
type Place = 'outside' | 'list' | 'object' | 'garbage' | 'behind_list';

type Action = 'go_on' | 'start' | 'finish' | 'finish_before' | 'forget';

class ObjectScanner {
  private place: Place = 'outside';
  /** Where the object under way stands. */
  private around: 'outside' | 'list' = 'outside';
  private isListOfPage = false;
  private line = 1;
  private column = 0;
  private depth = 0;
  private isText = false;
  private isEscaped = false;
  /** The last text on the first level of the object, which is a key when a colon came behind it. */
  private key: number[] = [];
  private isKeyWithColon = false;

  private startLine = 1;
  private parts: Uint8Array[] = [];
  private length = 0;

  constructor(private readonly container: string) {}

  *take(chunk: Uint8Array): Generator<ScannedObject> {
    let start = this.isTaking ? 0 : null;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      const action = this.step(byte);
      if (action === 'start') {
        start = at;
        this.startLine = this.line;
      } else if (action === 'forget') {
        start = null;
        this.clear();
      } else if (action !== 'go_on') {
        yield this.finished(chunk.subarray(start ?? 0, action === 'finish' ? at + 1 : at));
        start = null;
        // The byte behind something broken belongs to what comes next.
        if (action === 'finish_before') {
          at -= 1;
          continue;
        }
      }
      if (byte === NEWLINE) this.line += 1;
      this.column = byte === NEWLINE ? 0 : this.column + 1;
    }
    if (start !== null) this.keep(chunk.subarray(start));
  }

  *end(): Generator<ScannedObject> {
    if (this.isTaking) yield this.finished(new Uint8Array());
  }

  private get isTaking(): boolean {
    return this.place === 'object' || this.place === 'garbage';
  }

  private step(byte: number): Action {
    if (this.place === 'object') return this.inObject(byte);
    if (this.place === 'garbage') {
      if (byte !== NEWLINE) return 'go_on';
      this.place = this.around;
      return 'finish_before';
    }
    if (this.place === 'behind_list') {
      this.scan(byte);
      if (this.depth === 0) this.place = 'outside';
      return 'go_on';
    }
    return this.between(byte, this.place);
  }

  private between(byte: number, place: 'outside' | 'list'): Action {
    if (BETWEEN.has(byte)) return 'go_on';
    if (byte === OPEN_LIST && place === 'outside') {
      this.place = 'list';
      this.isListOfPage = false;
    } else if (byte === CLOSE_LIST && place === 'list') {
      this.place = this.isListOfPage ? 'behind_list' : 'outside';
      this.depth = this.isListOfPage ? 1 : 0;
    } else {
      this.around = place;
      this.place = byte === OPEN_OBJECT ? 'object' : 'garbage';
      this.depth = byte === OPEN_OBJECT ? 1 : 0;
      return 'start';
    }
    return 'go_on';
  }

  private inObject(byte: number): Action {
    // A text of JSON does not span lines. In a file with one object a line, no object starts inside another.
    const isBroken = this.isText ? byte === NEWLINE : byte === OPEN_OBJECT && this.column === 0;
    if (isBroken && (this.isText || this.around === 'outside')) {
      this.place = this.around;
      this.isText = this.isEscaped = false;
      return 'finish_before';
    }
    if (byte === OPEN_LIST && this.isAtContainer()) {
      this.place = 'list';
      this.isListOfPage = true;
      return 'forget';
    }
    this.scan(byte);
    if (this.depth > 0) return 'go_on';
    this.place = this.around;
    return 'finish';
  }

  /** Tracks texts, depth and keys. */
  private scan(byte: number): void {
    if (this.isText) {
      this.scanText(byte);
    } else if (byte === QUOTE) {
      this.isText = true;
      this.key = [];
      this.isKeyWithColon = false;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      this.depth += 1;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      this.depth -= 1;
    } else if (byte === COLON) {
      this.isKeyWithColon = true;
    } else if (!BETWEEN.has(byte) || byte === COMMA) {
      this.isKeyWithColon = false;
    }
  }

  private scanText(byte: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) this.isText = false;
    else if (this.depth === 1 && this.key.length < MAX_KEY_BYTES) this.key.push(byte);
  }

  private isAtContainer(): boolean {
    if (this.isText || this.depth !== 1 || this.around !== 'outside' || !this.isKeyWithColon) return false;
    return Buffer.from(this.key).toString() === this.container;
  }

  private keep(part: Uint8Array): void {
    const room = MAX_LINE_BYTES + 2 - this.length;
    if (room <= 0 || part.length === 0) return;
    this.parts.push(part.subarray(0, room));
    this.length += Math.min(part.length, room);
  }

  private finished(last: Uint8Array): ScannedObject {
    this.keep(last);
    const found = { line: this.startLine, text: decoded(Buffer.concat(this.parts)) };
    this.clear();
    return found;
  }

  private clear(): void {
    this.parts = [];
    this.length = 0;
  }
}

/** The object that a text of JSON is; null when it is none. */
export function parsedObject(text: SourceLine): Readonly<Record<string, unknown>> | null {
  if (typeof text !== 'string') return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
