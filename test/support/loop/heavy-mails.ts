import { randomBytes, randomUUID } from 'node:crypto';
import { ACCENTED_WORDS, AGENT, html, LONG_LINE, MANY, TABLES, type HeavyWork } from './heavy.js';

const MEBIBYTE = 1024 * 1024;

type Headers = Readonly<Record<string, string>>;

/** A mail that comes for the first time, from a sender of its own. */
function mail(headers: Headers, body: string | Buffer): Buffer {
  const id = randomUUID();
  const all = {
    ...{ From: `Jane <jane-${id}@customer.example>`, To: 'support@acme.example', Subject: 'Heavy' },
    ...{ 'Message-ID': `<${id}@customer.example>`, 'MIME-Version': '1.0' },
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${lines.join('')}\r\n`), Buffer.from(body)]);
}

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
const MIXED = { 'Content-Type': 'multipart/mixed; boundary=x' };
const part = (headers: string, body: string): string => `--x\r\n${headers}\r\n\r\n${body}\r\n`;
const TEXT = part('Content-Type: text/plain', 'See the file.');
const FILE =
  'Content-Type: application/octet-stream; name="file"\r\nContent-Disposition: attachment; filename="file"';

/** A mail of `mebibytes` with this many files of random bytes. */
function withFiles(files: number, mebibytes: number): Buffer {
  const encoded = Math.floor((mebibytes * MEBIBYTE) / files);
  const one = (): string => randomBytes(Math.floor((encoded * 3) / 4 / 1.03)).toString('base64').replace(/.{76}/g, '$&\r\n'); // prettier-ignore
  const file = (): string => part(`${FILE}\r\nContent-Transfer-Encoding: base64`, one());
  return mail(MIXED, `${TEXT + Array.from({ length: files }, file).join('')}--x--\r\n`);
}

/** Many recipients. The addresses differ from mail to mail, so that none is known. */
function recipients(count: number, domain: (index: number) => string): string {
  const tag = randomUUID().slice(0, 8);
  return Array.from({ length: count }, (_, index) => `p${index}-${tag}@${domain(index)}`).join(',\r\n ');
}
const elsewhere = (): string => 'people.example';
const blocked = (index: number): string => `spam${index % 1_000}.example`;
const international = (index: number): string => `bücher${index % 1_000}.example`;
const toMany = (domain: (index: number) => string): Buffer =>
  mail({ To: recipients(1_000, domain), Cc: recipients(1_000, domain) }, 'Hello');

const mails: Readonly<Record<string, () => Buffer>> = {
  'a mail of 24 MiB with one file': () => withFiles(1, 24),
  'a mail of 24 MiB with three files': () => withFiles(3, 24),
  'a mail of 12 MiB with two files': () => withFiles(2, 12),
  'a mail of 4 MiB with 20 files': () => withFiles(20, 4),
  'a mail with 900 small files': () => withFiles(900, 1),
  'a mail of 9 MiB of words': () => mail({}, 'A line of words.\r\n'.repeat(9 * 58_000)),
  'a mail of 24 MiB of words': () => mail({}, 'A line of words.\r\n'.repeat(24 * 58_000)),
  'a mail of accented words': () => mail({}, ACCENTED_WORDS),
  'a mail of one long word': () => mail({}, 'é'.repeat(MEBIBYTE)),
  'a mail of empty lines': () => mail({}, '\r\n'.repeat(MEBIBYTE)),
  'a mail of quotations': () => mail({}, '> a\r\n'.repeat(200_000)),
  'a mail of deep quotations': () => mail({}, `${'>'.repeat(1_000)} a\r\n`.repeat(1_000)),
  'a mail of angles': () => mail({}, '<'.repeat(MEBIBYTE)),
  'a mail of HTML with 20,000 open tags': () => mail(HTML, MANY.open),
  'a mail of HTML with 50,000 tags': () => mail(HTML, '<b>x</b>'.repeat(25_000)),
  'a mail of HTML with nested tables': () => mail(HTML, TABLES),
  'a mail of HTML with links': () => mail(HTML, MANY.links),
  'a mail of HTML with pictures': () => mail(HTML, MANY.pictures),
  'a mail of HTML with long words': () => mail(HTML, html(ACCENTED_WORDS)),
  'a mail to 2,000 people': () => toMany(elsewhere),
  'a mail to 2,000 people of blocked domains': () => toMany(blocked),
  'a mail to 2,000 people of international domains': () => toMany(international),
  'a mail from 1,000 people': () => mail({ From: recipients(1_000, international) }, 'Hello'),
  'a mail with a long subject': () => mail({ Subject: LONG_LINE }, 'Hello'),
  'a mail with many references': () =>
    mail({ References: Array.from({ length: 5_000 }, (_, index) => `<${index}@x.example>`).join('\r\n ') }, 'Hello'), // prettier-ignore
  'a mail with 400 KiB of headers': () =>
    mail(
      Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`X-${index}`, 'x'.repeat(90)])),
      'Hello',
    ),
  'a mail of a member to a ticket': () => mail({ From: AGENT, Subject: '[#1] Heavy' }, ACCENTED_WORDS),
};

/** Mails as strangers can send them. */
export const HEAVY_MAILS: readonly HeavyWork[] = Object.entries(mails).map(([name, made]) => ({
  name,
  requests: () => [
    { method: 'POST', path: '/inbound-emails', type: 'message/rfc822', body: made(), status: [201] },
  ],
}));
