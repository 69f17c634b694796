import MailComposer from 'nodemailer/lib/mail-composer';
import type { Readable } from 'node:stream';
import { inOneLine } from '../../kernel/text.js';
import type { Letter, LetterFile } from './letter.js';

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

/** Opens all files, or none. */
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

/** Mail programs decode whatever looks encoded (RFC 2047). With a character that shows nothing between, it does not, and is encoded itself. */
const inHeader = (text: string): string => inOneLine(text).replaceAll('=?', '=\u200b?');

/** As an object, an address is taken as it is: a text would be read for several addresses and names. */
const alone = (address: string): { readonly name: string; readonly address: string } => ({
  name: '',
  address,
});
