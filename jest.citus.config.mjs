// The service on a Citus cluster: what clients see, and what is the cluster's own. `npm run test:citus`.
import base from './jest.config.mjs';

/** @type {import('jest').Config} */
const config = {
  ...base,
  roots: ['<rootDir>/test'],
  testMatch: [
    '<rootDir>/test/citus/*.spec.ts',
    '<rootDir>/test/api/*.spec.ts',
    '<rootDir>/test/contract/*.spec.ts',
    '<rootDir>/test/client/*.spec.ts',
  ],
  globalSetup: '<rootDir>/test/citus/global-setup.mjs',
  globalTeardown: '<rootDir>/test/citus/global-teardown.mjs',
  reporters: ['default'],
  maxWorkers: 1,
};

export default config;
