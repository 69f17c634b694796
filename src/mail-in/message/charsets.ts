import iconv from 'iconv-lite';
import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { BoundedCache } from '../../kernel/bounded-cache.js';

/** Names that programs write and no table has. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['cp932', 'shift_jis'],
  ['cp936', 'gbk'],
  ['cp949', 'euc-kr'],
  ['ks_c_5601', 'euc-kr'],
  ['uhc', 'euc-kr'],
  ['cp950', 'big5'],
  ['cp874', 'windows-874'],
  ['eucjp', 'euc-jp'],
  ['cp51932', 'euc-jp'],
  ['iso-2022-jp-1', 'iso-2022-jp'],
  ['iso-2022-jp-2', 'iso-2022-jp'],
  ['iso-2022-jp-ms', 'iso-2022-jp'],
  ['cp50220', 'iso-2022-jp'],
  ['cp50221', 'iso-2022-jp'],
  ['cp50225', 'iso-2022-kr'],
  ['iso-2022-cn-ext', 'iso-2022-cn'],
  ['hz-gb2312', 'hz-gb-2312'],
  ['hz', 'hz-gb-2312'],
  ['mac-ce', 'maccenteuro'],
  ['mac-centraleurroman', 'maccenteuro'],
  ['mac-romanian', 'macromania'],
  ['mac-icelandic', 'maciceland'],
  ['mac-ukrainian', 'macukraine'],
  ['pc-multilingual-850+euro', 'cp858'],
  ['cspc850multilingual', 'cp850'],
]);

/** Programs that know no charset write this name into the header, whatever the words are. */
const SAYS_NOTHING = /^(?:|us-ascii|ascii|ansi_x3\.4-196[68]|default|unknown.*|x-unknown|8bit|binary)$/;

/** These are no charsets: iconv-lite writes bytes with them. */
const NO_CHARSETS = /^(?:base64|hex|binary|internal)$/;

type Decode = (bytes: Uint8Array) => string;

/**
 * Decodes words, and never fails. When the charset is not known, they are what their bytes say, or UTF-8 if they can be, and else `likely`
 * or Windows-1252.
 */
export function decoded(bytes: Uint8Array, charset = '', likely = ''): string {
  const named = /^utf-?8$/i.test(charset) && hasNoUtf8(bytes) ? null : decoderOf(charset);
  const decode = named ?? decoderOf(guessOf(bytes)) ?? decoderOf(likely) ?? WINDOWS_1252;
  return repaired(decode(bytes));
}

/** Tells whether the name of a charset says how to read words. */
export function isKnownCharset(charset: string): boolean {
  return decoderOf(charset) !== null;
}

const WINDOWS_1252: Decode = (bytes) => new TextDecoder('windows-1252').decode(bytes);

/** The last names of charsets, unknown ones too: to find out that nobody knows a name takes long. */
const FOUND = new BoundedCache<{ readonly decode: Decode | null }>({ capacity: 64 });
const MOST_NAME_LENGTH = 100;

function decoderOf(charset: string): Decode | null {
  const name = charset.trim().toLowerCase();
  const known = FOUND.get(name);
  if (known !== null) return known.decode;
  const decode = decoderNamed(name);
  if (name.length <= MOST_NAME_LENGTH) FOUND.set(name, { decode });
  return decode;
}

function decoderNamed(name: string): Decode | null {
  if (SAYS_NOTHING.test(name)) return null;
  const label = ALIASES.get(name) ?? ALIASES.get(name.replace(/^x-/, '')) ?? name;
  const inSevenBits = IN_SEVEN_BITS.get(label);
  if (inSevenBits) return (bytes) => inSevenBits(Buffer.from(bytes).toString('latin1'));
  for (const one of new Set([label, label.replace(/^x-|^cs/, ''), label.replace(/^cp-?/, 'windows-')])) {
    try {
      const decoder = new TextDecoder(one);
      return (bytes) => decoder.decode(bytes);
    } catch {
      // The next spelling may be known.
    }
    if (!NO_CHARSETS.test(one) && iconv.encodingExists(one)) return (bytes) => iconv.decode(bytes, one);
  }
  return null;
}

