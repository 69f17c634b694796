import { MAX_FILENAME_LENGTH } from './attachment.limits.js';

/** Marks that turn the direction of writing: with them `exe.gnp` is read as `png.exe`. */
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Line ends and other control characters, and those that file systems refuse. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}"<>|?*:]/gu;

/** Removes folders, unsafe characters and dots around a name. A name of which nothing is left becomes `file`. */
export function cleanFilename(sent: string): string {
  const [last = ''] = sent.toWellFormed().split(/[/\\]/).slice(-1);
  const clean = last
    .normalize('NFC')
    .replace(DIRECTION_MARKS, '')
    .replace(UNSAFE, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s.]+|[\s.]+$/gu, '');
  return shortened(clean) || 'file';
}

/** A name that is too long keeps its ending, by which people and programs know what it is. */
function shortened(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= MAX_FILENAME_LENGTH) return name;
  const [ending = ''] = /\.[^.]{1,20}$/u.exec(name) ?? [];
  return characters.slice(0, MAX_FILENAME_LENGTH - Array.from(ending).length).join('') + ending;
}
