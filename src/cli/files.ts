import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { CommandError, type Terminal } from './output/terminal.js';

/** This file name means standard input. */
export const STDIN = '-';

/** Reads the text of a file, or of standard input for `-`. @throws CommandError when it cannot be read */
export async function readText(terminal: Terminal, file: string): Promise<string> {
  if (file === STDIN) return text(terminal.io.stdin);
  try {
    return await readFile(terminal.pathOf(file), 'utf8');
  } catch (error) {
    throw unreadable(file, error);
  }
}

export function unreadable(file: string, error: unknown): CommandError {
  return new CommandError(`The file ${file} cannot be read: ${reasonOf(error)}.`, { cause: error });
}

export function unwritable(file: string, error: unknown): CommandError {
  return new CommandError(`The file ${file} cannot be written: ${reasonOf(error)}.`, { cause: error });
}

export function unwritableOutput(error: unknown): CommandError {
  return new CommandError(`Standard output cannot be written: ${reasonOf(error)}.`, { cause: error });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
};

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
}