/** Charsets of two bytes, written in bytes without their eighth bit. Neither Node.js nor iconv-lite reads them. */
const IN_SEVEN_BITS: ReadonlyMap<string, (text: string) => string> = new Map([
  // RFC 1557 and RFC 1922: a shift-out begins the letters, a shift-in or the end of the line ends them.
  ['iso-2022-kr', (text: string) => betweenShifts(text, 'euc-kr')],
  ['iso-2022-cn', (text: string) => betweenShifts(text, 'gbk')],
  // RFC 1843.
  [
    'hz-gb-2312',
    (text: string) =>
      withEighthBits(text.replace(/~\n/g, ''), /~\{((?:[!-w][!-~])*)(?:~\})?/g, 'gbk').replaceAll('~~', '~'),
  ],
]);

function betweenShifts(text: string, charset: string): string {
  return withEighthBits(text.replace(/\x1b\$[)*+][A-Z]/g, ''), /\x0e([^\x0f\n]*)\x0f?/g, charset);
}

function withEighthBits(text: string, letters: RegExp, charset: string): string {
  const decoder = new TextDecoder(charset);
  return text.replace(letters, (_whole, found: string) =>
    decoder.decode(Buffer.from(found, 'latin1').map((byte) => byte | 0x80)),
  );
}

/** Charsets that name themselves in their bytes, and are plain ASCII otherwise. */
const ESCAPES = { '\x1b$B': 'iso-2022-jp', '\x1b$@': 'iso-2022-jp', '\x1b$)C': 'iso-2022-kr' } as const;

function guessOf(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) return isMostlyUtf8(bytes) ? 'utf-8' : '';
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return Object.entries(ESCAPES).find(([escape]) => buffer.includes(escape))?.[1] ?? 'utf-8';
}

const MOST_BYTES_OF_SAMPLE = 64 * 1024;
/** By chance, letters of other charsets look like UTF-8, but never as many as these. */
const LETTERS_FOR_DAMAGE = 4;

/** Programs cut texts in the middle of a letter. One such letter does not change the charset of the others. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, MOST_BYTES_OF_SAMPLE));
  const damaged = text.match(/\ufffd/g)?.length ?? 0;
  const letters = text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0;
  return letters >= LETTERS_FOR_DAMAGE * damaged;
}

/** Tells whether a program has named UTF-8 and then written another charset: no letter is UTF-8. A letter that is cut at the end does not count. */
function hasNoUtf8(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) return false;
  const text = new TextDecoder().decode(bytes, { stream: true });
  return text.includes('\ufffd') && /^[\0-\x7f\ufffd]*$/.test(text);
}

const MOST_BYTES_BEFORE_META = 1024;
const META = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([^\s"'/;>]+)/i;

/** Tells the charset of words as browsers do: by their first bytes, by their header, and for HTML by its `<meta>`. */
export function charsetOf(
  { type, charset }: { readonly type: string; readonly charset: string },
  bytes: Uint8Array,
): string {
  const beginning = Buffer.from(bytes.subarray(0, MOST_BYTES_BEFORE_META)).toString('latin1');
  const mark = MARKS.find(([start]) => beginning.startsWith(start))?.[1];
  if (mark !== undefined || type !== 'text/html' || isKnownCharset(charset)) return mark ?? charset;
  const named = META.exec(beginning.replace(/<!--[^]*?-->/g, ''))?.[1] ?? charset;
  // A `<meta>` that can be read is not in UTF-16.
  return /^utf-?16/i.test(named) ? 'utf-8' : named;
}

const MARKS = [
  ['\xef\xbb\xbf', 'utf-8'],
  ['\xff\xfe', 'utf-16le'],
  ['\xfe\xff', 'utf-16be'],
] as const;

/** Windows-1252 has these characters from 0x80 to 0x9F. Node's decoder, and senders who say ISO-8859-1, make control characters of them. */
const IN_WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function repaired(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (control) => IN_WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80));
}

