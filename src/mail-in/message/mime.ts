import { isUtf8 } from 'node:buffer';
import { MEBIBYTE } from '../../kernel/text.js';
import { decoded, decodedWords, fromBase64, fromQuotedPrintable } from './charsets.js';
import { fileFrom } from './uuencoded.js';

/** No program writes mails for people that have more. Such a mail is refused. */
const MOST_PARTS = 1_000;
const MOST_DEPTH = 50;
const MOST_HEADER_BYTES = MEBIBYTE / 2;
const MOST_PARAMETERS_LENGTH = 8_000;
const MOST_BOUNDARY_LENGTH = 200;

const LINE_FEED = 10;

export interface Field {
  /** In lower case. */
  readonly name: string;
  /** In one line, and not decoded. */
  readonly value: string;
}

/** A part of a mail (RFC 2045): words, a file, or other parts. */
export interface MimePart {
  readonly fields: readonly Field[];
  /** The media type in lower case, such as `text/plain`. */
  readonly type: string;
  readonly isFlowed: boolean;
  /** Whether the space at the end of a line that goes on is no part of the words (RFC 3676, section 4.1). */
  readonly deletesSpaces: boolean;
  readonly charset: string;
  readonly isAttachment: boolean;
  readonly filename: string | null;
  readonly contentId: string | null;
  readonly parts: readonly MimePart[];
  /** Decodes the content. */
  readonly bytes: () => Uint8Array;
}

/**
 * Divides a mail into its parts. The parts are views of its bytes, so a mail needs little more memory than itself. A header that names no
 * charset and is not UTF-8 is read in the charset `likely`.
 * @throws when it has too many parts, or too long headers
 */
export function mimeParts(bytes: Buffer, likely = ''): MimePart {
  const left = { parts: MOST_PARTS, headerBytes: MOST_HEADER_BYTES };
  const read = (bytesOfPart: Buffer, depth: number, defaultType: string): MimePart => {
    left.parts -= 1;
    const { header, body } = divided(bytesOfPart, left.headerBytes);
    left.headerBytes -= header.length;
    if (left.parts < 0 || depth > MOST_DEPTH) throw new Error('The mail has too many parts.');
    const fields = fieldsOf(header, likely);
    const { type, parameters } = typeOf(fields, defaultType);
    const boundary = type.startsWith('multipart/') ? (parameters.get('boundary') ?? '') : '';
    const contents = contentsBetween(body, boundary, left.parts);
    const encoding = valueOf(fields, 'content-transfer-encoding');
    const typeOfParts = type === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
    // Parts without a boundary are text.
    const part = partOf(
      fields,
      type.startsWith('multipart/') && contents.length === 0 ? 'text/plain' : type,
      parameters,
    );
    return {
      ...part,
      filename: part.filename ?? (UUENCODE.test(encoding) ? (fileFrom(body, 0)?.filename ?? null) : null),
      parts: contents.map((content) => read(content, depth + 1, typeOfParts)),
      bytes: () => decodedBody(body, encoding),
    };
  };
  return read(bytes, 0, 'text/plain');
}

