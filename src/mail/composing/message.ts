import type MailComposer from 'nodemailer/lib/mail-composer';
import type { Readable } from 'node:stream';
import { inOneLine } from '../../kernel/text.js';
import { loadPackage } from '../../kernel/load-package.js';
import type { Recipients } from './recipients.rules.js';
import type { ThreadHeaders } from './threads.rules.js';

export interface LetterFile {
  readonly filename: string;
  readonly contentType: string;
  /** The id by which the HTML shows the file, as `cid:<contentId>`; null when it does not show it. */
  readonly contentId: string | null;
  open(): Promise<Readable>;
}

export interface Letter extends ThreadHeaders {
  readonly from: { readonly name: string; readonly address: string };
  /** The address for answers; null when they go to `from`. */
  readonly replyTo: string | null;
  /** The address to which servers return what they cannot deliver; null when that is `from`, too. */
  readonly returnPath: string | null;
  readonly recipients: Recipients;
  /** The moment of the event, so that each try has the same date. */
  readonly date: Date;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly files: readonly LetterFile[];
  /** Whether no person has written it, so that no program may answer (RFC 3834). */
  readonly isAutomatic: boolean;
}

/** A message as it goes to a server (RFC 5322), and the files that it reads. */
export interface Message {
  readonly bytes: Readable;
  close(): void;
}

/** Makes the message of a letter. Every header is one line, whatever the letter says. */
export async function messageOf(letter: Letter): Promise<Message> {
  const streams = await openedAll(letter.files);
  const { to, cc } = letter.recipients;
  const Composer = loadPackage('nodemailer/lib/mail-composer') as typeof MailComposer;
  const composer = new Composer({
    from: { name: inHeader(letter.from.name), address: letter.from.address },
    ...(letter.replyTo !== null && { replyTo: alone(letter.replyTo) }),
    to: to.map(alone),
    cc: cc.map(alone),
    date: letter.date,
    subject: inHeader(letter.subject),
    messageId: letter.messageId,
    ...(letter.inReplyTo !== null && { inReplyTo: letter.inReplyTo }),
    references: [...letter.references],
    ...(letter.isAutomatic && { headers: { 'Auto-Submitted': 'auto-generated' } }),
    text: letter.text,
    html: letter.html,
    attachments: letter.files.map(({ filename, contentType, contentId }, index) => ({
      ...{ filename, contentType, content: streams[index] },
      ...(contentId !== null && { cid: contentId }),
    })),
    // The words of a letter are never a path or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    bytes: composer.compile().createReadStream(),
    close: () => {
      close(streams);
    },
  };
}

async function openedAll(files: readonly LetterFile[]): Promise<Readable[]> {
  const streams: Readable[] = [];
  try {
    for (const file of files) streams.push(await file.open());
    return streams;
  } catch (error) {
    close(streams);
    throw error;
  }
}

function close(streams: readonly Readable[]): void {
  for (const stream of streams) stream.destroy();
}

/** Adds an invisible character to a text that looks encoded, because mail programs would decode it (RFC 2047). */
const inHeader = (text: string): string => inOneLine(text).replaceAll('=?', '=\u200b?');

/** Keeps an address as it is: the library reads a plain text as a list of names and addresses. */
const alone = (address: string): { readonly name: string; readonly address: string } => ({
  name: '',
  address,
});
