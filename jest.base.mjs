// What all projects of tests share.
/** @type {import('jest').Config} */
export const base = {
  rootDir: '.',
  testMatch: ['**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  // Rooms below read the facts of features while they load.
  setupFiles: ['<rootDir>/src/app/features.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2022',
          keepClassNames: true,
        },
      },
    ],
  },
  testTimeout: 120_000,
};

/** Tests on a database: the global set-up builds the service when its sources are newer, and starts PostgreSQL. @type {import('jest').Config} */
export const onDatabase = {
  ...base,
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
};
