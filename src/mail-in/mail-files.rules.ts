import { escapeHtml } from '../kernel/text.js';
import { checkDescription } from '../tickets/rules/description.rules.js';

const MOST_NAMES = 20;
const LONGEST_NAME = 100;
const NO_ROOM = '<p>The words are in the mail as it came.</p>';

/** Adds to the words of a mail which of its files were not taken. */
export function contentWithNames(content: string, refused: readonly string[]): string {
  if (refused.length === 0) return content;
  const names = refused
    .slice(0, MOST_NAMES)
    .map((name) => escapeHtml(name.slice(0, LONGEST_NAME).toWellFormed()));
  const more = refused.length > MOST_NAMES ? ` and ${refused.length - MOST_NAMES} more` : '';
  const note = `<p>Files that were not taken: ${names.join(', ')}${more}</p>`;
  const all = content + note;
  return checkDescription(all) === null ? all : note + NO_ROOM;
}
