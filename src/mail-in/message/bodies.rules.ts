import type { MimePart } from './mime.js';
import { htmlOfText } from './quoted-text.rules.js';

/** The words of a mail in both forms, where it has them. */
export interface Bodies {
  readonly html: string | null;
  readonly text: string | null;
}

interface Body {
  readonly form: 'html' | 'text';
  readonly words: string;
  /** Whether another body says the same in HTML. */
  readonly isRepeated: boolean;
}

/** Tells whether a part has words of the mail, and is no file (RFC 8621, section 4.1.4). `place` is counted from 0. */
export function isBody({ type, isAttachment, filename }: MimePart, place: number, parent: string): boolean {
  if ((type !== 'text/plain' && type !== 'text/html') || isAttachment) return false;
  return place === 0 || (parent !== 'multipart/related' && filename === null);
}

/** Puts the words of all parts together, in the order of the mail. The HTML has the text of parts that are in no other form. */
export function bodiesOf(root: MimePart, wordsOf: (part: MimePart) => string): Bodies {
  const bodies = bodiesIn(root, 0, '', wordsOf);
  const texts = bodies.filter(({ form }) => form === 'text');
  const isHtml = texts.length < bodies.length;
  return {
    html: isHtml
      ? bodies
          .filter(({ isRepeated }) => !isRepeated)
          .map(asHtml)
          .join('\n')
      : null,
    text: texts.length === 0 ? null : texts.map(({ words }) => words).join('\n'),
  };
}

function bodiesIn(
  part: MimePart,
  place: number,
  parent: string,
  wordsOf: (part: MimePart) => string,
): Body[] {
  if (part.parts.length === 0) {
    if (!isBody(part, place, parent)) return [];
    const words = wordsOf(part);
    if (part.type === 'text/html') return [{ form: 'html', words, isRepeated: false }];
    return [
      { form: 'text', words: part.isFlowed ? unfolded(words, part.deletesSpaces) : words, isRepeated: false },
    ];
  }
  const bodies = part.parts.flatMap((one, index) => bodiesIn(one, index, part.type, wordsOf));
  const isRepeated = part.type === 'multipart/alternative' && bodies.some(({ form }) => form === 'html');
  return isRepeated ? bodies.map((body) => (body.form === 'text' ? { ...body, isRepeated } : body)) : bodies;
}

function asHtml({ form, words }: Body): string {
  return form === 'html' ? words : htmlOfText(words);
}

/** Joins the lines of a paragraph (RFC 3676): a space at the end of a line says that it goes on, in a quotation of one depth. */
function unfolded(text: string, deletesSpaces: boolean): string {
  // Pieces are joined at the end: to change the end of a long paragraph would copy it for each of its lines.
  const pieces: string[] = [];
  let open = '';
  for (const line of text.split('\n')) {
    const [quotes = ''] = /^>*/.exec(line) ?? [];
    const words = line.slice(quotes.length).replace(/^ /, '');
    const goesOn = open === `${quotes} `;
    if (goesOn && deletesSpaces) pieces.push((pieces.pop() ?? '').slice(0, -1));
    if (!goesOn && pieces.length > 0) pieces.push('\n');
    pieces.push(goesOn || quotes === '' ? words : `${quotes} ${words}`);
    open = words.endsWith(' ') && words !== '-- ' ? `${quotes} ` : '';
  }
  return pieces.join('');
}
