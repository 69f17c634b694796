// The service on a Citus cluster: what clients see, the walls between workspaces, and what is the cluster's own. `npm run test:citus`.
import { onDatabase } from './jest.base.mjs';

/** They are about HTTP: headers, bytes, forms of requests and answers. Nothing of it changes with what keeps the rows. */
const OF_NO_DATABASE = [
  'api/access/(cross-origin|security-headers|unnamed-proxy)',
  'api/requests/(bad-|front-door|requests-in-flight)',
  'contract/stored/requests-in-flight',
  'api/tickets/(html-payloads|one-line-texts)',
  // Names, types and ranges of files; what is stored of them is tried by their neighbours.
  'api/attachments/attacks',
];

/** They pass on a cluster, but find what other files find, and a run in CI has eight minutes. */
const FOR_TIME = [
  // Their statements are those of idempotency and tickets-update.
  'contract/stored/(idempotency-kept|preconditions)',
  // What a process remembers, and how it hears of changes: the coordinator tells it, as one server does (access-changes is tried).
  'contract/stored/fields-known-lists',
  // Their tables are those of the coordinator.
  'contract/stored/(conformance-access|key-uses|rate-limits)',
  // They are about commands.
  'contract/stored/(audit|events)\\.spec',
  // What a mail server or an endpoint may do: mail-erased and webhooks-sent have tries that fail and are made again.
  'api/webhooks/webhooks-endpoints',
  // Storage that is away, and a missing migration: silent-database has a database that is away, and own-cluster the migration.
  'api/requests/health',
];

/** @type {import('jest').Config} */
const config = {
  ...onDatabase,
  roots: ['<rootDir>/test'],
  testMatch: [
    '<rootDir>/test/citus/*.spec.ts',
    '<rootDir>/test/api/**/*.spec.ts',
    '<rootDir>/test/client/*.spec.ts',
    '<rootDir>/test/contract/isolation/*.spec.ts',
    '<rootDir>/test/contract/stored/*.spec.ts',
    '<rootDir>/test/contract/customer-erase.spec.ts',
    // Not tenancy.spec: it takes the filter by workspace out of each statement, and one of these ends the coordinator. test/citus/commands
    // tries the walls on the shards.
    '<rootDir>/test/system/isolation/{silent-database,shared-lane,tenancy-orm,unit-of-work,workspace-deletion}.spec.ts',
    '<rootDir>/test/system/mail/mail-{again,files}.spec.ts',
    '<rootDir>/test/system/reports/report-zones.spec.ts',
    '<rootDir>/test/system/webhooks/webhooks-{again,replay,sent}.spec.ts',
  ],
  testPathIgnorePatterns: ['/node_modules/', ...OF_NO_DATABASE, ...FOR_TIME],
  globalSetup: '<rootDir>/test/citus/global-setup.mjs',
  globalTeardown: '<rootDir>/test/citus/global-teardown.mjs',
  reporters: ['default'],
  maxWorkers: 2,
};

export default config;
