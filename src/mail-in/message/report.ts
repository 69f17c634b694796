import { decoded } from './charsets.js';
import { messageIdsIn, plainLine, type MailHeaders } from './headers.js';
import type { DeliveryReport, ReceivedFile, ReportedRecipient } from './received-mail.js';

const STATUS_TYPES = ['message/delivery-status', 'message/global-delivery-status'];
const RETURNED_TYPES = [
  'message/rfc822',
  'message/global',
  'message/global-headers',
  'message/rfc822-headers',
  'text/rfc822-headers',
];
const MOST_RECIPIENTS = 100;
/** The reports of servers and the headers of returned mails stand within this number of bytes. */
const MOST_READ_BYTES = 256 * 1024;

/** Reads what a mail says about another one: the report of a server (RFC 3464), or the other mail inside, as a part or as text. */
export function reportOf(
  parts: readonly ReceivedFile[],
  headers: MailHeaders,
  text: string | null,
): DeliveryReport | null {
  const recipients = [...partsOf(parts, STATUS_TYPES).flatMap(recipientsIn), ...namedByExim(headers)];
  const returned = partsOf(parts, RETURNED_TYPES).map(returnedMessageId);
  const inText = returned.length === 0 ? returnedInText(text ?? '') : [];
  if (recipients.length + returned.length + inText.length === 0) return null;
  return {
    recipients: recipients.slice(0, MOST_RECIPIENTS),
    messageId: [...returned, ...inText].find((id) => id !== null) ?? null,
  };
}

export function isReportOf(type: string, parts: readonly ReceivedFile[], headers: MailHeaders): boolean {
  const declared = /\breport-type\s*=\s*"?([\w-]+)/i.exec(headers.first('content-type') ?? '')?.[1];
  return declared?.toLowerCase() === type || partsOf(parts, [`message/${type}`]).length > 0;
}

/** Outlook.com sends complaints in a form of its own: the mail itself, from one address, under one subject. */
export function isOutlookComplaint(headers: MailHeaders, parts: readonly ReceivedFile[]): boolean {
  // Most mails have no other one inside, and reading their addresses takes longest.
  if (!parts.some(({ contentType }) => RETURNED_TYPES.includes(contentType))) return false;
  const isFromStaff = headers.addresses('from').some(({ address }) => address === 'staff@hotmail.com');
  return isFromStaff && /^complaint about message from \d/.test(headers.subject.trim());
}

function partsOf(parts: readonly ReceivedFile[], types: readonly string[]): string[] {
  return parts
    .filter(({ contentType }) => types.includes(contentType))
    .map(({ bytes }) => decoded(bytes.subarray(0, MOST_READ_BYTES)));
}

function recipientsIn(status: string): ReportedRecipient[] {
  return status
    .split(/\r?\n[ \t]*\r?\n/)
    .map(fieldsOf)
    .filter((fields) => fields.has('action') || fields.has('status'))
    .map((fields) => ({
      recipient: addressIn(fields.get('original-recipient') ?? fields.get('final-recipient') ?? ''),
      action: plainLine(fields.get('action') ?? 'failed').toLowerCase(),
      status: /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? '',
      diagnostic: plainLine((fields.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '')),
    }));
}

function fieldsOf(group: string): ReadonlyMap<string, string> {
  const lines = group.split(/\r?\n(?![ \t])/).map((line) => /^([\w-]+)[ \t]*:([^]*)$/.exec(line));
  return new Map(
    lines
      .filter((found) => found !== null)
      .map(([, name = '', value = '']) => [name.toLowerCase(), value.replace(/\s+/g, ' ').trim()]),
  );
}

/** Reads `rfc822; <eve@acme.example>`. */
function addressIn(value: string): string {
  return plainLine(value.replace(/^[\w-]+\s*;\s*/, '').replace(/^<(.*)>$/, '$1'));
}

/** Exim names recipients in a header of its own. */
function namedByExim(headers: MailHeaders): ReportedRecipient[] {
  return headers
    .addresses('x-failed-recipients')
    .map(({ address }) => ({ recipient: address, action: 'failed', status: '', diagnostic: '' }));
}

const MESSAGE_ID_LINE = /^[>| \t]{0,8}message-id[ \t]*:[ \t]*\n?[ \t]*(<[^<>\s]+>)/im;

function returnedMessageId(returned: string): string | null {
  const id = MESSAGE_ID_LINE.exec(returned.replaceAll('\r', ''))?.[1] ?? '';
  return messageIdsIn(id)[0] ?? null;
}

/** Old servers return a mail as text: its headers come after the words of the server. */
function returnedInText(text: string): string[] {
  const beginning = text.slice(0, MOST_READ_BYTES);
  const hasHeaders = /^[>| \t]{0,8}(?:received|subject)[ \t]*:/im.test(beginning);
  const id = hasHeaders ? returnedMessageId(beginning) : null;
  return id === null ? [] : [id];
}
