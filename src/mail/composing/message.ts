import MailComposer from 'nodemailer/lib/mail-composer';
import type { Readable } from 'node:stream';
import { inOneLine } from '../../kernel/text.js';
import type { Recipients } from './recipients.rules.js';
import type { ThreadHeaders } from './threads.rules.js';

export interface LetterFile {
  readonly filename: string;
  readonly contentType: string;
  /** The HTML shows it in place as `cid:<contentId>`; null when it does not. */
  readonly contentId: string | null;
  open(): Promise<Readable>;
}

/** A mail in full, before it is made a message. */
export interface Letter extends ThreadHeaders {
  readonly from: { readonly name: string; readonly address: string };
  /** Where answers go; null: to `from`. */
  readonly replyTo: string | null;
  readonly recipients: Recipients;
  /** The moment of its event, so that it is the same at each try. */
  readonly date: Date;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly files: readonly LetterFile[];
  /** No person has written it, so that no program may answer (RFC 3834). */
  readonly isAutomatic: boolean;
}

/** A message as it goes to a server (RFC 5322), and the files that it reads. */
export interface Message {
  readonly bytes: Readable;
  /** Closes files that nobody has read to their end. */
  close(): void;
}

/** Makes the message of a letter. Every header is one line, whatever the letter says. */
export async function messageOf(letter: Letter): Promise<Message> {
  const streams = await openedAll(letter.files);
  const { to, cc } = letter.recipients;
  const composer = new MailComposer({
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
    // What a letter says is never a path or an address to fetch.
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

/** Mail programs decode a text that looks encoded (RFC 2047). A character that shows nothing keeps it from looking so. */
const inHeader = (text: string): string => inOneLine(text).replaceAll('=?', '=\u200b?');

/** Keeps an address as it is: the library would read a text for several addresses and names. */
const alone = (address: string): { readonly name: string; readonly address: string } => ({
  name: '',
  address,
});
