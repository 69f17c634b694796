// Faults: real processes that are killed, cut off and starved. `npm run test:faults`. Each file has its own ports and folders, so those
// that assert no time run side by side. `TEST_LONG=true` gives them their full sizes.
import { base, onDatabase } from './jest.base.mjs';

/** They measure answers, the pace of uploads and the end of a drain, so that they run one by one. */
const MEASURED = ['attachments', 'attacks', 'clock', 'database', 'disk', 'service', 'worst-requests'];
const measured = MEASURED.map((name) => `<rootDir>/test/faults/${name}.faults.ts`);

const faults = {
  ...onDatabase,
  roots: ['<rootDir>/test/faults'],
  globalSetup: '<rootDir>/test/faults/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/faults/support/global-teardown.mjs',
};

/** @type {import('jest').Config} */
const config = {
  projects: [
    {
      ...faults,
      displayName: 'side by side',
      testMatch: ['**/*.faults.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...measured],
    },
    {
      ...faults,
      displayName: 'one by one',
      testMatch: measured,
      runner: '<rootDir>/test/support/one-by-one-runner.mjs',
    },
  ],
  reporters: ['default', '<rootDir>/test/faults/support/table-reporter.mjs'],
  maxWorkers: 2,
  // Projects have no time limit of their own.
  testTimeout: base.testTimeout,
};

export default config;
