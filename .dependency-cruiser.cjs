// The arrows of docs/architecture.md, section "Arrows". A rule here is a sentence there.

const platform = [
  'platform/platform.module.ts',
  'platform/config',
  'platform/database',
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

/** Each room, and the other rooms that it may import. A room with rooms inside has one line for each of these, too. */
const ROOMS = {
  kernel: [],

  platform: ['kernel'],
  'platform/embedded-postgres': [],
  'platform/config': ['kernel'],
  'platform/limits': ['kernel', 'platform/config', 'platform/database'],
  'platform/http': ['kernel', 'platform/config', 'platform/limits'],
  'platform/metrics': ['kernel', 'platform/http'],
  'platform/database': ['kernel', 'platform/config', 'platform/embedded-postgres'],
  'platform/tenancy': ['kernel', 'platform/config', 'platform/database', 'platform/http', 'platform/limits'],
  'platform/queue': ['kernel', 'platform/tenancy'],
  'platform/storage': ['kernel', 'platform/config', 'platform/virus-scan'],
  'platform/virus-scan': ['kernel'],
  'platform/idempotency': [
    ...[
      'kernel',
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

  attachments: [...below, 'auth'],
  fields: below,
  customers: below,
  forms: [...below, 'fields'],
  'web-forms': [...below, 'attachments', 'fields', 'forms', 'tickets'],
  tickets: [...below, 'attachments', 'fields', 'customers'],
  'team-members': [...below, 'fields', 'tickets'],
  conversations: [...below, 'attachments', 'customers', 'tickets', 'team-members'],
  webhooks: carriers,
  workspaces: [
    ...below,
    'attachments',
    'customers',
    'fields',
    'forms',
    'tickets',
    'mail',
    'team-members',
    'webhooks',
  ],
  mail: [...below, 'attachments', 'conversations', 'customers', 'team-members', 'tickets'],
  import: [...below, 'conversations', 'fields', 'tickets'],
  privacy: [...below, 'tickets'],

  'mail/entities': ['kernel', 'platform/tenancy', 'customers', 'team-members', 'tickets'],
  'mail/reading': carriers,
  'mail/queue': [...below, 'mail/entities'],
  'mail/composing': [...below, 'attachments', 'conversations', 'mail/queue'],
  'mail/sending': [...below, 'team-members', 'mail/queue', 'mail/reading', 'mail/composing'],

  'tickets/rules': ['kernel', 'vocabulary', 'attachments', 'fields'],
  'tickets/entities': ['kernel', 'platform/tenancy', 'vocabulary', 'fields', 'customers', 'tickets/rules'],
  'tickets/counts': [...carriers, 'tickets/entities'],
  'tickets/read': [...below, 'attachments', 'fields', 'customers', 'tickets/rules', 'tickets/counts'],
  'tickets/write': [
    ...[...below, 'attachments', 'fields', 'customers'],
    ...['tickets/rules', 'tickets/entities', 'tickets/counts', 'tickets/read'],
  ],
  'tickets/export': [...below, 'fields'],
  'tickets/api': [...below, 'attachments', 'fields', 'tickets/rules', 'tickets/read', 'tickets/write'],

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

const features =
  'attachments|tickets|fields|customers|forms|web-forms|team-members|conversations|webhooks|workspaces|mail|import|privacy';

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
      { path: '^src/(tickets|import|webhooks|mail)/[^/]+/' },
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
      { path: `^src/(${features})/` },
      { path: `^src/(${features})/.*(repository|controller|mapper|presenter|dto/)`, pathNot: '^src/$1/' },
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
      { path: '^src/(mail|webhooks|web-forms)/|comments-for-customers\\.' },
      { path: '^src/conversations/', pathNot: 'comments-for-customers\\.|conversations\\.module\\.ts$' },
      'One view has no notes, and whatever customers see reads that alone.',
    ),
    never('the-application-knows-no-command', { path: '^src/app/' }, { path: '^src/cli/' }),
    never('nothing-imports-the-doors', { path: '^src/' }, { path: '^src/[^/]+\\.ts$' }),
    never('source-knows-no-test', { path: '^src/' }, { path: '^test/' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // A test beside the code may import what it needs.
    exclude: { path: '^src/.*\\.spec\\.ts$' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
