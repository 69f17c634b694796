import type { WorkspaceSettings } from '../../workspaces/workspace-list.js';

export function occurrences({ count, line }: { readonly count: number; readonly line: number }): string {
  return `${count === 1 ? 'once' : `${count} times`}, first in line ${line}`;
}

/** Finds characters that a terminal would obey, those that end lines too, and those that change the direction of a text. */
const OBEYED = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Escapes the characters of a text that a terminal would obey as JSON does, so that JSON keeps its meaning. */
export function visible(text: string): string {
  return text.replace(
    OBEYED,
    (character) => SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

/** Tells an operator where answers to mail go when the manifest does not say it. @returns null when the manifest says it */
export function unsaidAnswers({
  mailFrom,
  replyTo,
  replyAddress,
}: Pick<WorkspaceSettings, 'mailFrom' | 'replyTo' | 'replyAddress'>): string | null {
  if (mailFrom === null || replyTo !== null || replyAddress !== 'none') return null;
  return `Answers go to ${mailFrom}: let the service read them (docs/mail.md), or set reply_to to an address that people read.`;
}
