import { randomBytes, randomInt, randomUUID } from 'node:crypto';
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
const han = (length: number, seed: number): string => Array.from({ length }, (_, at) => String.fromCharCode(0x4e00 + (((seed + at) * 7_919) % 20_000))).join(''); // prettier-ignore
const long = (index: number): string => han(990, index);
/** No label of a domain can be as long as this one is in ASCII. */
const ofNobody = (): string => `${han(62, randomInt(20_000))}.${han(18, randomInt(20_000))}.de`;
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
  'a mail to people of long domains': () =>
    mail({ To: recipients(80, long), Cc: recipients(80, (index) => long(index + 80)) }, 'Hello'),
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
  'a mail to 1,200 people of domains of nobody': () =>
    mail({ To: recipients(600, ofNobody), Cc: recipients(600, ofNobody) }, 'Hello'),
  'a mail from 600 people of domains of nobody': () =>
    mail({ From: recipients(600, ofNobody), 'Delivered-To': recipients(600, ofNobody) }, 'Hello'),
};

/** A part in parts in parts. */
function nested(depth: number, inside: string): string {
  if (depth === 0) return part('Content-Type: text/plain', inside).replace('--x\r\n', '');
  const mark = `b${depth}`;
  return `Content-Type: multipart/mixed; boundary=${mark}\r\n\r\n--${mark}\r\n${nested(depth - 1, inside)}\r\n--${mark}--\r\n`;
}

const REPORT = { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=x' };
const report = (recipients: number): Buffer =>
  mail(
    { ...REPORT, From: 'MAILER-DAEMON@mx.example', 'Return-Path': '<>' },
    `${TEXT}${part('Content-Type: message/delivery-status', `Reporting-MTA: dns; mx.example\r\n\r\n${Array.from({ length: recipients }, (_, index) => `Final-Recipient: rfc822; p${index}@x.example\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; ${'550 no '.repeat(40)}\r\n`).join('\r\n')}`)}--x--\r\n`,
  );
const UUENCODED = `begin 644 a\r\n${`M${'A'.repeat(60)}\r\n`.repeat(60_000)}\`\r\nend\r\n`;

/** Mails of shapes that no program writes. */
const odd: Readonly<Record<string, () => Buffer>> = {
  'a mail of five files in uuencode': () => mail({}, UUENCODED.repeat(5)),
  'a mail of beginnings of files': () => mail({}, 'begin 644 a\r\n'.repeat(300_000)),
  'a mail in quoted-printable': () =>
    mail({ 'Content-Transfer-Encoding': 'quoted-printable' }, '=C3=A9=\r\n'.repeat(700_000)),
  'a mail in base64 of nonsense': () =>
    mail({ 'Content-Transfer-Encoding': 'base64' }, '$$$='.repeat(2_000_000)),
  'a mail of parts in parts': () =>
    Buffer.from(`From: a-${randomUUID()}@x.example\r\n${nested(45, 'x'.repeat(9 * MEBIBYTE))}`),
  'a mail of boundaries': () => mail(MIXED, '--x\r\n'.repeat(999)),
  'a mail of lines that are nearly boundaries': () => mail(MIXED, '--xy\r\n'.repeat(2_000_000)),
  'a mail of quotations of a mail program': () => mail(HTML, '<div class="gmail_quote">'.repeat(20_000)),
  'a mail of lines that go on': () =>
    mail({ 'Content-Type': 'text/plain; format=flowed; delsp=yes' }, '> a \r\n'.repeat(300_000)),
  'a mail of one paragraph': () =>
    mail({ 'Content-Type': 'text/plain; format=flowed; delsp=yes' }, 'a \r\n'.repeat(600_000)),
  'a mail of a quotation without an end': () =>
    mail(HTML, `<div class="gmail_quote"><blockquote ${'type=cite '.repeat(100_000)}</div>`),
  'a mail of encoded words': () => mail({ Subject: '=?utf-8?q?a?= '.repeat(20_000).trim() }, 'Hello'),
  'a mail of encoded words that are none': () => mail({ Subject: '=?utf-8?q?'.repeat(20_000) }, 'Hello'),
  'a mail of brackets in From': () => mail({ From: '('.repeat(15_000) }, 'x'.repeat(70_000)),
  'a mail of groups in From': () => mail({ From: 'a:'.repeat(7_000) }, 'x'.repeat(70_000)),
  'a mail of quotation marks in From': () => mail({ From: '"\\'.repeat(5_000) }, 'x'.repeat(70_000)),
  'a mail of parameters without an end': () =>
    mail({ 'Content-Type': `text/plain${';a="\\"'.repeat(1_300)}` }, 'x'.repeat(70_000)),
  'a mail with results of servers': () =>
    mail({ 'Authentication-Results': `mx.example${'; dmarc=pass (x'.repeat(1_000)}` }, 'x'.repeat(70_000)),
  'a report of 20,000 recipients': () => report(20_000),
  'a mail of 100 KiB of Message-IDs': () => mail({ 'In-Reply-To': '<a@b> '.repeat(17_000).trim() }, 'Hello'),
  'a mail of tabs': () => mail({}, '\t'.repeat(5 * MEBIBYTE)),
  'a mail of signs without width': () => mail({}, '\u200b'.repeat(MEBIBYTE)),
  'a mail of old Macintoshes': () =>
    Buffer.from(mail({}, 'a line\r\n'.repeat(500_000)).toString().replaceAll('\r\n', '\r')),
};

const played = (shapes: Readonly<Record<string, () => Buffer>>): readonly HeavyWork[] =>
  Object.entries(shapes).map(([name, made]) => ({
    name,
    requests: () => [
      { method: 'POST', path: '/inbound-emails', type: 'message/rfc822', body: made(), status: [201] },
    ],
  }));

/** Mails as strangers can send them. */
export const HEAVY_MAILS = played(mails);
/** Mails that no program sends. */
export const ODD_MAILS = played(odd);
