import { escapeHtml, MEBIBYTE } from '../../kernel/text.js';
import { showsNothing } from '../../conversations/comment.rules.js';
import {
  checkDescription,
  CleanDescription,
  MAX_DESCRIPTION_BYTES,
} from '../../tickets/rules/description.rules.js';
import type { MailWords } from './received-mail.js';
import { dividedHtml } from './quoted-html.rules.js';
import { dividedText } from './quoted-text.rules.js';

/** HTML before and after the part that quotes an earlier mail. */
export interface Divided {
  readonly before: string;
  readonly quoted: string;
  readonly after: string;
}

/** Cleaning more would take seconds. */
const MOST_HTML_LENGTH = MEBIBYTE;
const MOST_ANGLES = 50_000;

/** At most this many lines of a text become tags of the content. */
const MOST_LINES = 20_000;
const LINE_FEED = 10;
const BYTES_AS_HTML: ReadonlyMap<number, number> = new Map(
  ['&', '<', '>'].map((sign) => [sign.charCodeAt(0), escapeHtml(sign).length]),
);

const CUT = '<p>The rest is in message.eml.</p>';
const NO_WORDS: Divided = { before: '<p>This mail has no words.</p>', quoted: '', after: '' };

/** Pictures whose bytes are in the HTML itself. The cleaner leaves them out. */
const WRITTEN_PICTURES = /\bdata:image\/[\w.+-]+;base64,[\w+/=%\s]*/gi;

/** Makes content from the HTML of a mail, or else from its text. What it quotes goes into one `<blockquote>` [rule 21]. */
export function wordsOf(mail: { readonly html: string | null; readonly text: string | null }): MailWords {
  const html = shortened((mail.html ?? '').replace(WRITTEN_PICTURES, ''));
  const isShortened = html !== (mail.html ?? '');
  const fromHtml = cleaned(dividedHtml(html));
  if (!showsNothing(joined(fromHtml))) return fitting(fromHtml, isShortened);
  const text = shortenedText(mail.text ?? '');
  const fromText = cleaned(dividedText(text));
  const isWhole = !isShortened && text === (mail.text ?? '');
  return fitting(showsNothing(joined(fromText)) ? NO_WORDS : fromText, !isWhole);
}

/** Cuts a text where its HTML would be longer than content may be: a line end becomes a tag, and three signs become entities. */
function shortenedText(text: string): string {
  let [bytes, lines] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED) lines++;
    bytes += BYTES_AS_HTML.get(code) ?? (code < 0x80 ? 1 : 2);
    if (bytes > MAX_DESCRIPTION_BYTES || lines > MOST_LINES) return text.slice(0, at).toWellFormed();
  }
  return text;
}

function shortened(html: string): string {
  const short = html.slice(0, MOST_HTML_LENGTH);
  let at = -1;
  for (let angles = 0; angles <= MOST_ANGLES; angles++) {
    at = short.indexOf('<', at + 1);
    if (at === -1) return short;
  }
  return short.slice(0, at);
}

function cleaned({ before, quoted, after }: Divided): Divided {
  const clean = (html: string): string => CleanDescription.of(html).html;
  return { before: clean(before), quoted: clean(quoted), after: clean(after) };
}

function joined({ before, quoted, after }: Divided): string {
  return before + (showsNothing(quoted) ? '' : `<blockquote>${quoted}</blockquote>`) + after;
}

/** Leaves out what is above the limit of content: first what the mail quotes, then its end. */
function fitting(divided: Divided, isShortened: boolean): MailWords {
  const all = joined(divided) + (isShortened ? CUT : '');
  if (checkDescription(all) === null) return { content: all, isCut: isShortened };
  const own = joined({ ...divided, quoted: '' });
  return { content: cut(showsNothing(own) ? divided.quoted : own) + CUT, isCut: true };
}

function cut(html: string): string {
  let clean = html;
  for (let length = MAX_DESCRIPTION_BYTES; checkDescription(clean + CUT) !== null; length = (length * 3) >> 2)
    clean = CleanDescription.of(html.slice(0, length).toWellFormed()).html;
  return clean;
}