function partOf(
  fields: readonly Field[],
  type: string,
  parameters: ReadonlyMap<string, string>,
): Omit<MimePart, 'parts' | 'bytes'> {
  const disposition = valueOf(fields, 'content-disposition');
  // Some programs write a name without letters, also to words.
  const names = [parametersOf(disposition).get('filename'), parameters.get('name')];
  const filename = names.find((name) => name !== undefined && name.trim() !== '') ?? null;
  const [, contentId = null] = /^\s*<?([^<>\s]+)>?\s*$/.exec(valueOf(fields, 'content-id')) ?? [];
  return {
    ...{ fields, type, filename, contentId },
    charset: /^[^\s(]*/.exec(parameters.get('charset') ?? '')?.[0] ?? '',
    isFlowed: parameters.get('format')?.toLowerCase() === 'flowed',
    deletesSpaces: parameters.get('delsp')?.toLowerCase() === 'yes',
    isAttachment: /^\s*attachment\b/i.test(disposition),
  };
}

/** Divides a part at its first empty line. */
function divided(part: Buffer, mostHeaderBytes: number): { readonly header: Buffer; readonly body: Buffer } {
  let start = 0;
  while (start < part.length) {
    const end = part.indexOf(LINE_FEED, start);
    const next = end === -1 ? part.length : end + 1;
    if (start > mostHeaderBytes || next - start > mostHeaderBytes)
      throw new Error('The mail has a header that is too long.');
    if (endsHeader(part, start, next)) return { header: part.subarray(0, start), body: part.subarray(next) };
    start = next;
  }
  return { header: part, body: part.subarray(part.length) };
}

const MOST_BLANKS = 100;
const MOST_NAME_LENGTH = 100;

/** A line of blanks continues a field (RFC 5322, section 4.2). When words follow, it is the empty line, and a program has put blanks into it. */
function endsHeader(part: Buffer, start: number, next: number): boolean {
  const line = part.toString('latin1', start, Math.min(next, start + MOST_BLANKS));
  if (!/^[ \t]*\r?\n$/.test(line)) return false;
  const following = part.toString('latin1', next, next + MOST_NAME_LENGTH);
  return /^\r?\n$/.test(line) || !/^(?:\s|$|[!-9;-~]+[ \t]*:)/.test(following);
}

/** Reads the fields of a header. Blanks before the first one continue nothing, so it is a field, too. */
function fieldsOf(header: Buffer, likely: string): Field[] {
  return header
    .toString('latin1')
    .replace(/^[ \t]+/, '')
    .split(/\r?\n(?![ \t])/)
    .map((line) => /^([!-9;-~]+)[ \t]*:([^]*)$/.exec(line))
    .filter((found) => found !== null)
    .map(([, name = '', value = '']) => ({ name: name.toLowerCase(), value: inOneLine(value, likely) }));
}

/** Mail programs may write UTF-8 into headers, and old ones write what their machine has. */
function inOneLine(value: string, likely: string): string {
  const line = value
    .replace(/\r?\n/g, '')
    .replace(/[\r\n]/g, ' ')
    .trim();
  return /^[^\x1b\x80-\xff]*$/.test(line) ? line : decoded(Buffer.from(line, 'latin1'), '', likely);
}

function valueOf(fields: readonly Field[], name: string): string {
  return fields.find((field) => field.name === name)?.value ?? '';
}

function typeOf(
  fields: readonly Field[],
  defaultType: string,
): { readonly type: string; readonly parameters: ReadonlyMap<string, string> } {
  const value = valueOf(fields, 'content-type');
  const type = /^[^\s;(]+\/[^\s;(]+/.exec(value)?.[0].toLowerCase() ?? defaultType;
  return { type, parameters: parametersOf(value) };
}

/** Reads `; name=value`, and values in several pieces or in a charset (RFC 2231). The first of a name counts. */
function parametersOf(value: string): ReadonlyMap<string, string> {
  const plain = new Map<string, string>();
  const pieces = new Map<string, Map<number, { readonly text: string; readonly isEncoded: boolean }>>();
  const text = value.slice(0, MOST_PARAMETERS_LENGTH);
  for (const found of text.matchAll(
    /;\s*([^\s=;*"]+)(?:\*(\d{1,3}))?(\*)?\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g,
  )) {
    const [, name = '', place, star, quoted, token = ''] = found;
    const content = quoted?.replace(/\\(["\\])/g, '$1') ?? token.trim();
    const key = name.toLowerCase();
    if (place === undefined && star === undefined) {
      if (!plain.has(key)) plain.set(key, decodedWords(content));
      continue;
    }
    const places = pieces.get(key) ?? new Map<number, never>();
    pieces.set(key, places);
    places.set(Number(place ?? 0), { text: content, isEncoded: star !== undefined });
  }
  for (const [name, places] of pieces) plain.set(name, joinedPieces([...places].sort(([a], [b]) => a - b)));
  return plain;
}

function joinedPieces(
  places: readonly (readonly [number, { readonly text: string; readonly isEncoded: boolean }])[],
): string {
  let charset = 'utf-8';
  const bytes = places.map(([place, { text, isEncoded }]) => {
    if (!isEncoded) return Buffer.from(text);
    const [, named, encoded = text] = (place === 0 && /^([^']*)'[^']*'(.*)$/s.exec(text)) || [];
    charset = named === undefined || named === '' ? charset : named;
    const unescaped = encoded.replace(/%([0-9a-f]{2})/gi, (_whole, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    );
    return Buffer.from(unescaped, 'latin1');
  });
  return decoded(Buffer.concat(bytes), charset);
}

/** Lists what is between the lines of a boundary. */
function contentsBetween(body: Buffer, boundary: string, most: number): Buffer[] {
  const mark = Buffer.from(`--${boundary}`, isUtf8(Buffer.from(boundary)) ? 'utf8' : 'latin1');
  const contents: Buffer[] = [];
  if (boundary === '' || boundary.length > MOST_BOUNDARY_LENGTH) return contents;
  let start = -1;
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) {
    if (at > 0 && body[at - 1] !== LINE_FEED) continue;
    const lineEnd = body.indexOf(LINE_FEED, at);
    const rest = body.toString(
      'latin1',
      at + mark.length,
      Math.min(lineEnd === -1 ? body.length : lineEnd, at + mark.length + 200),
    );
    if (!/^(?:--)?\s*$/.test(rest) && !rest.startsWith('--')) continue;
    if (start !== -1) contents.push(body.subarray(start, endBefore(body, at, start)));
    if (contents.length > most) throw new Error('The mail has too many parts.');
    if (rest.startsWith('--') || lineEnd === -1) return contents;
    start = lineEnd + 1;
  }
  if (start !== -1) contents.push(body.subarray(start));
  return contents;
}

/** The end of the line before a boundary belongs to the boundary. */
function endBefore(body: Buffer, at: number, start: number): number {
  const before = at - 1;
  return Math.max(start, body[before - 1] === 13 ? before - 1 : before);
}

const UUENCODE = /\b(?:uuencode|uue)\b/i;

function decodedBody(body: Buffer, encoding: string): Uint8Array {
  if (UUENCODE.test(encoding)) return fileFrom(body, 0)?.bytes ?? body;
  if (/\bbase64\b/i.test(encoding)) return fromBase64(body.toString('latin1'));
  return /\bquoted-printable\b/i.test(encoding) ? fromQuotedPrintable(body) : body;
}
