// The service on a Citus cluster: what clients see, the walls between workspaces, and what is the cluster's own. `npm run test:citus`.
import base from './jest.config.mjs';

/** They speak SQL that only one server takes. */
const OF_ONE_SERVER = [
  // Adds a trigger to tickets by itself, and looks for its sleep in the list of the one server's sessions.
  'api/requests/database-away',
  // Puts a view in the place of a table, and a slow function in the place of a fast one.
  'api/tickets/tickets-broad-filters',
  // Takes migrations back and makes them again, on the one database that all tests of a cluster share.
  'api/vocabulary/tags-races',
  // Encrypts all secrets of the database anew, also those of the other tests, which share it.
  'api/webhooks/webhooks-keys',
  // Names a workspace to one connection by itself, without having Citus tell the workers.
  'contract/isolation/clean-connections',
  // Takes the filter by workspace out of each statement; one of these ends the coordinator. test/citus/commands tries the walls on the shards.
  'contract/isolation/tenancy.spec',
];

/** They are about HTTP: headers, bytes, forms of requests and answers. Nothing of it changes with what keeps the rows. */
const OF_NO_DATABASE = [
  'api/access/(cross-origin|security-headers|unnamed-proxy)',
  'api/requests/(answer-budget|bad-|front-door|requests-in-flight|slow-clients)',
  'api/tickets/(html-payloads|one-line-texts)',
  // Names, types, ranges and pace of files; what is stored of them is tried by their neighbours.
  'api/attachments/(attacks|transfers)',
  // The processes of a cluster share its database, and this one is about what one process may reach.
  'api/webhooks/webhooks-addresses',
];

/** They pass on a cluster, but find what other files find, and a run in CI has eight minutes. */
const FOR_TIME = [
  // Their statements are those of tickets-pages, idempotency and tickets-update.
  'api/tickets/tickets-pages-races',
  'api/requests/(idempotency-faults|idempotency-kept|preconditions)',
  // How many there may be: the service counts.
  'api/vocabulary/fields-limits',
  // What a process remembers, and how it hears of changes: the coordinator tells it, as one server does (access-changes is tried).
  'api/vocabulary/(fields-known-lists|known-vocabulary)',
  'contract/isolation/(isolation-caches|isolation-host|unheard-revocations|vocabulary-moments)',
  // Their tables are those of the coordinator.
  'api/access/(conformance-access|key-uses|rate-limits)',
  // What a mail server or an endpoint may do: mail-erased and webhooks-sent have tries that fail and are made again.
  'api/mail/mail-refused',
  'api/webhooks/webhooks-endpoints',
  // Storage that is away, and a missing migration: silent-database has a database that is away, and own-cluster the migration.
  'api/requests/health',
];

/** On a cluster whose servers share two processors it takes longer than a request may. */
const FOR_SPEED = [
  // A hundred people send a form at once, each of whom is to be answered within four seconds.
  'api/web-forms/form-spam',
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
  testPathIgnorePatterns: ['/node_modules/', ...OF_ONE_SERVER, ...OF_NO_DATABASE, ...FOR_TIME, ...FOR_SPEED],
  globalSetup: '<rootDir>/test/citus/global-setup.mjs',
  globalTeardown: '<rootDir>/test/citus/global-teardown.mjs',
  reporters: ['default'],
};

export default config;
