const { createRequire } = process.getBuiltinModule('node:module');

/**
 * Loads a module by Node itself, once for all spec files of a worker: jest loads its own anew for each. For what is heavy and keeps
 * nothing of a test.
 */
export const loadOnce: (name: string) => unknown = createRequire(import.meta.url);
