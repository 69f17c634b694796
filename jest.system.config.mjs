// The system: processes that are started, stopped and killed, servers beside PostgreSQL, TLS, an upgrade; and what takes long by
// nature: races, limits, waits, thousands of rows. `npm run test:system`. Files that only wait for conditions run side by side; those that
// neighbours could disturb have at most two, one, or none.
import { base, onDatabase } from './jest.base.mjs';

/** Files of test/system that run with two neighbours at most, by the reason. They wait for most of their time. */
const THREE_BY_THREE = {
  'a client or a server is silent or slow for a known time, and the other side gives up after another': [
    'attachments/transfers',
    'isolation/silent-database',
    'requests/slow-clients',
    'unread-answers',
    'unread-forms',
    'webhooks/webhooks-sent',
  ],
  'two servers must keep up with each other': ['replica', 'replica-import', 'replica-lists'],
};
/** Files of test/system that run with one neighbour at most, by the reason. */
const TWO_BY_TWO = {
  'something is known, refused or readable again within a second': [
    'admin/two-processes',
    'events/stream-ends',
    'isolation/isolation-caches',
    'isolation/suspended-workspaces',
    'isolation/unread-version',
    'pgbouncer',
    'portal/session-ends',
    'process/fleet',
  ],
  'an answer comes within the five seconds of a request, or is late by a known time': [
    'access/conformance-access',
    'portal/session-customers',
    'process/ephemeral',
    'requests/database-away',
    'requests/idempotency-faults',
    'team-members',
  ],
  'a server stays out of reach for a known time': ['process/upgrade'],
};
/** Files of test/system that run alone, by the reason. */
const ONE_BY_ONE = {
  'as much load as the machine takes is part of the test': [
    'isolation/isolation-load',
    'moments/in-time',
    'requests/requests-in-flight',
    'search/fresh',
    'search/hostile',
    'vocabulary/known-vocabulary',
    'web-forms/form-spam',
    'webhooks/webhooks-keys',
  ],
};
const filesOf = (reasons) =>
  Object.values(reasons)
    .flat()
    .map((name) => `<rootDir>/test/system/${name}.spec.ts`);
const [waiting, quiet, alone] = [THREE_BY_THREE, TWO_BY_TWO, ONE_BY_ONE].map(filesOf);

const system = { ...onDatabase, roots: ['<rootDir>/test/system'] };

/** @type {import('jest').Config} */
const config = {
  projects: [
    {
      ...system,
      displayName: 'side by side',
      testPathIgnorePatterns: ['/node_modules/', ...waiting, ...quiet, ...alone],
    },
    {
      ...system,
      displayName: 'three by three',
      testMatch: waiting,
      runner: '<rootDir>/test/support/three-by-three-runner.mjs',
    },
    {
      ...system,
      displayName: 'two by two',
      testMatch: quiet,
      runner: '<rootDir>/test/support/two-by-two-runner.mjs',
    },
    {
      ...system,
      displayName: 'one by one',
      testMatch: alone,
      runner: '<rootDir>/test/support/one-by-one-runner.mjs',
    },
  ],
  // They wait more than they work, so three keep two processors busy.
  maxWorkers: 3,
  // Projects have no time limit of their own.
  testTimeout: base.testTimeout,
};

export default config;
