// The service on a Citus cluster: what clients see, the walls between workspaces, and what is the cluster's own. `npm run test:citus`.
import base from './jest.config.mjs';

/** They speak SQL that only one server takes. */
const OF_ONE_SERVER = [
  // Puts a view in the place of a table, and a slow function in the place of a fast one.
  'api/tickets/tickets-broad-filters',
  // Takes the filter by workspace out of each statement; one of these ends the coordinator. test/citus/commands tries the walls on the shards.
  'contract/isolation/tenancy.spec',
];

/** They are about HTTP: headers, bytes, forms of requests and answers. Nothing of it changes with what keeps the rows. */
const OF_NO_DATABASE = [
  'api/access/(cross-origin|security-headers|unnamed-proxy)',
  'api/requests/(bad-|front-door|requests-in-flight)',
  'api/tickets/(html-payloads|one-line-texts)',
  // Names, types and ranges of files; what is stored of them is tried by their neighbours.
  'api/attachments/attacks',
];

/** They pass on a cluster, but find what other files find, and a run in CI has eight minutes. */
const FOR_TIME = [
  // Their statements are those of idempotency and tickets-update.
  'api/requests/(idempotency-kept|preconditions)',
  // What a process remembers, and how it hears of changes: the coordinator tells it, as one server does (access-changes is tried).
  'api/vocabulary/fields-known-lists',
  'contract/isolation/isolation-host',
  // Their tables are those of the coordinator.
  'api/access/(conformance-access|key-uses|rate-limits)',
  // What a mail server or an endpoint may do: mail-erased and webhooks-sent have tries that fail and are made again.
  'api/mail/mail-refused',
  'api/webhooks/webhooks-endpoints',
  // Storage that is away, and a missing migration: silent-database has a database that is away, and own-cluster the migration.
  'api/requests/health',
];

/** @type {import('jest').Config} */
const config = {
  ...base,
  roots: ['<rootDir>/test'],
  testMatch: [
    '<rootDir>/test/citus/*.spec.ts',
    '<rootDir>/test/api/**/*.spec.ts',
    '<rootDir>/test/client/*.spec.ts',
    '<rootDir>/test/contract/isolation/*.spec.ts',
    '<rootDir>/test/contract/customer-erase.spec.ts',
  ],
  testPathIgnorePatterns: ['/node_modules/', ...OF_ONE_SERVER, ...OF_NO_DATABASE, ...FOR_TIME],
  globalSetup: '<rootDir>/test/citus/global-setup.mjs',
  globalTeardown: '<rootDir>/test/citus/global-teardown.mjs',
  reporters: ['default'],
};

export default config;
