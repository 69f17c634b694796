import module from 'node:module';
import { isAbsolute, join } from 'node:path';

/** Node.js 22 has it. */
interface WithCompileCache {
  enableCompileCache?(folder: string): unknown;
}

/**
 * Keeps compiled code for the next command, where Node.js can. It is kept in the user's own folder: in the one for temporary files, which is
 * what Node.js would choose, another user could put code. A folder that cannot be written does no harm.
 */
export function keepCompiledCode(): void {
  const { NODE_COMPILE_CACHE, XDG_CACHE_HOME = '', HOME = '' } = process.env;
  const caches = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(HOME, '.cache');
  if (NODE_COMPILE_CACHE !== undefined || !isAbsolute(caches)) return;
  (module as WithCompileCache).enableCompileCache?.(join(caches, 'support-desk'));
}
