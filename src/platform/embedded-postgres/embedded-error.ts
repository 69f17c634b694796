/** The embedded database cannot be used. The message is one sentence that tells the operator what to do. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}

/** Returns the code of an error of the system or of PostgreSQL, such as `ENOENT` or `57P03`. */
export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

/** Explains the error of a system call on the data folder. An EmbeddedDatabaseError is returned unchanged. */
export function folderError(dataDir: string, error: unknown): EmbeddedDatabaseError {
  if (error instanceof EmbeddedDatabaseError) return error;
  return new EmbeddedDatabaseError(sentenceFor(dataDir, error as NodeJS.ErrnoException), { cause: error });
}

function sentenceFor(dataDir: string, { code, path = dataDir, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The data folder ${dataDir} cannot be used by this user (no permission at ${path}); correct its owner or mode, or set DATA_DIR to another folder.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `The data folder ${dataDir} cannot be used because a file is in the way at ${path}; set DATA_DIR to another folder.`;
    case 'ENOSPC':
      return `There is no space left on the disk of the data folder ${dataDir}.`;
    default:
      return `The database in ${dataDir} could not be opened: ${message}`;
  }
}
