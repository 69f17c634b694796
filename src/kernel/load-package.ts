import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Loads a package of CommonJS, for code that does so at its first use: starts and commands without it are cheaper. A load that has
 * failed, as without free file descriptors, is tried again; Node.js 20 would remember that of an `import()` until its end.
 */
export function loadPackage(name: string): unknown {
  return require(name);
}
