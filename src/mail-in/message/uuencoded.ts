/** A file of a mail may be as large as the mail; more files stay in the words. */
const MOST_FILES = 100;
/** Lines that begin no file cost time, too. */
const MOST_BEGINNINGS = 1_000;
const MOST_NAME_LENGTH = 200;
const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];
/** A line begins with a character that says how many bytes it has. Each character stands for 6 bits. */
const [FIRST, LAST] = [32, 96];

const BEGINNING = Buffer.from('begin');
/** The first letter of the mode of a file, or of the name of the other encoding. */
const MODES = Buffer.from('01234567b');
const BEGIN = /^begin(-base64)? [0-7]{3,4} (\S.*?)\s*$/;

/** A file that a program has written into the words of a mail. */
export interface UuencodedFile {
  readonly filename: string;
  readonly bytes: Uint8Array;
}

interface Found extends UuencodedFile {
  /** Where its lines begin and end. */
  readonly start: number;
  readonly end: number;
}

/** Divides words into the files inside them, and the rest. What has no end, or is written in another way, stays as it is. */
export function withoutFiles(words: Buffer): {
  readonly rest: Buffer;
  readonly files: readonly UuencodedFile[];
} {
  const found: Found[] = [];
  const left = { beginnings: MOST_BEGINNINGS };
  let file = fileFrom(words, 0, left);
  for (; file && found.length < MOST_FILES; file = fileFrom(words, file.end, left)) found.push(file);
  const starts = [0, ...found.map(({ end }) => end)];
  const ends = [...found.map(({ start }) => start), words.length];
  const rest = starts.map((start, index) => words.subarray(start, ends[index]));
  return { rest: found.length === 0 ? words : Buffer.concat(rest), files: found };
}

/** Finds the first file that begins at a line after a place. */
export function fileFrom(words: Buffer, from: number, left = { beginnings: MOST_BEGINNINGS }): Found | null {
  for (let at = words.indexOf(BEGINNING, from); at !== -1; at = words.indexOf(BEGINNING, at + 1)) {
    if ((at > 0 && words[at - 1] !== LINE_FEED) || !MODES.includes(words[at + BEGINNING.length + 1] ?? 0))
      continue;
    const [, base64, filename = ''] =
      BEGIN.exec(words.toString('latin1', at, at + MOST_NAME_LENGTH).split('\n', 1)[0] ?? '') ?? [];
    if (filename === '') continue;
    if (left.beginnings-- === 0) return null;
    const lines = linesOf(words, endOfLine(words, at));
    const file = base64 === undefined ? fromLines(lines) : fromBase64(lines);
    if (file) return { ...file, filename, start: at };
  }
  return null;
}

interface Line {
  readonly bytes: Buffer;
  /** Where the next line begins. */
  readonly next: number;
}

function* linesOf(words: Buffer, from: number): Generator<Line> {
  for (let start = from; start < words.length;) {
    const next = endOfLine(words, start);
    let end = next;
    while (end > start && [LINE_FEED, CARRIAGE_RETURN].includes(words[end - 1] ?? 0)) end--;
    yield { bytes: words.subarray(start, end), next };
    start = next;
  }
}

function endOfLine(words: Buffer, at: number): number {
  const end = words.indexOf(LINE_FEED, at);
  return end === -1 ? words.length : end + 1;
}

type FoundBytes = Pick<Found, 'bytes' | 'end'>;

function fromLines(lines: Iterable<Line>): FoundBytes | null {
  const pieces: Buffer[] = [];
  for (const { bytes: line, next } of lines) {
    if (line.equals(END)) return { bytes: Buffer.concat(pieces), end: next };
    const piece = decodedLine(line);
    if (piece === null) return null;
    pieces.push(piece);
  }
  return null;
}

const END = Buffer.from('end');
const END_OF_BASE64 = Buffer.from('====');

function fromBase64(lines: Iterable<Line>): FoundBytes | null {
  const pieces: string[] = [];
  for (const { bytes: line, next } of lines) {
    if (line.equals(END_OF_BASE64)) return { bytes: Buffer.from(pieces.join(''), 'base64'), end: next };
    const text = line.toString('latin1');
    if (!/^[\w+/]*={0,2}\s*$/.test(text)) return null;
    pieces.push(text);
  }
  return null;
}

/** Servers take spaces away at the end of a line, and programs write more characters than the line needs. */
function decodedLine(line: Buffer): Buffer | null {
  for (const byte of line) if (byte < FIRST || byte > LAST) return null;
  const size = sixBits(line[0]);
  if (line.length - 1 > Math.ceil((size * 4) / 3) + 4) return null;
  const bytes = Buffer.allocUnsafe(3 * Math.ceil(size / 3));
  for (let [from, to] = [1, 0]; to < size; from += 4, to += 3) {
    const [a, b, c] = [sixBits(line[from]), sixBits(line[from + 1]), sixBits(line[from + 2])];
    bytes[to] = (a << 2) | (b >> 4);
    bytes[to + 1] = (b << 4) | (c >> 2);
    bytes[to + 2] = (c << 6) | sixBits(line[from + 3]);
  }
  return bytes.subarray(0, size);
}

function sixBits(byte = FIRST): number {
  return (byte - FIRST) & 63;
}
