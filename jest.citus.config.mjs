// The service on a Citus cluster: what clients see, the walls between workspaces, and what is the cluster's own. `npm run test:citus`.
import { onDatabase } from './jest.base.mjs';

/** They are about HTTP: headers, bytes, forms of requests and answers. Nothing of it changes with what keeps the rows. */
const OF_NO_DATABASE = [
  'api/access/(cross-origin|security-headers|unnamed-proxy)',
  'api/requests/(front-door|requests-in-flight)',
  'contract/stored/requests-in-flight',
  'api/tickets/one-line-texts',
  // Names, types and ranges of files; what is stored of them is tried by their neighbours.
  'api/attachments/attacks',
];

/** They pass on a cluster, but find what other files find, and a run in CI has eight minutes. */
const FOR_TIME = [
  // Their statements are those of idempotency and tickets-update.
  'contract/stored/preconditions',
  // What a process remembers, and how it hears of changes: the coordinator tells it, as one server does (access-changes is tried).
  'contract/stored/fields-known-lists',
  // They are about commands.
  'contract/stored/(audit|events)\\.spec',
];

/**
 * Not isolation/tenancy: it takes the filter by workspace out of each statement, and one of these ends the coordinator. test/citus/commands
 * tries the walls on the shards. Not isolation/shared-lane: a cluster has no lane, because its reads need a BEGIN.
 */
const OF_THE_SYSTEM = [
  'customers/{customer-erase,customers-counts,erased-elsewhere}',
  'database/event-readers',
  'events/pruned-meanwhile',
  'isolation/{access-version,isolation-ids,silent-database,tenancy-orm,unit-of-work,workspace-delete,workspace-deletion}',
  'mail-in/{mail-both-ways,suspended}',
  'mail/{invitations,mail-again,mail-bounces,mail-files,mail-sent,reply-addresses}',
  'many/{batch-circles,batch-same,copying,exports}',
  'mcp/obedient-reader',
  'moments/{races,stale}',
  'reports/report-zones',
  'requests/{idempotency,idempotency-quota,idempotency-races}',
  'search/search-index',
  'webhooks/webhooks-{again,filters,replay,sent}',
];

/** A workspace is moved while it is used: its writes wait, and give up when other tests keep the machine from moving it in time. */
const ALONE = '<rootDir>/test/citus/commands.spec.ts';

const citus = {
  ...onDatabase,
  roots: ['<rootDir>/test'],
  globalSetup: '<rootDir>/test/citus/global-setup.mjs',
  globalTeardown: '<rootDir>/test/citus/global-teardown.mjs',
};

/** @type {import('jest').Config} */
const config = {
  projects: [
    {
      ...citus,
      displayName: 'side by side',
      testMatch: [
        '<rootDir>/test/citus/*.spec.ts',
        '<rootDir>/test/api/**/*.spec.ts',
        '<rootDir>/test/client/*.spec.ts',
        '<rootDir>/test/contract/isolation/*.spec.ts',
        '<rootDir>/test/contract/stored/*.spec.ts',
        '<rootDir>/test/system/customers/customer-erase.spec.ts',
        ...OF_THE_SYSTEM.map((names) => `<rootDir>/test/system/${names}.spec.ts`),
      ],
      testPathIgnorePatterns: ['/node_modules/', ALONE, ...OF_NO_DATABASE, ...FOR_TIME],
    },
    {
      ...citus,
      displayName: 'alone',
      testMatch: [ALONE],
      runner: '<rootDir>/test/support/one-by-one-runner.mjs',
    },
  ],
  reporters: ['default'],
  maxWorkers: 2,
  // Projects have no time limit of their own.
  testTimeout: onDatabase.testTimeout,
};

export default config;
