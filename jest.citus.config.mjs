// The service on a Citus cluster: what clients see, the walls between workspaces, and what is the cluster's own. `npm run test:citus`.
import { onDatabase } from './jest.base.mjs';

/** They are about HTTP: headers, bytes, forms of requests and answers. Nothing of it changes with what keeps the rows. */
const OF_NO_DATABASE = [
  'api/access/(cross-origin|security-headers|unnamed-proxy)',
  'api/requests/(front-door|requests-in-flight)',
  'contract/stored/requests-in-flight',
  'api/tickets/(html-payloads|one-line-texts)',
  // Names, types and ranges of files; what is stored of them is tried by their neighbours.
  'api/attachments/attacks',
];

/** They pass on a cluster, but find what other files find, and a run in CI has eight minutes. */
const FOR_TIME = [
  // Their statements are those of idempotency and tickets-update.
  'contract/stored/preconditions',
  // What a process remembers, and how it hears of changes: the coordinator tells it, as one server does (access-changes is tried).
  'contract/stored/fields-known-lists',
  // Their tables are those of the coordinator.
  'contract/stored/key-uses',
  // They are about commands.
  'contract/stored/(audit|events)\\.spec',
  // What a mail server or an endpoint may do: mail-erased and webhooks-sent have tries that fail and are made again.
  'api/webhooks/webhooks-endpoints',
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
    '<rootDir>/test/system/isolation/{access-version,silent-database,tenancy-orm,unit-of-work,workspace-delete,workspace-deletion}.spec.ts',
    '<rootDir>/test/system/customers/customers-counts.spec.ts',
    '<rootDir>/test/system/mail/mail-{again,bounces,files}.spec.ts',
    '<rootDir>/test/system/reports/report-zones.spec.ts',
    '<rootDir>/test/system/search/search-index.spec.ts',
    '<rootDir>/test/system/webhooks/webhooks-{again,replay,sent}.spec.ts',
  ],
  testPathIgnorePatterns: ['/node_modules/', ...OF_NO_DATABASE, ...FOR_TIME],
  globalSetup: '<rootDir>/test/citus/global-setup.mjs',
  globalTeardown: '<rootDir>/test/citus/global-teardown.mjs',
  reporters: ['default'],
  maxWorkers: 2,
};

export default config;
