/** The embedded database cannot be used. The message is one sentence that tells the operator what to do. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}

/** The code of an error of the system or of PostgreSQL, such as `ENOENT` or `57P03`. */
export function codeOf(error: unknown): string | undefined {
  return textOf(error, 'code');
}

/** The message of an error. */
export function messageOf(error: unknown): string {
  return textOf(error, 'message') ?? String(error);
}

/** Reads a property without `instanceof`, because errors of the system may come from another realm (as under jest). */
function textOf(error: unknown, property: 'code' | 'message' | 'path'): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const value: unknown = Reflect.get(error, property);
  return typeof value === 'string' ? value : undefined;
}

/** Explains the error of a system call on the data folder. An EmbeddedDatabaseError is returned unchanged. */
export function folderError(dataDir: string, error: unknown): EmbeddedDatabaseError {
  if (error instanceof EmbeddedDatabaseError) return error;
  const at = textOf(error, 'path') ?? dataDir;
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new EmbeddedDatabaseError(
        `The data folder ${dataDir} cannot be used by this user (no permission at ${at}); correct its owner or mode, or set DATA_DIR to another folder.`,
        { cause: error },
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return new EmbeddedDatabaseError(
        `The data folder ${dataDir} cannot be used because a file is in the way at ${at}; set DATA_DIR to another folder.`,
        { cause: error },
      );
    case 'ENOSPC':
      return new EmbeddedDatabaseError(`There is no space left on the disk of the data folder ${dataDir}.`, {
        cause: error,
      });
    default:
      return new EmbeddedDatabaseError(
        `The database in ${dataDir} could not be opened: ${messageOf(error)}`,
        { cause: error },
      );
  }
}
