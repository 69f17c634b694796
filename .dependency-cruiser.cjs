// The arrows of docs/architecture.md, section "Arrows". A rule here is a sentence there.

const { existsSync, readdirSync, readFileSync } = require('node:fs');

const platform = [
  'platform/platform.module.ts',
  'platform/platform.schema.ts',
  'platform/config',
  'platform/counts',
  'platform/database',
  'platform/features',
  'platform/health',
  'platform/http',
  'platform/idempotency',
  'platform/limits',
  'platform/metrics',
  'platform/queue',
  'platform/routes',
  'platform/storage',
  'platform/tenancy',
  'platform/transfers',
  'platform/virus-scan',
];
const carriers = ['kernel', ...platform, 'events'];
const below = [...carriers, 'vocabulary'];

/** The features, and the rooms that each may import. This file cannot load TypeScript, so it reads `uses` in the text of the facts. */
const features = Object.fromEntries(
  readdirSync('src').flatMap((room) => {
    const file = `src/${room}/${room}.feature.ts`;
    const [, uses] = (existsSync(file) && /^  uses: \[([^\]]*)\]/m.exec(readFileSync(file, 'utf8'))) || [];
    return uses === undefined ? [] : [[room, [...below, ...(uses.match(/[\w-]+/g) ?? [])]]];
  }),
);
const names = [...Object.keys(features), 'import'].join('|');

/** Each room, and the other rooms that it may import. A room with rooms inside has one line for each of these, too. */
const ROOMS = {
  kernel: [],

  platform: ['kernel'],
  'platform/embedded-postgres': [],
  'platform/config': ['kernel'],
  'platform/features': ['platform/config'],
  'platform/limits': ['kernel', 'platform/config', 'platform/database', 'platform/features'],
  'platform/http': ['kernel', 'platform/config', 'platform/limits'],
  'platform/metrics': ['kernel', 'platform/http'],
  'platform/database': ['kernel', 'platform/config', 'platform/embedded-postgres', 'platform/features'],
  'platform/tenancy': [
    'kernel',
    'platform/config',
    'platform/database',
    'platform/http',
    'platform/limits',
    'platform/features',
  ],
  'platform/queue': [
    'kernel',
    'platform/config',
    'platform/database',
    'platform/features',
    'platform/tenancy',
  ],
  'platform/counts': [
    'kernel',
    'platform/database',
    'platform/features',
    'platform/queue',
    'platform/tenancy',
  ],
  'platform/storage': ['kernel', 'platform/config', 'platform/virus-scan'],
  'platform/virus-scan': ['kernel'],
  'platform/idempotency': [
    ...[
      'kernel',
      'platform/features',
      'platform/config',
      'platform/database',
      'platform/http',
      'platform/queue',
      'platform/tenancy',
    ],
  ],
  'platform/transfers': [
    ...[
      'kernel',
      'platform/config',
      'platform/http',
      'platform/idempotency',
      'platform/limits',
      'platform/tenancy',
    ],
  ],
  'platform/routes': ['kernel', 'platform/http', 'platform/idempotency', 'platform/transfers'],
  'platform/health': [
    ...['kernel', 'platform/database', 'platform/http', 'platform/routes', 'platform/storage'],
  ],

  events: ['kernel', ...platform],
  auth: carriers,
  vocabulary: carriers,

  ...features,
  import: [...below, 'conversations', 'fields', 'tickets'],

  'forms/entities': ['kernel', 'platform/tenancy', 'fields'],
  'forms/settings': [...below, 'fields', 'forms/entities'],
  'forms/api': [...below, 'forms/settings'],
  'forms/pages': [...below, 'attachments', 'fields', 'tickets', 'forms/entities', 'forms/settings'],

  'mail/entities': ['kernel', 'platform/tenancy', 'customers', 'team-members', 'tickets'],
  'mail/reading': carriers,
  'mail/queue': [...below, 'mail/entities'],
  'mail/composing': [...below, 'attachments', 'conversations', 'mail/queue'],
  'mail/sending': [...below, 'team-members', 'mail/queue', 'mail/reading', 'mail/composing'],

  'tickets/rules': ['kernel', 'vocabulary', 'attachments', 'fields', 'tickets/entities'],
  'tickets/entities': ['kernel', 'platform/tenancy', 'vocabulary', 'fields', 'customers'],
  'tickets/counts': [...carriers, 'tickets/entities'],
  'tickets/read': [
    ...below,
    ...['attachments', 'fields', 'customers', 'search', 'tickets/rules', 'tickets/counts'],
  ],
  'tickets/write': [
    ...[...below, 'attachments', 'fields', 'customers'],
    ...['tickets/rules', 'tickets/entities', 'tickets/counts', 'tickets/read'],
  ],
  'tickets/export': [...below, 'fields', 'tickets/rules'],
  'tickets/api': [
    ...[...below, 'attachments', 'fields', 'search'],
    ...['tickets/rules', 'tickets/counts', 'tickets/read', 'tickets/write'],
  ],

  'webhooks/entities': ['kernel', 'platform/tenancy'],
  'webhooks/reading': carriers,
  'webhooks/secrets': ['kernel', 'platform/config'],
  'webhooks/settings': [...carriers, 'webhooks/entities', 'webhooks/reading', 'webhooks/secrets'],
  'webhooks/deliveries': [...carriers, 'webhooks/entities', 'webhooks/settings'],
  'webhooks/sending': [
    ...[...carriers, 'webhooks/entities', 'webhooks/secrets', 'webhooks/settings'],
    'webhooks/deliveries',
    'webhooks/reading',
  ],
  'webhooks/api': [
    ...[...carriers, 'webhooks/entities', 'webhooks/secrets', 'webhooks/settings', 'webhooks/deliveries'],
  ],

  'import/own': [...below, 'conversations', 'fields', 'tickets'],
  'import/foreign': [...below, 'conversations', 'fields', 'tickets', 'import/own'],
};

