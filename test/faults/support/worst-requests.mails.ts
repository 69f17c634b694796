import { bodies, filled, MIB, times, type Wanted } from './worst-request.parts.js';

const HEADERS = [
  ...['From: a@customer.example', 'To: support@faults.example', 'Date: Tue, 24 Nov 2026 12:00:00 +0000'],
  ...['MIME-Version: 1.0', ''],
].join('\r\n');
const PARTS = 'Content-Type: multipart/mixed; boundary="x"\r\n\r\n';
const HTML = 'Content-Type: text/html; charset=utf-8\r\n\r\n';
const PLAIN = 'Content-Type: text/plain\r\n\r\nHello\r\n';

/** The service reads the headers of a large mail itself. */
const large = (word: string): string => `${PLAIN}${filled(`${word}\r\n`, 100 * 1024)}`;

const partAt = (depth: number): string =>
  `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n`;

/** Mails that take the longest to read. All are taken, whatever becomes of them. */
const MAILS: readonly (readonly [name: string, rest: string])[] = [
  ['100,000 parts', `${PARTS}${filled('--x\r\n\r\na\r\n', 100_000 * 10)}--x--\r\n`],
  ['parts 10,000 deep', `${times(10_000, partAt).join('')}${PLAIN}`],
  ['a header of 2 MiB', `X-Long: ${'a'.repeat(2 * MIB)}\r\n${PLAIN}`],
  ['100,000 headers', `${times(100_000, (at) => `X-${at}: a\r\n`).join('')}${PLAIN}`],
  ['350,000 short headers', `${filled('a:\r\n', 350_000 * 4)}${PLAIN}`],
  ['100,000 References', `References: ${times(100_000, (at) => `<${at}@a.example>`).join('\r\n ')}\r\n${PLAIN}`],
  ['100,000 addresses', `Cc: ${times(100_000, (at) => `a${at}@a.example`).join(',\r\n ')}\r\n${PLAIN}`],
  ['24 MiB of <', `${HTML}${'<'.repeat(24 * MIB)}`],
  ['24 MiB of <b>', `${HTML}${filled('<b>', 24 * MIB)}`],
  ['24 MiB of quotes', `Content-Type: text/plain\r\n\r\n${filled('> ', 24 * MIB)}`],
  ['blanks in the Return-Path of a large mail', `Return-Path: <${' '.repeat(15_000)}x\r\n${large('blanks')}`],
  ['unknown charsets in the subject of a large mail', `Subject: ${filled('=?x?q??==?y?q??=', 15_000)}\r\n${large('subject')}`],
  ['unknown charsets in the sender of a large mail', `Sender: ${filled('=?x?q??==?y?q??=', 15_000)}\r\n${large('sender')}`],
  ['comments without an end in the sender of a large mail', `Sender: (${filled('\\(', 15_000)}\r\n${large('comments')}`],
  ['24 MiB of encoded words', `Subject: ${filled('=?utf-8?q?a?= ', 24 * MIB)}\r\n${PLAIN}`],
]; // prettier-ignore

export const BRINGS = { 'Content-Type': 'message/rfc822' };

/** A mail that waits for a person. */
export const SUSPENDED_MAIL = `${HEADERS}X-Spam-Flag: YES\r\n${PLAIN}`;

/** Those of mail in. */
export const inboundEmails: Readonly<Record<string, readonly Wanted[]>> = {
  'post /api/external/v2/inbound-emails': [
    ...MAILS.map(([name, rest]) => ({ name, body: HEADERS + rest, headers: BRINGS, status: 201 })),
    {
      name: 'more than 25 MB',
      body: 'x'.repeat(26 * MIB),
      headers: { ...BRINGS, Connection: 'close' },
      status: 413,
    },
    { name: 'JSON', body: { from: 'a@customer.example' }, status: 415 },
  ],
  'get /api/external/v2/inbound-emails': [
    { name: 'last page', query: 'page_number=999999999&page_size=100', status: 200 },
    { name: 'repeated parameters', query: filled('state=suspended&', 12_000), status: 422 },
  ],
  'post /api/external/v2/inbound-emails/:inbound_email_id/release': [
    ...bodies('as'),
    { name: 'a ticket of 1 MiB', body: { ticket: 'é'.repeat(MIB / 2 - 30) }, status: 422 },
  ],
};
