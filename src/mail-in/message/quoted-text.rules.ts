import { escapeWords } from '../../kernel/text.js';
import type { Divided } from './words.rules.js';

/** Quotations of quotations are shown to this depth. */
const MOST_LEVELS = 5;
const QUOTED = /^>[ ]?/;

/** Makes HTML from the text of a mail. Lines that begin with `>` are a quotation; the last one stands alone when nothing follows. */
export function dividedText(text: string): Divided {
  const lines = text.replace(/\r\n?/g, '\n').trimEnd().split('\n');
  const last = lines.findLastIndex((line) => !isInQuotation(line)) + 1;
  const quoted = lines.slice(last);
  if (!quoted.some((line) => QUOTED.test(line))) return { before: htmlOf(lines), quoted: '', after: '' };
  return { before: htmlOf(lines.slice(0, last)), quoted: htmlOf(quoted.map(inner)), after: '' };
}

export function htmlOfText(text: string): string {
  return htmlOf(text.replace(/\r\n?/g, '\n').trimEnd().split('\n'));
}

const isInQuotation = (line: string): boolean => QUOTED.test(line) || line.trim() === '';
const inner = (line: string): string => line.replace(QUOTED, '');

function htmlOf(lines: readonly string[], level = 1): string {
  return runsOf(lines)
    .map(({ isQuoted, lines: run }) =>
      isQuoted && level < MOST_LEVELS
        ? `<blockquote>${htmlOf(run.map(inner), level + 1)}</blockquote>`
        : paragraphsOf(run),
    )
    .join('\n');
}

/** Puts lines together that follow each other and are all quoted, or all not. */
function runsOf(lines: readonly string[]): { isQuoted: boolean; lines: string[] }[] {
  const runs: { isQuoted: boolean; lines: string[] }[] = [];
  for (const line of lines) {
    const isQuoted = QUOTED.test(line);
    const run = runs.at(-1);
    if (run?.isQuoted === isQuoted) run.lines.push(line);
    else runs.push({ isQuoted, lines: [line] });
  }
  return runs;
}

function paragraphsOf(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
    .split(/\n(?:[ \t]*\n)+/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeWords(paragraph).replace(/\n/g, '<br />\n')}</p>`)
    .join('\n');
}
