// The packages as they are published: installed in empty folders, started, and what is said about them. `npm run test:packages`.
// It tries one way to install them; `TEST_LONG=true` tries all combinations of Node.js, package manager and user, all ways to get the
// packages, the images, and a release in a copy.
import { base } from './jest.base.mjs';

/** They install or build often, or build a distribution. */
const ONLY_LONG = ['borrowed', 'image', 'locked', 'npx', 'papers', 'release'].map(
  (name) => `<rootDir>/test/packages/${name}.spec.ts`,
);

/** @type {import('jest').Config} */
const config = {
  ...base,
  setupFiles: [],
  roots: ['<rootDir>/test/packages'],
  testPathIgnorePatterns: ['/node_modules/', ...(process.env.TEST_LONG === 'true' ? [] : ONLY_LONG)],
  globalSetup: '<rootDir>/test/packages/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/packages/support/global-teardown.mjs',
  reporters: ['default'],
  // The image has to be healthy within ten seconds.
  maxWorkers: 1,
  testTimeout: 300_000,
};

export default config;
