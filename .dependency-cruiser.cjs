// The arrows of docs/architecture.md, section "Arrows". A rule here is a sentence there.
const features = 'tickets|fields|customers|forms|team-members|workspaces|import';

/** `from` may reach, inside src, only itself and the folders listed. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: `^src/(${from})/`, pathNot: '\\.spec\\.ts$' },
  to: { path: '^src/', pathNot: `^src/(${[from, ...allowed].join('|')})/` },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    only('kernel-imports-nothing', 'kernel', []),
    {
      name: 'kernel-is-plain-typescript',
      severity: 'error',
      from: { path: '^src/kernel/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^node_modules' },
    },
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
    {
      name: 'features-arrows',
      severity: 'error',
      from: { path: `^src/(${features})/`, pathNot: '\\.spec\\.ts$' },
      to: { path: '^src/', pathNot: `^src/(${features}|audit|tenancy|http|kernel)/` },
    },
    {
      name: 'another-features-inside-is-private',
      comment:
        'Features meet through services, modules, entities and plain types of their rules, never through repositories.',
      severity: 'error',
      from: { path: `^src/(${features})/` },
      to: { path: `^src/(${features})/.*(repository|controller|mapper|dto/)`, pathNot: '^src/$1/' },
    },
    {
      name: 'service-knows-no-http',
      severity: 'error',
      from: { path: '\\.service\\.ts$' },
      to: { path: '^src/([^/]+/dto/|http/)' },
    },
    {
      name: 'repository-knows-no-service',
      severity: 'error',
      from: { path: '\\.repository\\.ts$' },
      to: { path: '^src/.*\\.service\\.ts$' },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '\\.rules\\.ts$' },
      to: { path: '(^node_modules/(@nestjs|typeorm|pg)/|\\.(repository|service|controller)\\.ts$)' },
    },
    {
      name: 'only-config-reads-the-environment',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/config/' },
      to: { path: '^dotenv$' },
    },
    {
      name: 'source-knows-no-test',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^test/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
