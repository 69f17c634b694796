import { MEBIBYTE } from '../../kernel/text.js';
import { charsetOf, decoded, isKnownCharset } from './charsets.js';
import { MailHeaders, plainLine, storable } from './headers.js';
import { mimeParts, type MimePart } from './mime.js';
import type { ReceivedFile, ReceivedMail } from './received-mail.js';
import { isOutlookComplaint, isReportOf, reportOf } from './report.js';
import { bodiesOf, isBody } from './bodies.rules.js';
import { withoutFiles, type UuencodedFile } from './uuencoded.js';
import { wordsOf } from './words.rules.js';

/** The service makes the content from at most this number of characters of a mail, and leaves out the rest. */
const MOST_WORD_BYTES = 10 * MEBIBYTE;
const MOST_CHARACTERS = 2 * MEBIBYTE;

/**
 * Reads a mail. It may take long for some bytes, so it belongs in a process of its own.
 * @throws when the mail breaks a limit, or is none
 */
export function receivedMailOf(bytes: Uint8Array): ReceivedMail {
  const root = partsIn(fromHeaders(withLineFeeds(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))));
  if (root.fields.length === 0) throw new Error('A mail has headers.');
  const headers = new MailHeaders(root.fields);
  const inWords: UuencodedFile[] = [];
  const { html, text } = bodiesOf(root, (part) => wordsIn(part, inWords));
  const files = [...filesOf(root, html ?? ''), ...inWords.map(fileInWords)];
  return {
    from: headers.senders('from'),
    sentBy: headers.senders('sender').map(({ address }) => address),
    to: headers.addresses('to'),
    cc: headers.addresses('cc'),
    replyTo: headers.senders('reply-to'),
    deliveredTo: headers
      .senders('delivered-to', 'x-original-to', 'envelope-to')
      .map(({ address }) => address),
    returnPath: headers.returnPath,
    subject: headers.subject,
    messageId: headers.messageId,
    inReplyTo: headers.messageIds('in-reply-to'),
    references: headers.messageIds('references').reverse(),
    date: headers.date,
    headers: headers.judged,
    words: wordsOf({ html, text }),
    text: text?.slice(0, MEBIBYTE) ?? null,
    files,
    report: reportOf(files, headers, text),
    isFeedbackReport: isReportOf('feedback-report', files, headers) || isOutlookComplaint(headers, files),
    isReceipt: isReportOf('disposition-notification', files, headers),
  };
}

const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];

/** Old Macintosh files have no line feed at all. */
function withLineFeeds(bytes: Buffer): Buffer {
  if (bytes.includes(LINE_FEED)) return bytes;
  return Buffer.from(bytes.map((byte) => (byte === CARRIAGE_RETURN ? LINE_FEED : byte)));
}

/** Mailboxes in one file have these lines between mails. More of them are left to the headers, which have no such fields. */
const OF_A_MAILBOX = /^>?From (?![ \t]*:)/;
const MOST_LINES_OF_MAILBOXES = 100;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const BLANKS = Buffer.from(' \t\r');

/** Leaves out what programs put before the first header: empty lines, a byte order mark, and lines of mailboxes. */
function fromHeaders(bytes: Buffer): Buffer {
  let rest = withoutEmptyLines(bytes);
  for (let lines = 0; lines < MOST_LINES_OF_MAILBOXES; lines++) {
    const end = rest.indexOf(LINE_FEED);
    if (end === -1 || !OF_A_MAILBOX.test(rest.toString('latin1', 0, Math.min(end, 100)))) break;
    rest = withoutEmptyLines(rest.subarray(end + 1));
  }
  return rest;
}

function withoutEmptyLines(bytes: Buffer): Buffer {
  const isMarked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  let start = isMarked ? BYTE_ORDER_MARK.length : 0;
  for (let at = start; at < bytes.length; at++) {
    if (bytes[at] === LINE_FEED) start = at + 1;
    else if (!BLANKS.includes(bytes[at] ?? 0)) break;
  }
  return bytes.subarray(start);
}

/** Divides a mail. Programs that write headers without a charset have written them in that of the words. */
function partsIn(bytes: Buffer): MimePart {
  const root = mimeParts(bytes);
  const charset = charsetOfWords(root);
  return charset === null || /^utf-?8$/i.test(charset) ? root : mimeParts(bytes, charset);
}

function charsetOfWords(part: MimePart): string | null {
  if (part.parts.length > 0) return part.parts.map(charsetOfWords).find((found) => found !== null) ?? null;
  if (part.type !== 'text/plain' && part.type !== 'text/html') return null;
  return isKnownCharset(part.charset) ? part.charset : charsetOf(part, part.bytes());
}

/** Reads the words of a part, and lists the files inside them. */
function wordsIn(part: MimePart, inWords: UuencodedFile[]): string {
  const bytes = part.type === 'text/plain' ? withoutFilesIn(part.bytes(), inWords) : part.bytes();
  if (bytes.length > MOST_WORD_BYTES) throw new Error('The mail has too many words.');
  const words = decoded(bytes, charsetOf(part, bytes));
  return storable(words.slice(0, MOST_CHARACTERS)).replace(/\r\n?/g, '\n');
}

function withoutFilesIn(bytes: Uint8Array, inWords: UuencodedFile[]): Uint8Array {
  const { rest, files } = withoutFiles(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  inWords.push(...files);
  return rest;
}

function fileInWords({ filename, bytes }: UuencodedFile): ReceivedFile {
  return {
    ...{ filename: plainLine(filename) || 'file', contentType: 'application/octet-stream', bytes },
    ...{ contentId: null, isInline: false },
  };
}

/** Parts often have no name: mails inside of mails, invitations to meetings. */
const NAMES: Readonly<Record<string, string>> = {
  'message/rfc822': 'mail.eml',
  'text/calendar': 'invitation.ics',
  'text/html': 'page.html',
  'text/plain': 'text.txt',
};

function filesOf(root: MimePart, html: string): ReceivedFile[] {
  const files: ReceivedFile[] = [];
  const visit = (part: MimePart, place: number, parent: string): void => {
    if (part.parts.length > 0)
      part.parts.forEach((one, index) => {
        visit(one, index, part.type);
      });
    else if (!isBody(part, place, parent)) files.push(fileOf(part, html));
  };
  visit(root, 0, '');
  return files;
}

function fileOf(part: MimePart, html: string): ReceivedFile {
  const { type, filename, contentId } = part;
  return {
    filename: plainLine(filename ?? '') || (NAMES[type] ?? 'file'),
    contentType: plainLine(type),
    bytes: part.bytes(),
    contentId: contentId === null ? null : plainLine(contentId),
    isInline: contentId !== null && html.includes(`cid:${contentId}`),
  };
}
