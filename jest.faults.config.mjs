// Faults: real processes that are killed, cut off and starved, one after the other. `npm run test:faults`.
import { onDatabase } from './jest.base.mjs';

/** @type {import('jest').Config} */
const config = {
  ...onDatabase,
  roots: ['<rootDir>/test/faults'],
  testMatch: ['**/*.faults.ts'],
  globalSetup: '<rootDir>/test/faults/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/faults/support/global-teardown.mjs',
  reporters: ['default', '<rootDir>/test/faults/support/table-reporter.mjs'],
  maxWorkers: 1,
};

export default config;
