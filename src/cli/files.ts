import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { SAVE_AS_UTF8 } from '../import/own/lines.reader.js';
import { CommandError, type Terminal } from './output/terminal.js';

/** This file name means standard input. */
export const STDIN = '-';

/** Reads the text of a file, or of standard input for `-`. @throws CommandError when it cannot be read, or is not text in UTF-8 */
export async function readText(terminal: Terminal, file: string): Promise<string> {
  const bytes = await (file === STDIN ? buffer(terminal.io.stdin) : readBytes(terminal, file));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new CommandError(`${nameOf(file)} ${SAVE_AS_UTF8}.`, { cause: error });
  }
}

async function readBytes(terminal: Terminal, file: string): Promise<Uint8Array> {
  try {
    return await readFile(terminal.pathOf(file));
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Names a file at the beginning of a sentence. */
export function nameOf(file: string): string {
  return file === STDIN ? 'Standard input' : `The file ${file === '' ? '""' : file}`;
}

export function unreadable(file: string, error: unknown): CommandError {
  const reason = file === '' ? NAMELESS : reasonOf(error);
  return new CommandError(`${nameOf(file)} cannot be read: ${reason}.`, { cause: error });
}

export function unwritable(file: string, error: unknown): CommandError {
  const isAlone = (error as NodeJS.ErrnoException).code === 'ENOENT';
  const reason = file === '' ? NAMELESS : isAlone ? 'there is no such folder' : reasonOf(error);
  return new CommandError(`${nameOf(file)} cannot be written: ${reason}.`, { cause: error });
}

export function unwritableOutput(error: unknown): CommandError {
  return new CommandError(`Standard output cannot be written: ${reasonOf(error)}.`, { cause: error });
}

/** Node.js takes a file without a name for the current folder. */
const NAMELESS = 'it has no name';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  ERR_FS_EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
  EDQUOT: 'no space is left',
};

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
}
