// The packages as they are published: installed in empty folders, started, and what is said about them. `npm run test:packages`.
// `PACKAGES_FEW=true` tries four of the combinations of Node.js, package manager and user, and fewer ways to get the package.
import { base } from './jest.base.mjs';

/** @type {import('jest').Config} */
const config = {
  ...base,
  setupFiles: [],
  roots: ['<rootDir>/test/packages'],
  globalSetup: '<rootDir>/test/packages/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/packages/support/global-teardown.mjs',
  reporters: ['default'],
  // The image has to be healthy within ten seconds.
  maxWorkers: 1,
  testTimeout: 300_000,
};

export default config;
