// What all projects of tests share.
/** @type {import('jest').Config} */
export const base = {
  rootDir: '.',
  testMatch: ['**/*.spec.ts'],
  // Rooms below read the facts of features while they load.
  setupFiles: ['<rootDir>/src/app/features.ts'],
  // Node.js itself loads spec files and what they import [choice 37].
  runtime: '<rootDir>/test/support/native/runtime.cjs',
  testEnvironment: '<rootDir>/test/support/native/environment.mjs',
  transform: {},
  testTimeout: 120_000,
};

/** Tests on a database: the global set-up builds the service when its sources are newer, and starts PostgreSQL. @type {import('jest').Config} */
export const onDatabase = {
  ...base,
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
};
