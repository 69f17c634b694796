import { createRequire } from 'node:module';

const ofEnvironment = (globalThis as { readonly loadOnce?: (name: string) => unknown }).loadOnce;

/**
 * Loads a module by Node itself, once for all spec files of a worker; its name is relative to this folder. Jest loads its own modules
 * anew for each file, so this is for what is heavy and keeps nothing of a test. Jest's environment makes it; benchmarks have none.
 */
export const loadOnce: (name: string) => unknown = ofEnvironment ?? createRequire(import.meta.url);