const [EQUALS, LINE_FEED, CARRIAGE_RETURN, SPACE, TAB] = [61, 10, 13, 32, 9];

/** Decodes quoted-printable (RFC 2045, section 6.7). What is no code stays as it is. */
export function fromQuotedPrintable(bytes: Uint8Array): Buffer {
  const written = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const code = byte === EQUALS ? codeAt(bytes, at + 1) : -1;
    const next = byte === EQUALS && code === -1 ? lineEndAfter(bytes, at) : -1;
    if (next !== -1) at = next;
    else written[length++] = code === -1 ? byte : code;
    if (code !== -1) at += 2;
  }
  return written.subarray(0, length);
}

function codeAt(bytes: Uint8Array, at: number): number {
  const [high, low] = [hexadecimal(bytes[at]), hexadecimal(bytes[at + 1])];
  return high === -1 || low === -1 ? -1 : high * 16 + low;
}

function hexadecimal(byte = 0): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** A line that goes on ends with `=`, and perhaps with spaces that a server has added. */
function lineEndAfter(bytes: Uint8Array, equals: number): number {
  let at = equals + 1;
  while ([SPACE, TAB, CARRIAGE_RETURN].includes(bytes[at] ?? 0)) at++;
  return (bytes[at] ?? LINE_FEED) === LINE_FEED ? at : -1;
}

const MORE_BASE64 = /^=+\s*[A-Za-z0-9+/][A-Za-z0-9+/=\s]*$/;

/** Decodes base64. Some programs encode each piece of a file for itself, so that `=` stands inside, too. What else stands below was added on the way. */
export function fromBase64(text: string): Buffer {
  const padding = text.indexOf('=');
  if (padding === -1 || !MORE_BASE64.test(text.slice(padding))) return Buffer.from(text, 'base64');
  const written = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (const [piece] of text.matchAll(/[^=]+/g)) length += written.write(piece, length, 'base64');
  return written.subarray(0, length);
}

const WORD = /=\?([^?\s*]+)(?:\*[^?\s]*)?\?([bq])\?([^?]*)\?=/gi;
const BETWEEN_WORDS = /(=\?[^?\s]+\?[bq]\?[^?]*\?=)[ \t\r\n]+(?==\?[^?\s]+\?[bq]\?[^?]*\?=)/gi;

interface Word {
  readonly at: number;
  readonly end: number;
  readonly charset: string;
  readonly bytes: Buffer;
}

/** Decodes the encoded words of a header (RFC 2047). Many programs divide a character between two words of one charset. */
export function decodedWords(value: string): string {
  const text = value.replace(BETWEEN_WORDS, '$1');
  let [decodedText, from] = ['', 0];
  let open: Word[] = [];
  const close = (): void => {
    decodedText += wordsDecoded(open);
    open = [];
  };
  for (const match of text.matchAll(WORD)) {
    const [whole, charset = '', encoding = '', encoded = ''] = match;
    const last = open.at(-1);
    if (last?.end !== match.index || last.charset !== charset.toLowerCase()) {
      close();
      decodedText += text.slice(from, match.index);
    }
    from = match.index + whole.length;
    open.push({
      at: match.index,
      end: from,
      charset: charset.toLowerCase(),
      bytes: bytesOf(encoding, encoded),
    });
  }
  close();
  return decodedText + text.slice(from);
}

function wordsDecoded(words: readonly Word[]): string {
  const [first] = words;
  if (first === undefined) return '';
  const together = decoded(Buffer.concat(words.map(({ bytes }) => bytes)), first.charset);
  if (!together.includes('\ufffd')) return together;
  return words.map(({ bytes }) => decoded(bytes, first.charset)).join('');
}

function bytesOf(encoding: string, encoded: string): Buffer {
  if (encoding.toLowerCase() === 'b') return Buffer.from(encoded, 'base64');
  const isLatin1 = /^[\0-\xff]*$/.test(encoded);
  return fromQuotedPrintable(Buffer.from(encoded.replaceAll('_', ' '), isLatin1 ? 'latin1' : 'utf8'));
}
