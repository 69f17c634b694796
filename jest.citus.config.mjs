// The service on a Citus cluster: what clients see, and what is the cluster's own. `npm run test:citus`.
import base from './jest.config.mjs';

/** They change or watch the server itself by SQL of their own, which a coordinator does not take, or disturb the one database. */
const OF_ONE_SERVER = [
  'api/customers-races',
  'api/customers.spec',
  'api/database-away',
  'api/events-races',
  'api/fields-races',
  'api/fields-tickets',
  'api/idempotency-faults',
  'api/idempotency-kept',
  'api/key-uses',
  'api/rate-limits',
  'api/requests-in-flight',
  'api/tickets-broad-filters',
  'api/tickets-large-values',
  'api/tickets-pages-races',
  'contract/isolation-caches',
];

/** @type {import('jest').Config} */
const config = {
  ...base,
  roots: ['<rootDir>/test'],
  testMatch: [
    '<rootDir>/test/citus/*.spec.ts',
    '<rootDir>/test/api/*.spec.ts',
    '<rootDir>/test/client/*.spec.ts',
    '<rootDir>/test/contract/{isolation-*,workspace-delete}.spec.ts',
  ],
  testPathIgnorePatterns: ['/node_modules/', ...OF_ONE_SERVER],
  globalSetup: '<rootDir>/test/citus/global-setup.mjs',
  globalTeardown: '<rootDir>/test/citus/global-teardown.mjs',
  reporters: ['default'],
  maxWorkers: 1,
};

export default config;