/** What is `from` there never imports what is `to`. */
const never = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    never('no-circles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    {
      ...never('no-circles-of-folders', { path: '^src' }, { circular: true }),
      scope: 'folder',
      comment: 'A folder counts with all that it holds. So a feature is one room with its dto and entities.',
    },
    ...Object.entries(ROOMS).map(([room, others]) =>
      never(
        `${room.replace('/', '-')}-arrows`,
        { path: `^src/${room}/` },
        { path: '^src/', pathNot: `^src/(${[room, ...others].join('|')})(/|$)` },
      ),
    ),
    never(
      'rooms-do-not-know-their-module',
      { path: '^src/(forms|tickets|import|webhooks|mail)/[^/]+/' },
      { path: '^src/$1/[^/]+$' },
      'The module of a feature with rooms wires them; nothing else lies beside it.',
    ),
    never(
      'kernel-is-plain-typescript',
      { path: '^src/kernel/' },
      { path: '^node_modules', pathNot: '^node_modules/(@types/)?validator/' },
      'One package of pure functions is allowed: its check of e-mail addresses is better than one of ours.',
    ),
    never(
      'another-features-inside-is-private',
      { path: `^src/(${names})/` },
      { path: `^src/(${names})/.*(repository|controller|mapper|presenter|dto/)`, pathNot: '^src/$1/' },
      'Features meet through services, modules, entities and plain types of their rules, never through repositories.',
    ),
    never(
      'service-knows-no-http',
      { path: '\\.service\\.ts$' },
      { path: '^src/([^/]+/(api/)?dto/|platform/http/)' },
    ),
    never(
      'repository-knows-no-service',
      { path: '\\.repository\\.ts$' },
      { path: '^src/.*\\.service\\.ts$' },
    ),
    never(
      'rules-are-pure',
      { path: '\\.rules\\.ts$' },
      { path: '(^node_modules/(@nestjs|typeorm|pg)/|\\.(repository|service|controller)\\.ts$)' },
    ),
    never(
      'what-customers-see-has-no-notes',
      { path: '^src/(forms|mail|webhooks)/|comments-for-customers\\.' },
      { path: '^src/conversations/', pathNot: 'comments-for-customers\\.|conversations\\.module\\.ts$' },
      'One view has no notes, and whatever customers see reads that alone.',
    ),
    never('the-application-knows-no-command', { path: '^src/app/' }, { path: '^src/cli/' }),
    never('nothing-imports-the-doors', { path: '^src/' }, { path: '^src/[^/]+\\.ts$' }),
    never(
      'the-client-stands-alone',
      { path: '^packages/client/src/', pathNot: '\\.spec\\.ts$' },
      { pathNot: '^packages/client/src/' },
      'It is a package of its own: what it imports, its users would have to install.',
    ),
    never('source-knows-no-client', { path: '^src/' }, { path: '^packages/' }),
    never('source-knows-no-test', { path: '^src/' }, { path: '^test/' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // A test beside the code may import what it needs. Rooms below take types from the list of facts, and a contract test finds those
    // that take more.
    exclude: { path: '^src/.*\\.spec\\.ts$|^src/app/features\\.ts$' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
