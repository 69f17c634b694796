import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/** Names that programs write and `TextDecoder` does not know. */
const ALIASES: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  ks_c_5601: 'euc-kr',
  uhc: 'euc-kr',
  cp950: 'big5',
  cp874: 'windows-874',
  eucjp: 'euc-jp',
  cp51932: 'euc-jp',
  'iso-2022-jp-1': 'iso-2022-jp',
  'iso-2022-jp-2': 'iso-2022-jp',
  'iso-2022-jp-ms': 'iso-2022-jp',
  cp50220: 'iso-2022-jp',
  cp50221: 'iso-2022-jp',
};

/** Programs that know no charset write this name into the header, whatever the words are. */
const SAYS_NOTHING = /^(?:|us-ascii|ascii|ansi_x3\.4-196[68]|default|unknown.*|x-unknown)$/;

/** Decodes words. When the charset is not known, they are UTF-8 if they can be, and else Windows-1252: never an error. */
export function decoded(bytes: Uint8Array, charset = ''): string {
  const name = charset.trim().toLowerCase();
  if (/^(?:unicode-1-1-)?utf-?7$/.test(name)) return utf7(Buffer.from(bytes).toString('latin1'));
  return repaired(decoderOf(name, bytes).decode(bytes));
}

function decoderOf(name: string, bytes: Uint8Array): TextDecoder {
  const label = SAYS_NOTHING.test(name) ? '' : (ALIASES[name] ?? ALIASES[name.replace(/^x-/, '')] ?? name);
  for (const one of [label, label.replace(/^x-|^cs/, ''), label.replace(/^cp-?/, 'windows-')]) {
    try {
      if (one !== '') return new TextDecoder(one);
    } catch {
      // The next spelling may be known.
    }
  }
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252');
}

/** Windows-1252 has these characters from 0x80 to 0x9F. Node's decoder, and senders who say ISO-8859-1, make control characters of them. */
const IN_WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function repaired(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (control) => IN_WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80));
}

/** Decodes UTF-7 (RFC 2152). */
function utf7(text: string): string {
  return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_whole, base64: string) => {
    if (base64 === '') return '+';
    const bytes = Buffer.from(base64, 'base64');
    return bytes
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le');
  });
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
