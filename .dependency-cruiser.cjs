// The arrows of docs/architecture.md, section "Arrows". A rule here is a sentence there.
const features = 'tickets|fields|customers|forms|team-members|workspaces|import';

/** What is `from` there never imports what is `to`. */
const never = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to });

/** Files of the service whose path this is; the tests beside them are free. */
const code = (path) => ({ path, pathNot: '\\.spec\\.ts$' });

/** `from` may reach, inside src, only itself and the folders listed. */
const only = (name, from, allowed) =>
  never(name, code(`^src/(${from})/`), {
    path: '^src/',
    pathNot: `^src/(${[from, ...allowed].join('|')})/`,
  });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    never('no-circles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    only('kernel-imports-nothing', 'kernel', []),
    never('kernel-is-plain-typescript', code('^src/kernel/'), { path: '^node_modules' }),
    only('config-imports-nothing-of-ours', 'config', []),
    only('database-arrows', 'database', ['config', 'kernel']),
    only('http-arrows', 'http', ['kernel']),
    only('metrics-arrows', 'metrics', ['http', 'kernel']),
    only('workers-import-nothing-of-ours', 'workers', []),
    only('tenancy-arrows', 'tenancy', ['database', 'http', 'kernel']),
    only('audit-arrows', 'audit', ['tenancy', 'kernel']),
    only('idempotency-arrows', 'idempotency', ['tenancy', 'http', 'kernel']),
    only('rate-limits-arrows', 'rate-limits', []),
    only('auth-arrows', 'auth', ['audit', 'rate-limits', 'tenancy', 'http', 'kernel']),
    only('features-arrows', features, ['audit', 'tenancy', 'http', 'kernel']),
    never(
      'another-features-inside-is-private',
      { path: `^src/(${features})/` },
      { path: `^src/(${features})/.*(repository|controller|mapper|dto/)`, pathNot: '^src/$1/' },
      'Features meet through services, modules, entities and plain types of their rules, never through repositories.',
    ),
    never('service-knows-no-http', { path: '\\.service\\.ts$' }, { path: '^src/([^/]+/dto/|http/)' }),
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
    never('source-knows-no-test', code('^src/'), { path: '^test/' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
