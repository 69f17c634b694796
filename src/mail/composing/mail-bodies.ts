import { ENGLISH } from './mail.texts.js';
import { plainTextOf } from './plain-text.js';

/** The two forms of what a mail says. */
export interface MailBodies {
  readonly html: string;
  readonly text: string;
}

/** The acknowledgement says nothing that the sender of the form has typed: it may go to somebody else's address. */
export function acknowledgementBodies(desk: string, number: number): MailBodies {
  return bodiesOf(ENGLISH.acknowledgement.paragraphs(desk, number));
}

/** What an operator sends to see whether mail arrives. */
export function testBodies(desk: string): MailBodies {
  return bodiesOf(ENGLISH.test.paragraphs(desk));
}

/** A reply in its words, and below it whose it is. `content` is cleaned HTML. */
export function replyBodies(
  content: string,
  desk: string,
  number: number,
  notAttached: readonly string[],
): MailBodies {
  const { footer, notAttached: notAttachedText } = ENGLISH.reply;
  const below = [...(notAttached.length === 0 ? [] : [notAttachedText(notAttached)]), footer(desk, number)];
  const lines = below.map((line) => `<p>${escaped(line)}</p>`).join('\n');
  return {
    html: page(`${content}\n<hr>\n${lines}`),
    text: `${plainTextOf(content)}\n\n-- \n${below.join('\n')}\n`,
  };
}

function bodiesOf(paragraphs: readonly string[]): MailBodies {
  const html = paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('\n');
  return { html: page(html), text: `${paragraphs.join('\n\n')}\n` };
}

const page = (body: string): string =>
  `<!DOCTYPE html>\n<html><head><meta charset="utf-8"></head><body>\n${body}\n</body></html>\n`;

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
