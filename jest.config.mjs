// `npm test`: units beside the code, and what clients and operators see, all without processes of their own.
/** @type {import('jest').Config} */
const config = {
  rootDir: '.',
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  roots: ['src', 'test/contract', 'test/api', 'test/commands', 'test/client'].map(
    (folder) => `<rootDir>/${folder}`,
  ),
  testMatch: ['**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
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
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  reporters: ['default', '<rootDir>/test/support/coverage-reporter.mjs'],
  maxWorkers: 2,
  testTimeout: 120_000,
};

export default config;
