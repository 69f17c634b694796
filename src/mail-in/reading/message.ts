import { MEBIBYTE } from '../../kernel/text.js';
import { decoded } from './charsets.js';
import { MailHeaders, plainLine, storable } from './headers.js';
import { mimeParts, type MimePart } from './mime.js';
import type { ReceivedFile, ReceivedMail } from './received-mail.js';
import { isOutlookComplaint, isReportOf, reportOf } from './report.js';
import { bodiesOf, isBody } from './bodies.rules.js';
import { wordsOf } from './words.rules.js';

/** The service makes the content from so many characters of a mail, and leaves out the rest. */
const MOST_WORD_BYTES = 10 * MEBIBYTE;
const MOST_CHARACTERS = 2 * MEBIBYTE;

/**
 * Reads a mail. It works as long as the bytes demand, so it belongs into a process of its own.
 * @throws when the mail breaks a limit, or is none
 */
export function receivedMailOf(bytes: Uint8Array): ReceivedMail {
  const root = mimeParts(withLineFeeds(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
  if (root.fields.length === 0) throw new Error('A mail has headers.');
  const headers = new MailHeaders(root.fields);
  const { html, text } = bodiesOf(root, wordsIn);
  const files = filesOf(root, html ?? '');
  return {
    from: headers.addresses('from'),
    to: headers.addresses('to'),
    cc: headers.addresses('cc'),
    replyTo: headers.addresses('reply-to'),
    deliveredTo: headers
      .addresses('delivered-to', 'x-original-to', 'envelope-to')
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

function wordsIn(part: MimePart): string {
  const bytes = part.bytes();
  if (bytes.length > MOST_WORD_BYTES) throw new Error('The mail has too many words.');
  return storable(decoded(bytes, part.charset).slice(0, MOST_CHARACTERS)).replace(/\r\n?/g, '\n');
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
