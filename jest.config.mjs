// `npm test`: three projects, all without processes of their own. Only those on a database have a global set-up, so that a unit alone
// takes a second or two. `npm test -- --selectProjects units` runs one of them.
import { base, onDatabase } from './jest.base.mjs';

/** @type {import('jest').Config} */
const config = {
  projects: [
    // Beside the code, without a database.
    {
      ...base,
      displayName: 'units',
      roots: ['<rootDir>/src', '<rootDir>/packages'],
    },
    // What clients and operators see.
    {
      ...onDatabase,
      displayName: 'api',
      roots: ['<rootDir>/test/api', '<rootDir>/test/commands', '<rootDir>/test/client'],
    },
    // What only the database, the document or the code as a whole can show.
    { ...onDatabase, displayName: 'contract', roots: ['<rootDir>/test/contract'] },
  ],
  reporters: ['default', '<rootDir>/test/support/coverage-reporter.mjs'],
  maxWorkers: '100%',
  // Projects have no time limit of their own.
  testTimeout: base.testTimeout,
};

export default config;
